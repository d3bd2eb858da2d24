import Foundation

/// A workout that is being built: everything but the lock, the store and the delegate.
///
/// It has no clock. Time goes on with what arrives, and when it is told so. All offsets are nanoseconds from the
/// start. A call that throws has changed nothing.
struct WorkoutLedger: Sendable {
    /// How far the workout has come.
    enum Phase: String, Sendable {
        case created = "not started"
        case collecting
        case ended
        case finished
        case discarded
    }

    private(set) var phase = Phase.created
    private(set) var startDate: Date?
    private(set) var endDate: Date?
    /// The latest time that is known of.
    private(set) var now: Int64 = 0

    var pauses = PauseTimeline()
    var events: [HKWorkoutEvent] = []
    var activities: [ActivityRecord] = []
    var metadata = WorkoutMetadata()
    var sensors: [WorkoutSensor] = []
    var heartbeats = HeartbeatColumn()
    /// What was added as objects, to be saved with the workout.
    private(set) var samples: [HKSample] = []

    /// The configurations that were set for this workout alone.
    private var customConfigurations: [HKQuantityType: HKWorkoutZoneConfiguration] = [:]
    /// The configurations that this workout is counted by, fixed when it began.
    private(set) var zoneConfigurations: [HKQuantityType: HKWorkoutZoneConfiguration] = [:]

    private(set) var types: [HKQuantityType] = []
    private var series: [RunningSeries] = []
    private var indexByType: [HKQuantityType: Int] = [:]

    /// The series that have zones, and the zone each was last said to be in.
    private var zoned: [(index: Int, announced: Int?)] = []
    /// The zone changes that nobody has taken yet.
    private var zoneUpdates: [HKLiveWorkoutZoneUpdate] = []

    // MARK: Order of calls

    /// Checks that a call comes at its time.
    func require(_ permitted: Phase..., to action: String) throws(HKError) {
        guard permitted.contains(phase) else {
            throw HKError(
                .errorInvalidArgument, "The workout is \(phase.rawValue); it cannot \(action) now.")
        }
    }

    mutating func setCustomConfiguration(
        _ configuration: HKWorkoutZoneConfiguration?, for type: HKQuantityType
    ) throws(HKError) {
        try require(.created, to: "change its zone configuration")
        guard HKWorkoutZoneConfiguration.supportedTypes.contains(type) else {
            throw HKError(
                .errorInvalidArgument, "\(type) has no zones; heart rate and cycling power have.")
        }
        if let configuration, configuration.quantityType != type {
            throw HKError(
                .errorInvalidArgument,
                "A configuration for \(configuration.quantityType) cannot be set for \(type).")
        }
        customConfigurations[type] = configuration
    }

    /// The configuration that the workout is counted by, or was told to be; nil where the preferred one applies.
    func zoneConfiguration(for type: HKQuantityType) -> HKWorkoutZoneConfiguration? {
        zoneConfigurations[type] ?? customConfigurations[type]
    }

    mutating func begin(
        at start: Date, preferred: [HKQuantityType: HKWorkoutZoneConfiguration]
    ) throws(HKError) {
        try require(.created, to: "begin")
        guard start.isOrdinary else {
            throw HKError(.errorInvalidArgument, "\(start.text) is no date that a workout can start at.")
        }
        phase = .collecting
        startDate = start
        zoneConfigurations = preferred.merging(customConfigurations) { _, custom in custom }
    }

    mutating func end(at end: Date) throws(HKError) {
        try require(.collecting, to: "end")
        let offset = try offset(of: end, what: "The end")
        if offset < now {
            // Time had run past the end: what lies there is not part of the workout.
            for index in series.indices { series[index].removeAll(after: offset) }
            heartbeats.removeAll(after: offset)
            events.removeAll { $0.dateInterval.start > end }
            now = offset
        } else {
            advance(to: offset)
        }
        phase = .ended
        endDate = end
        for index in activities.indices where activities[index].end.map({ $0 > offset }) ?? true {
            activities[index].setEnd(end, at: offset)
        }
        updatePauses()
    }

    mutating func finish() throws(HKError) {
        try require(.ended, to: "finish")
        phase = .finished
    }

    /// Goes back from finished to ended, because the workout could not be saved.
    mutating func unfinish() {
        if phase == .finished { phase = .ended }
    }

    mutating func discard() {
        if phase != .finished { phase = .discarded }
    }

    // MARK: Time

