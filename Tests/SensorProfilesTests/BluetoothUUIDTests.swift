import SensorProfiles
import Testing

@Suite struct BluetoothUUIDTests {
    @Test(
        "Every way of writing an assigned number reads as the same UUID",
        arguments: [
            "2a37", "2A37", "0x2A37", "00002a37-0000-1000-8000-00805f9b34fb",
            "00002A37-0000-1000-8000-00805F9B34FB",
        ])
    func readsEveryForm(text: String) {
        #expect(BluetoothUUID(text) == .heartRateMeasurement)
    }

    @Test(
        "Anything but an assigned number is refused",
        arguments: [
            "", "2a3", "2a370", "+a37", "zz37", "6e400001-b5a3-f393-e0a9-e50e24dcca9e",
            "12342a37-0000-1000-8000-00805f9b34fb",
        ])
    func refusesOthers(text: String) {
        #expect(BluetoothUUID(text) == nil)
    }

    @Test("A UUID writes its short and long forms in lower case")
    func writes() {
        #expect(BluetoothUUID.heartRateMeasurement.description == "2a37")
        #expect(BluetoothUUID.batteryService.longForm == "0000180f-0000-1000-8000-00805f9b34fb")
        #expect(BluetoothUUID(rawValue: 0x1F).description == "001f")
    }
}
