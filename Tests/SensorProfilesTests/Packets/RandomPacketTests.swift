import SensorProfiles
import TestKit
import Testing

/// A million packets of random bytes through every decoder.
///
/// The seed is fixed, so that a failure comes back. Every packet is also taken apart by a plain second reading of
/// the layout, and both must account for every byte.
@Suite struct RandomPacketTests {
    private static let seeds: [UInt64] = [0x2A37, 0x2A38, 0x2A5D, 0x2A63]
    private static let packetCount = 1_000_000 / seeds.count

    /// The flag and size of each optional field of a power packet, in order.
    private static let powerFields: [(UInt16, Int)] = [
        (0x001, 1), (0x004, 2), (0x010, 6), (0x020, 4), (0x040, 4), (0x080, 4), (0x100, 3), (0x200, 2),
        (0x400, 2),
        (0x800, 2),
    ]

    @Test(
        "A million random packets trap nowhere, and fields and surplus add up to each packet's length",
        arguments: seeds)
    func everyDecoder(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pool = (0..<1 << 16).flatMap { _ in
            let word = random.next()
            return (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
        }
        let bytes = pool.span
        var failures: [[UInt8]] = []
        for _ in 0..<Self.packetCount {
            let word = random.next()
            // Mostly up to the longest power packet; one in 128 up to the largest attribute value.
            let length = word & 0x7F == 0 ? Int(word >> 8) & 0x1FF : (Int(word >> 8) & 0xFF) % 36
            let start = Int(word >> 32) % (bytes.count - length)
            let packet = bytes.extracting(start..<start + length)
            if !Self.accountsForHeartRate(packet) || !Self.accountsForCyclingPower(packet)
                || !Self.accountsForShortValues(packet) || (word & 7 == 0 && !Self.endsAtNUL(packet))
            {
                failures.append((0..<length).map { packet[$0] })
            }
        }
        #expect(failures.isEmpty)
    }

    private static func accountsForHeartRate(_ packet: Span<UInt8>) -> Bool {
        let needed = packet.isEmpty ? 2 : 2 + Int(packet[0] & 1)
        guard let measurement = try? HeartRateMeasurement(packet) else { return packet.count < needed }
        guard packet.count >= needed else { return false }
        let intervalBytes = 2 * (measurement.rrIntervals.count + measurement.zeroRRIntervalCount)
        let energyBytes = measurement.energyExpended == nil ? 0 : 2
        for position in 0..<measurement.rrIntervals.count
        where measurement.rrIntervals[position].rawValue == 0 {
            return false
        }
        // A whole interval may be left over only where no flag asks for it.
        let surplusIsRight = packet[0] & 0x10 == 0 || measurement.surplusByteCount < 2
        return surplusIsRight && measurement.heartRate != 0
            && needed + energyBytes + intervalBytes + measurement.surplusByteCount == packet.count
    }

    private static func accountsForCyclingPower(_ packet: Span<UInt8>) -> Bool {
        guard let measurement = try? CyclingPowerMeasurement(packet) else { return packet.count < 4 }
        guard packet.count >= 4 else { return false }
        let flags = UInt16(packet[0]) | UInt16(packet[1]) << 8
        var claimed = 4
        var isCut = false
        for (bit, size) in powerFields where flags & bit != 0 && !isCut {
            isCut = claimed + size > packet.count
            claimed += isCut ? 0 : size
        }
        return measurement.isTruncated == isCut && measurement.surplusByteCount == packet.count - claimed
    }

    private static func accountsForShortValues(_ packet: Span<UInt8>) -> Bool {
        let first = packet.isEmpty ? nil : packet[0]
        return (try? BodySensorLocation(packet))?.rawValue == first
            && (try? SensorLocation(packet))?.rawValue == first
            && (try? BatteryLevel(packet)).map { $0.percentage ?? 101 } == first.map { min(Int($0), 101) }
            && ((try? CyclingPowerFeature(packet)) != nil) == (packet.count >= 4)
    }

    /// Whether the text ends where the packet's first NUL is; random bytes are slow to repair, so not for all.
    private static func endsAtNUL(_ packet: Span<UInt8>) -> Bool {
        var end = 0
        while end < packet.count, packet[end] != 0 { end += 1 }
        let text = DeviceInformationString(packet).text
        return !text.utf8.contains(0) && text.isEmpty == (end == 0) && text.unicodeScalars.count <= end
    }
}
