import SensorProfiles
import Testing

@Suite struct PacketErrorTests {
    @Test("The message names the characteristic, the bytes there and the bytes needed")
    func message() {
        let one = PacketError(characteristic: .heartRateMeasurement, byteCount: 1, requiredByteCount: 3)
        #expect(
            one.description
                == "Heart Rate Measurement (2a37): the packet holds 1 byte, at least 3 are needed")
        let none = PacketError(
            characteristic: BluetoothUUID(rawValue: 0x2AAA), byteCount: 0, requiredByteCount: 4)
        #expect(none.description == "2aaa: the packet holds 0 bytes, at least 4 are needed")
    }
}
