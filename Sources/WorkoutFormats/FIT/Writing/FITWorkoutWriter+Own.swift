import Foundation
import HealthModel

extension FITWorkoutWriter {
    /// Writes Pulsewatt's own messages, which give back the very workout.
    mutating func writeOwnMessages() {
        typealias Own = FITProfile.Pulsewatt
        var message = FITMessageContent(Own.Workout.message)
        message.set(Own.Workout.format, text: Own.Workout.currentFormat)
        message.set(Own.Workout.identifier, bytes: withUnsafeBytes(of: workout.uuid.uuid) { Array($0) })
        message.set(Own.Workout.start, fractions: [series.start.timeIntervalSinceReferenceDate])
        Own.Workout.elapsed.set(series.elapsed, in: &message)
        message.set(Own.Workout.activityType, workout.workoutActivityType.rawValue)
        message.set(Own.Workout.indoor, exported.workout.isIndoor.map { $0 ? 1 : 0 })
        message.set(Own.Workout.timeZone, text: exported.timeZone.identifier)
        message.set(Own.Workout.simulated, exported.isSimulated ? 1 : 0)
        if let threshold = exported.functionalThresholdPower {
            message.set(Own.Workout.thresholdPower, fractions: [threshold])
        }
        encoder.write(message)
        for sensor in workout.sensors { write(sensor) }
        for configuration in workout.zoneConfigurations.values.sorted(by: {
            $0.quantityType.identifier < $1.quantityType.identifier
        }) {
            write(configuration)
        }
        if timeline.sessions.count > 1 {
            for session in timeline.sessions {
                var activity = FITMessageContent(Own.Activity.message)
                activity.set(Own.Activity.activityType, session.activityType.rawValue)
                Own.Activity.interval.set(session.interval, in: &activity)
                encoder.write(activity)
            }
        }
        for event in workout.workoutEvents ?? [] { write(event) }
        for pause in series.pauses {
            var message = FITMessageContent(Own.Pause.message)
            Own.Pause.interval.set(pause, in: &message)
            encoder.write(message)
        }
        for quantity in FITQuantity.allCases {
            if let type = quantity.type {
                if let column = series.columns[type] { write(column, quantity) }
            } else {
                write(series.heartbeats)
            }
        }
    }

    private mutating func write(_ sensor: WorkoutSensor) {
        typealias Own = FITProfile.Pulsewatt.Sensor
        var message = FITMessageContent(Own.message)
        message.set(Own.address, text: sensor.address)
        message.set(Own.name, text: sensor.name)
        message.set(Own.manufacturer, text: sensor.manufacturer)
        message.set(Own.model, text: sensor.model)
        message.set(Own.serial, text: sensor.serial)
        message.set(Own.firmware, text: sensor.firmware)
        message.set(Own.bodyLocation, text: sensor.bodyLocation)
        message.set(Own.batteryPercent, sensor.batteryPercent)
        message.set(
            Own.provides, sensor.provides.compactMap(FITQuantity.init).map { Double($0.rawValue) })
        encoder.write(message)
    }

    private mutating func write(_ configuration: HKWorkoutZoneConfiguration) {
        typealias Own = FITProfile.Pulsewatt.Zones
        guard let quantity = FITQuantity(configuration.quantityType) else { return }
        var message = FITMessageContent(Own.message)
        message.set(Own.quantity, quantity.rawValue)
        switch configuration.source {
        case .system: message.set(Own.source, Own.system)
        case .user: message.set(Own.source, Own.user)
        case .app: message.set(Own.source, Own.app)
        }
        message.set(Own.edges, fractions: configuration.boundaries.edges[...])
        encoder.write(message)
    }

    private mutating func write(_ event: HKWorkoutEvent) {
        typealias Own = FITProfile.Pulsewatt.Event
        var message = FITMessageContent(Own.message)
        message.set(Own.type, event.type.rawValue)
        message.set(Own.name, text: event.metadata?[HKMetadataKeyPulsewattEvent] as? String)
        message.set(Own.sensor, text: event.metadata?[HKMetadataKeyPulsewattSensor] as? String)
        let start = WorkoutTime.nanoseconds(of: event.dateInterval.start, since: series.start)
        let end = WorkoutTime.nanoseconds(of: event.dateInterval.end, since: series.start)
        Own.interval.set(start..<max(start, end), in: &message)
        encoder.write(message)
    }

    // MARK: Samples

    /// As many samples as one field holds: distances of four bytes and whole values, or values of eight bytes.
    private static let longestStretch = FITMessageContent.fieldLimit / 4
    private static let longestFractionalStretch = FITMessageContent.fieldLimit / 8

    private mutating func write(_ column: SampleColumn, _ quantity: FITQuantity) {
        typealias Own = FITProfile.Pulsewatt.Samples
        let isWhole = { (value: Double) in
            Int64(exactly: value).map { Own.wholeValues.type.integers?.contains($0) == true } == true
                && (value != 0 || value.sign == .plus)
        }
        var first = 0
        while first < column.count {
            let whole = isWhole(column.values[first])
            let limit = whole ? Self.longestStretch : Self.longestFractionalStretch
            let last = end(of: column.offsets, from: first, limit: limit) { index in
                isWhole(column.values[index]) == whole
            }
            var message = stretch(column.offsets[first..<last], quantity)
            let values = column.values[first..<last]
            if whole {
                message.set(Own.wholeValues, Array(values))
            } else {
                message.set(Own.values, fractions: values)
            }
            let durations = column.durations[first..<last]
            if durations.contains(where: { $0 != 0 }) {
                message.set(Own.durationSeconds, durations.map { Double($0 / Self.second) })
                message.set(Own.durationNanoseconds, durations.map { Double($0 % Self.second) })
            }
            encoder.write(message)
            first = last
        }
    }

    /// Beats; a stretch is one of which none but the first is preceded by a gap.
    private mutating func write(_ beats: HeartbeatColumn) {
        var first = 0
        while first < beats.count {
            let last = end(of: beats.offsets, from: first, limit: Self.longestStretch) { index in
                !beats.precededByGap[index]
            }
            var message = stretch(beats.offsets[first..<last], .heartbeats)
            message.set(
                FITProfile.Pulsewatt.Samples.precededByGap, beats.precededByGap[first] ? 1 : 0)
            encoder.write(message)
            first = last
        }
    }

    /// Where a stretch ends that may go on for as long as samples are wanted and a distance fits into 32 bits.
    private func end(
        of offsets: [Int64], from first: Int, limit: Int, while isWanted: (Int) -> Bool
    ) -> Int {
        var last = first + 1
        while last < offsets.count, last - first < limit, isWanted(last),
            offsets[last] - offsets[last - 1] < Int64(UInt32.max)
        {
            last += 1
        }
        return last
    }

    private func stretch(_ offsets: ArraySlice<Int64>, _ quantity: FITQuantity) -> FITMessageContent {
        typealias Own = FITProfile.Pulsewatt.Samples
        var message = FITMessageContent(Own.message)
        let first = offsets.first ?? 0
        message.set(Own.quantity, quantity.rawValue)
        Own.first.set(first, in: &message)
        message.set(Own.distances, zip(offsets, offsets.dropFirst()).map { Double($1 - $0) })
        return message
    }
}
