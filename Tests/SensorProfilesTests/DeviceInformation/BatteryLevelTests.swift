import SensorProfiles
import Testing

@Suite struct BatteryLevelTests {
    @Test(
        "A charge is 0 to 100 percent, and a reserved value is none",
        arguments: [(0, 0), (1, 1), (99, 99), (100, 100), (101, nil), (255, nil)] as [(UInt8, Int?)])
    func percentages(byte: UInt8, percentage: Int?) throws {
        #expect(try BatteryLevel([byte]).percentage == percentage)
    }

    @Test("An empty packet is refused")
    func empty() {
        #expect(throws: PacketError(characteristic: .batteryLevel, byteCount: 0, requiredByteCount: 1)) {
            try BatteryLevel([])
        }
    }
}