    /// The offset of a date, which must lie in the workout.
    func offset(of date: Date, what: @autoclosure () -> String) throws(HKError) -> Int64 {
        guard let startDate else {
            throw HKError(.errorInvalidArgument, "The workout is not started; nothing can be added to it.")
        }
        guard date.isOrdinary, date >= startDate else {
            throw HKError(
                .errorInvalidArgument,
                "\(what()) is at \(date.text), before the workout's start at \(startDate.text).")
        }
        let offset = WorkoutTime.nanoseconds(of: date, since: startDate)
        guard offset < WorkoutTime.limit else {
            throw HKError(
                .errorInvalidArgument,
                "\(what()) is at \(date.text), more than 366 days after the workout's start.")
        }
        if let endDate, date > endDate {
            throw HKError(
                .errorInvalidArgument,
                "\(what()) is at \(date.text), after the workout's end at \(endDate.text).")
        }
        return offset
    }

    func date(at offset: Int64) -> Date {
        WorkoutTime.date(at: offset, since: startDate ?? .distantPast)
    }

    /// Says that time has passed: what has held for its limit ceases to.
    mutating func advance(to instant: Int64) {
        guard phase == .collecting, instant < WorkoutTime.limit else { return }
        noteLapses(before: instant)
        if instant > now { now = instant }
        announceZones()
    }

    // MARK: Samples

    /// Adds a value in the type's canonical unit; nothing happens if the workout or the value cannot take part.
    ///
    /// - Returns: whether the sample was taken.
    mutating func collect(
        _ type: HKQuantityType, value: Double, at offset: Int64, lasting duration: Int64 = 0
    ) -> Bool {
        guard phase == .collecting || phase == .ended && offset <= now, value.isFinite, offset >= 0,
            duration >= 0, offset < WorkoutTime.limit, duration < WorkoutTime.limit
        else { return false }
        let index = index(of: type)
        if offset > now { noteLapses(before: offset) }
        series[index].add(value, at: offset, lasting: duration)
        let arrival = phase == .ended ? offset : offset + duration
        if arrival > now { now = arrival }
        announceZones()
        return true
    }

    /// Adds samples, all or none.
    mutating func add(_ added: [HKSample]) throws(HKError) {
        try require(.collecting, .ended, to: "take samples")
        var quantities: [(offset: Int64, duration: Int64, value: Double, type: HKQuantityType)] = []
        quantities.reserveCapacity(added.count)
        for sample in added {
            try sample.validate()
            let offset = try offset(of: sample.startDate, what: "The sample \(sample)")
            guard let sample = sample as? HKQuantitySample else { continue }
            let type = sample.quantityType
            if let series = sample.series, let startDate {
                _ = try self.offset(of: sample.endDate, what: "The end of the sample \(sample)")
                let shift = WorkoutTime.nanoseconds(of: series.origin, since: startDate)
                let column = series.column
                for index in column.offsets.indices {
                    quantities.append(
                        (column.offsets[index] + shift, column.durations[index], column.values[index], type))
                }
                continue
            }
            guard let value = sample.quantity.value(in: type.canonicalUnit), value.isFinite else {
                throw HKError(
                    .errorInvalidArgument,
                    "\(sample.quantity) is not a finite \(type.canonicalUnit), which \(type) is measured in.")
            }
            let end = sample.hasUndeterminedDuration ? sample.startDate : sample.endDate
            let duration = WorkoutTime.nanoseconds(of: end, since: sample.startDate)
            guard duration < WorkoutTime.limit else {
                throw HKError(.errorInvalidArgument, "The sample \(sample) lasts more than 366 days.")
            }
            quantities.append((offset, duration, value, type))
        }
        // In order of time, so that zone changes come in the order in which they happened.
        if quantities.count > 1 { quantities.sort { $0.offset < $1.offset } }
        for quantity in quantities {
            _ = collect(
                quantity.type, value: quantity.value, at: quantity.offset, lasting: quantity.duration)
        }
        for case let series as HKHeartbeatSeriesSample in added {
            for beat in series.heartbeats {
                let date = series.startDate.addingTimeInterval(beat.timeIntervalSinceStart)
                _ = collectHeartbeat(
                    at: WorkoutTime.nanoseconds(of: date, since: startDate ?? date),
                    precededByGap: beat.precededByGap)
            }
        }
        samples.append(contentsOf: added)
    }

