import SensorProfiles
import Testing

@Suite struct BluetoothAddressTests {
    @Test(
        "An address is written in upper case whatever it was read from",
        arguments: ["C0:FF:EE:00:00:01", "c0:ff:ee:00:00:01"])
    func roundTrip(text: String) {
        #expect(BluetoothAddress(text)?.description == "C0:FF:EE:00:00:01")
    }

    @Test(
        "Anything but six bytes is refused",
        arguments: [
            "", "C0:FF:EE:00:00", "C0:FF:EE:00:00:01:02", "C0:FF:EE:00:00:1", "C0:FF:EE:00:00:+1",
            "C0:FF:EE:00:00:0G", "C0FFEE000001", "C0::FF:EE:00:01",
        ])
    func refusesOthers(text: String) {
        #expect(BluetoothAddress(text) == nil)
    }
}
