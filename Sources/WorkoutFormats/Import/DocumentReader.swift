import Foundation
import HealthModel

/// Makes a workout of a stored workout document, our own JSON.
///
/// All that the document tells comes back: its identity, sensors, events, laps, activities, RR intervals, the zones that it
/// was counted by with their source, and the means of each second, so that the series is written again as it was. Where the
/// means and the zone durations tell when in a second the heart rate changed and the data began or ended, that comes back
/// too, see ``ReadingReconstruction``; else a mean covers its second. What the means have lost stays lost: extremes
/// within a second, and where in a second other quantities changed, so that zones counted again differ by parts of a
/// second at each change of zone.
struct DocumentReader {
    private let document: StoredDocument
    private let name: String
    private let start: RFC3339.Moment
    private let elapsed: Int64

    /// Reads the workout.
    ///
    /// - Throws: ``ImportError`` with the key that cannot be read.
    static func workout(_ bytes: [UInt8], _ name: String) throws(ImportError) -> ImportedWorkout {
        try DocumentReader(bytes, name).workout()
    }

    private init(_ bytes: [UInt8], _ name: String) throws(ImportError) {
        self.name = name
        let data = Data(bytes)
        do {
            let decoder = JSONDecoder()
            let header = try decoder.decode(StoredDocument.Header.self, from: data)
            guard header.format == "pulsewatt.workout" else {
                throw ImportError(
                    file: name, reason: "it is JSON, but no workout of Pulsewatt or GoldenCheetah")
            }
            guard header.version == 1 else {
                throw ImportError(
                    file: name, place: "version",
                    reason:
                        "it is \(header.version.map(String.init) ?? "missing"); this Pulsewatt reads version 1"
                )
            }
            document = try decoder.decode(StoredDocument.self, from: data)
        } catch let error as ImportError {
            throw error
        } catch let error as DecodingError {
            throw Self.importError(error, name)
        } catch {
            throw ImportError(file: name, reason: "it cannot be read: \(error.localizedDescription)")
        }
        guard let start = RFC3339.moment(document.start) else {
            throw ImportError(
                file: name, place: "start", reason: "`\(document.start.prefix(40))` is not a date")
        }
        self.start = start
        guard (0...366 * 86_400).contains(document.duration.elapsed) else {
            throw ImportError(
                file: name, place: "duration.elapsed_s",
                reason: "\(document.duration.elapsed) s is not the length of a workout")
        }
        elapsed = Self.nanoseconds(document.duration.elapsed)
        guard elapsed <= ImportedWorkout.longest else {
            throw .tooLong(elapsed, file: name, place: "duration.elapsed_s")
        }
    }

    private static func importError(_ error: DecodingError, _ name: String) -> ImportError {
        let context: DecodingError.Context
        var reason: String
        switch error {
        case .keyNotFound(let key, let where_):
            context = where_
            reason = "there is no `\(key.stringValue)`"
        case .valueNotFound(_, let where_):
            context = where_
            reason = "it is null, which it cannot be"
        case .typeMismatch(let type, let where_):
            context = where_
            reason = "it is no \(type)"
        case .dataCorrupted(let where_):
            context = where_
            reason = "it is no whole JSON: it is damaged or was cut off"
        @unknown default:
            return ImportError(file: name, reason: "it cannot be read")
        }
        if context.codingPath.isEmpty { return ImportError(file: name, reason: reason) }
        reason = reason.prefix(200).description
        let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
        return ImportError(file: name, place: path.joined(separator: "."), reason: reason)
    }

    /// Seconds in nanoseconds, to the microsecond; what is no time of a workout becomes the nearest.
    private static func nanoseconds(_ seconds: Double) -> Int64 {
        guard seconds.isFinite else { return 0 }
        return Int64((min(max(0, seconds), 366 * 86_400) * 1e6).rounded()) * 1000
    }

    private func fault(_ place: String, _ reason: String) -> ImportError {
        ImportError(file: name, place: place, reason: reason)
    }

    // MARK: The workout

    private func workout() throws(ImportError) -> ImportedWorkout {
        let events = try events()
        let pauses = PauseTimeline(events: events, since: start.date).ranges
        let zones = try zoneConfigurations()
        var workout = ImportedWorkout(
            series: WorkoutSeries(
                start: start.date, columns: try columns(pauses, zones), heartbeats: heartbeats,
                pauses: pauses,
                elapsed: elapsed),
            source: "Pulsewatt JSON")
        guard let identifier = UUID(uuidString: document.id) else {
            throw fault("id", "`\(document.id.prefix(40))` is no UUID")
        }
        workout.identifier = identifier
        workout.activityType = Self.activityType(document.activityType)
        workout.isIndoor = document.indoor
        workout.isSimulated = document.simulated ?? false
        workout.timeZone = TimeZone(identifier: document.timeZone)
        workout.rider = document.rider
        workout.events = events
        workout.laps = lapEnds
        workout.zoneConfigurations = zones
        workout.functionalThresholdPower = functionalThresholdPower
        workout.sensors = document.sensors.map(Self.sensor)
        let activities = try activities()
        if activities.count > 1 { workout.activities = activities }
        return workout
    }

