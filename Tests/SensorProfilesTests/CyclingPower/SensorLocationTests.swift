import SensorProfiles
import Testing

@Suite struct SensorLocationTests {
    @Test(
        "Every assigned number has its name",
        arguments: zip(
            0...,
            [
                "other", "top of shoe", "in shoe", "hip", "front wheel", "left crank", "right crank",
                "left pedal",
                "right pedal", "front hub", "rear dropout", "chainstay", "rear wheel", "rear hub", "chest",
                "spider", "chain ring",
            ]
        ).map { (UInt8($0), $1) })
    func names(number: UInt8, name: String) throws {
        #expect(try SensorLocation([number]).name == name)
    }

    @Test("The named constants are the assigned numbers")
    func constants() {
        #expect(SensorLocation.leftCrank.name == "left crank")
        #expect(SensorLocation.rightCrank.name == "right crank")
        #expect(SensorLocation.leftPedal.name == "left pedal")
        #expect(SensorLocation.rightPedal.name == "right pedal")
        #expect(SensorLocation.rearHub.name == "rear hub")
        #expect(SensorLocation.spider.name == "spider")
    }

    @Test("A reserved number is kept without a name, an empty packet is refused")
    func others() throws {
        #expect(try SensorLocation([17]).name == nil)
        #expect(try SensorLocation([255]).rawValue == 255)
        #expect(throws: PacketError(characteristic: .sensorLocation, byteCount: 0, requiredByteCount: 1)) {
            try SensorLocation([])
        }
    }
}