    private mutating func index(of type: HKQuantityType) -> Int {
        if let index = indexByType[type] { return index }
        let index = series.count
        var added = RunningSeries(
            style: type.aggregationStyle, holdLimit: HoldLimit.nanoseconds(for: type))
        if let configuration = zoneConfigurations[type] {
            added.setBoundaries(configuration.boundaries)
            zoned.append((index, nil))
        }
        series.append(added)
        types.append(type)
        indexByType[type] = index
        return index
    }

    // MARK: Pauses

    /// Reads the pauses out of the events, and takes back what was counted otherwise.
    mutating func updatePauses() {
        guard let startDate else { return }
        let changed = PauseTimeline(events: events, since: startDate)
        guard let instant = changed.firstDifference(from: pauses) else { return }
        for index in series.indices { series[index].takeBack(from: instant) }
        pauses = changed
    }

    /// Whether the workout stands still at its latest time.
    var isPaused: Bool { pauses.contains(now) }

    // MARK: Zones

    /// Notes for each type that its last sample ceased to speak before an instant, so that a dropout is told even
    /// when nobody said that time passed.
    private mutating func noteLapses(before instant: Int64) {
        for position in zoned.indices where zoned[position].announced != nil {
            guard let lapse = series[zoned[position].index].lapse(pauses: pauses), lapse < instant
            else { continue }
            if lapse > now { now = lapse }
            announce(nil, at: position)
        }
    }

    /// Notes every zone that has changed at the latest time; after the workout's end there is none to be in.
    mutating func announceZones() {
        guard phase == .collecting else { return }
        for position in zoned.indices {
            let zone = series[zoned[position].index].zone(at: now, pauses: pauses)
            if zone != zoned[position].announced { announce(zone, at: position) }
        }
    }

    private mutating func announce(_ zone: Int?, at position: Int) {
        let index = zoned[position].index
        let previous = zoned[position].announced
        zoned[position].announced = zone
        guard let group = zoneGroup(for: types[index]) else { return }
        zoneUpdates.append(
            HKLiveWorkoutZoneUpdate(
                lastSampleProcessed: series[index].column.offsets.last.map(date(at:)), current: zone,
                previous: previous, group: group))
    }

    /// Hands over the zone changes since the last call.
    mutating func takeZoneUpdates() -> [HKLiveWorkoutZoneUpdate] {
        if zoneUpdates.isEmpty { return [] }
        defer { zoneUpdates = [] }
        return zoneUpdates
    }

    // MARK: What it amounts to

    /// The zones of a type with the time in each until now, or nil without zones or samples.
    mutating func zoneGroup(for type: HKQuantityType) -> HKWorkoutZoneGroup? {
        guard let index = indexByType[type], let configuration = zoneConfigurations[type],
            let totals = series[index].zoneTotals(at: now, pauses: pauses)
        else { return nil }
        return HKWorkoutZoneGroup(configuration: configuration, totals: totals)
    }

    /// The statistics of a type until now, or nil without samples.
    mutating func statistics(for type: HKQuantityType) -> HKStatistics? {
        guard let index = indexByType[type], let startDate else { return nil }
        let summary = series[index].summary(at: now, pauses: pauses)
        guard summary.mostRecent != nil else { return nil }
        return HKStatistics(
            quantityType: type, startDate: startDate, endDate: date(at: now), origin: startDate,
            summary: summary, summaryBySource: [.default(): summary])
    }

    /// Active time from the start to an instant, in nanoseconds.
    func activeDuration(until instant: Int64) -> Int64 {
        let interval = 0..<max(0, instant)
        return interval.upperBound - pauses.duration(within: interval)
    }

    /// Everything measured until now, in columns.
    var collectedSeries: WorkoutSeries {
        WorkoutSeries(
            start: startDate ?? .distantPast,
            columns: Dictionary(uniqueKeysWithValues: zip(types, series.map(\.column))),
            heartbeats: heartbeats, pauses: pauses.ranges, elapsed: now)
    }
}

extension WorkoutLedger {
    /// Adds a heartbeat.
    ///
    /// - Returns: whether it was taken.
    mutating func collectHeartbeat(at offset: Int64, precededByGap: Bool) -> Bool {
        guard phase == .collecting || phase == .ended && offset <= now, offset >= 0,
            offset < WorkoutTime.limit
        else { return false }
        heartbeats.insert(offset, precededByGap: precededByGap)
        return true
    }

    /// Notes a series whose beats are here already, and which is saved.
    mutating func noteSaved(_ series: HKHeartbeatSeriesSample) {
        samples.append(series)
    }
}