    private func columns(
        _ pauses: [Range<Int64>], _ zones: [HKQuantityType: HKWorkoutZoneConfiguration]
    ) throws(ImportError) -> [HKQuantityType: SampleColumn] {
        let second: Int64 = 1_000_000_000
        let times = document.series["t_s"] ?? []
        var columns = PointColumns()
        for quantity in PublishedQuantity.allCases {
            guard let values = document.series[quantity.rawValue] else { continue }
            guard values.count == times.count else {
                throw fault(
                    "series.\(quantity.rawValue)", "it has \(values.count) values for \(times.count) times")
            }
            for (index, value) in values.enumerated() {
                try quantity.requirePossible(value, in: name, at: "series.\(quantity.rawValue).[\(index)]")
            }
            if let configuration = zones[quantity.type],
                let readings = readings(of: quantity, values, times, pauses, configuration)
            {
                for reading in readings {
                    columns.add(reading.value, of: quantity, at: reading.offset, until: reading.end)
                }
                continue
            }
            for (time, value) in zip(times, values) {
                guard let time, let value else { continue }
                let offset = Self.nanoseconds(time)
                let next = min(offset + second, elapsed)
                columns.add(
                    quantity == .pedalPowerBalance ? value / 100 : value, of: quantity, at: offset,
                    until: next)
            }
        }
        return columns.columns
    }

    /// The readings behind a series of seconds, if they come closer to the zones of the document than the means do.
    private func readings(
        of quantity: PublishedQuantity, _ values: [Double?], _ times: [Double?], _ pauses: [Range<Int64>],
        _ configuration: HKWorkoutZoneConfiguration
    ) -> [ReadingReconstruction.Reading]? {
        guard let durations = document.zoneGroups[quantity.rawValue]?.durations?.map(\.seconds),
            durations.count == configuration.zones.count,
            times.enumerated().allSatisfy({ $1 == Double($0) }), times.count <= 366 * 86_400
        else { return nil }
        let reconstruction = ReadingReconstruction(means: values, elapsed: elapsed, pauses: pauses)
        func difference(_ readings: [ReadingReconstruction.Reading]) -> Double {
            var columns = PointColumns()
            for reading in readings {
                columns.add(reading.value, of: quantity, at: reading.offset, until: reading.end)
            }
            let series = WorkoutSeries(
                start: start.date, columns: columns.columns, pauses: pauses, elapsed: elapsed)
            guard let group = series.zoneGroup(configuration) else { return .infinity }
            return zip(group.zoneDurations, durations).reduce(0) { $0 + abs($1.0.duration - $1.1) }
        }
        let measured = durations.reduce(0) { $0 + Self.nanoseconds($1) }
        let variants: [Double?] = [nil] + (quantity == .heartRate ? ReadingReconstruction.steadinesses : [])
        let candidates = variants.flatMap { steadiness in
            [nil, measured].map { reconstruction.readings(steadiness: steadiness, measured: $0) }
        }
        return candidates.map { ($0, difference($0)) }.min { $0.1 < $1.1 }?.0
    }

    private var heartbeats: HeartbeatColumn {
        HeartbeatColumn(
            zip(document.intervals.seconds, document.intervals.milliseconds).map { seconds, milliseconds in
                BeatInterval(
                    end: Self.nanoseconds(seconds), length: Self.nanoseconds(milliseconds / 1000))
            })
    }

    // MARK: Happenings

    private func events() throws(ImportError) -> [HKWorkoutEvent] {
        var found: [(offset: Int64, event: HKWorkoutEvent)] = []
        func add(_ type: HKWorkoutEventType, at offset: Int64, _ metadata: [String: Any]? = nil) {
            let moment = DateInterval(start: WorkoutTime.date(at: offset, since: start.date), duration: 0)
            found.append((offset, HKWorkoutEvent(type: type, dateInterval: moment, metadata: metadata)))
        }
        for event in document.events where event.type != "lap" {
            let offset = Self.nanoseconds(event.seconds)
            if let type = Self.eventTypes[event.type] {
                add(type, at: offset)
            } else {
                var metadata: [String: Any] = [HKMetadataKeyPulsewattEvent: event.type]
                if let sensor = event.sensor { metadata[HKMetadataKeyPulsewattSensor] = sensor }
                add(.marker, at: offset, metadata)
            }
        }
        // A lap event may have been an interval, of which the document has the begin; the laps have the ends.
        for end in lapEnds { add(.lap, at: end) }
        // The standard library's sort is stable: happenings of one moment keep their order.
        return found.sorted { $0.offset < $1.offset }.map(\.event)
    }

