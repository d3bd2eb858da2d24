import SensorProfiles
import Testing

@Suite struct BodySensorLocationTests {
    @Test(
        "Every assigned number has its name",
        arguments: zip(
            0..., ["other", "chest", "wrist", "finger", "hand", "ear lobe", "foot"]
        ).map { (UInt8($0), $1) })
    func names(number: UInt8, name: String) throws {
        #expect(try BodySensorLocation([number]).name == name)
    }

    @Test("A reserved number is kept without a name", arguments: [7, 8, 255] as [UInt8])
    func reserved(number: UInt8) throws {
        let location = try BodySensorLocation([number])
        #expect(location.rawValue == number)
        #expect(location.name == nil)
    }

    @Test("Bytes after the first are ignored, an empty packet is refused")
    func length() throws {
        #expect(try BodySensorLocation([1, 2]) == .chest)
        #expect(throws: PacketError(characteristic: .bodySensorLocation, byteCount: 0, requiredByteCount: 1))
        {
            try BodySensorLocation([])
        }
    }
}
