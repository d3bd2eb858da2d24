package import Foundation

extension WorkoutSeries {
    /// The samples that a finished workout leaves in the health database: one of each type, with all its readings.
    ///
    /// They are identified by the workout, so that a workout that is rebuilt from its recording leaves the same.
    /// - Parameters:
    ///   - workout: the UUID of the workout.
    ///   - device: what measured.
    ///   - isWanted: whether a type is to be left; not one that was added as samples already.
    /// - Returns: the samples, not saved yet.
    package func samples(
        of workout: UUID, device: HKDevice?, where isWanted: (HKSampleType) -> Bool
    ) -> [HKSample] {
        let quantities = columns.keys.sorted { $0.identifier < $1.identifier }.filter(isWanted)
            .compactMap { quantitySample($0, of: workout, device: device) }
        let isHeartbeatWanted = isWanted(HKSeriesType.heartbeat())
        let beats = isHeartbeatWanted ? heartbeatSample(of: workout, device: device) : nil
        return quantities + [beats].compactMap(\.self)
    }

    private func quantitySample(
        _ type: HKQuantityType, of workout: UUID, device: HKDevice?
    ) -> HKQuantitySample? {
        guard let column = columns[type], let first = column.offsets.first,
            let last = zip(column.offsets, column.durations).map({ $0 + $1 }).max(),
            let summary = summary(for: type), let value = summary.sum ?? summary.average ?? summary.mostRecent
        else { return nil }
        return HKQuantitySample(
            uuid: workout.derived(for: type), type: type,
            quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: value),
            start: WorkoutTime.date(at: first, since: start),
            end: WorkoutTime.date(at: min(last, max(first, elapsed)), since: start), device: device,
            metadata: nil, series: QuantitySeries(origin: start, column: column))
    }

    private func heartbeatSample(of workout: UUID, device: HKDevice?) -> HKHeartbeatSeriesSample? {
        guard let first = heartbeats.offsets.first else { return nil }
        var beats: [HKHeartbeatSeriesSample.Heartbeat] = []
        for (offset, gap) in zip(heartbeats.offsets, heartbeats.precededByGap) {
            let beat = HKHeartbeatSeriesSample.Heartbeat(
                timeIntervalSinceStart: WorkoutTime.seconds(offset - first), precededByGap: gap)
            // Seconds tell nanoseconds apart only in the first hundred days of a workout.
            if let last = beats.last, last.timeIntervalSinceStart >= beat.timeIntervalSinceStart { continue }
            beats.append(beat)
        }
        return HKHeartbeatSeriesSample(
            uuid: workout.derived(for: HKSeriesType.heartbeat()), heartbeats: beats,
            start: WorkoutTime.date(at: first, since: start), device: device, metadata: nil)
    }
}

extension UUID {
    /// Another UUID that follows from this one and a type: version 8 of RFC 9562, mixed by FNV-1a.
    fileprivate func derived(for type: HKSampleType) -> UUID {
        var bytes = withUnsafeBytes(of: uuid) { Array($0) }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes + Array(type.identifier.utf8) {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        for index in bytes.indices {
            hash = (hash ^ UInt64(index)) &* 0x100_0000_01B3
            bytes[index] ^= UInt8(truncatingIfNeeded: hash >> 32)
        }
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
