import Bridge
import SensorProfiles
import Testing

@Suite struct SensorEventTests {
    @Test("Two events that say the same are equal")
    func equality() throws {
        let sensor = try #require(BluetoothAddress("C0:FF:EE:00:00:01"))
        #expect(
            SensorEvent(nanoseconds: 1, sensor: sensor, kind: .connected)
                == SensorEvent(nanoseconds: 1, sensor: sensor, kind: .connected))
    }
}