    private static let eventTypes: [String: HKWorkoutEventType] = [
        "pause": .pause, "resume": .resume, "motion_paused": .motionPaused, "motion_resumed": .motionResumed,
        "segment": .segment, "pause_or_resume_request": .pauseOrResumeRequest, "marker": .marker,
    ]

    /// When laps ended; a single lap that was pressed at the very end still was one.
    private var lapEnds: [Int64] {
        let ends = document.laps.map { Self.nanoseconds($0.end) }
        return ends.count > 1 ? ends.dropLast() : ends
    }

    private func activities() throws(ImportError) -> [ImportedWorkout.Activity] {
        var activities: [ImportedWorkout.Activity] = []
        for (index, activity) in document.activities.enumerated() {
            guard let begin = RFC3339.moment(activity.start), let end = RFC3339.moment(activity.end) else {
                throw fault("activities.[\(index)]", "its start or its end is not a date")
            }
            let lower = min(max(0, begin.nanoseconds - start.nanoseconds), elapsed)
            let upper = min(max(lower, end.nanoseconds - start.nanoseconds), elapsed)
            activities.append(ImportedWorkout.Activity(Self.activityType(activity.type), lower..<upper))
        }
        return activities
    }

    /// The type of a name in snake case; one from a later version is another activity.
    private static func activityType(_ name: String) -> HKWorkoutActivityType {
        HKWorkoutActivityType.allCases.first { WorkoutDocument.snakeCase($0.name) == name } ?? .other
    }

    private static func sensor(_ sensor: StoredDocument.Sensor) -> WorkoutSensor {
        WorkoutSensor(
            address: sensor.address, name: sensor.name, manufacturer: sensor.manufacturer,
            model: sensor.model,
            serial: sensor.serial, firmware: sensor.firmware, bodyLocation: sensor.bodyLocation,
            batteryPercent: sensor.batteryPercent,
            provides: sensor.provides.compactMap { PublishedQuantity(rawValue: $0)?.type })
    }

    // MARK: Zones and load

    private func zoneConfigurations() throws(ImportError) -> [HKQuantityType: HKWorkoutZoneConfiguration] {
        var configurations: [HKQuantityType: HKWorkoutZoneConfiguration] = [:]
        for (key, group) in document.zoneGroups {
            guard let quantity = PublishedQuantity(rawValue: key) else { continue }
            let place = "zone_groups.\(key).configuration"
            let sources: [String: HKWorkoutZoneConfiguration.Source] = [
                "system": .system, "user": .user, "app": .app,
            ]
            guard let source = sources[group.configuration.source] else {
                throw fault(place, "`\(group.configuration.source.prefix(40))` is no source of zones")
            }
            let edges = group.configuration.zones.dropLast().compactMap(\.maximum)
            guard edges.count == group.configuration.zones.count - 1 else {
                throw fault(place, "a zone but the last has no maximum")
            }
            do {
                configurations[quantity.type] = try HKWorkoutZoneConfiguration(
                    quantityType: quantity.type, edges: Array(edges), source: source)
            } catch {
                throw fault(place, error.localizedDescription)
            }
        }
        return configurations
    }

    /// The threshold that the document's load was worked out by, which it does not name itself.
    ///
    /// System zones of power are shares of it; else it is what normalized power is by the intensity factor, as the whole
    /// number if there is one within what rounding has left open.
    private var functionalThresholdPower: Double? {
        let power = PublishedQuantity.cyclingPower.rawValue
        if let configuration = document.zoneGroups[power]?.configuration, configuration.source == "system",
            let lowest = configuration.zones.first?.maximum
        {
            let threshold = lowest * 100 / SystemZones.thresholdPowerPercentages[0]
            let whole = threshold.rounded()
            return abs(threshold - whole) < 1e-6 ? whole : threshold
        }
        guard let statistics = document.statistics[power], let normalized = statistics.normalizedPower,
            let factor = statistics.intensityFactor, normalized > 0.05, factor > 0.0005
        else { return nil }
        let lowest = (normalized - 0.05) / (factor + 0.0005)
        let highest = (normalized + 0.05) / (factor - 0.0005)
        let middle = normalized / factor
        return (lowest...highest).contains(middle.rounded()) ? middle.rounded() : middle
    }
}
