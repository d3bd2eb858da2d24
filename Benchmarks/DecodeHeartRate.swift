import SensorProfiles

extension Benchmark {
    /// Heart-rate packets as straps send them: with and without energy, one and two bytes wide, 0 to 4 intervals.
    static let decodeHeartRate = Benchmark("decode 0x2A37", unit: "packets", target: 20_000_000) {
        let packets: [[UInt8]] = [
            [0x16, 0x4B, 0x2A, 0x03],
            [0x06, 0x48],
            [0x1E, 0x5A, 0x2C, 0x01, 0x9A, 0x02, 0xA0, 0x02],
            [0x11, 0xB4, 0x00, 0x54, 0x01, 0x56, 0x01],
            [0x16, 0xA0, 0x77, 0x01, 0x78, 0x01, 0x79, 0x01, 0x7A, 0x01],
        ]
        let rounds = 1_000_000
        var sum = 0
        for _ in 0..<rounds {
            for packet in packets {
                guard let measurement = try? HeartRateMeasurement(packet.span) else { continue }
                sum &+= measurement.heartRate ?? 0
                sum &+= measurement.rrIntervals.count
            }
        }
        consume(sum)
        return rounds * packets.count
    }
}
