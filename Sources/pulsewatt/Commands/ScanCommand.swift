import BlueZ
import Bridge
import SensorProfiles
import WorkoutFormats

/// `pulsewatt scan`: shows sensors in range.
struct ScanCommand: Command {
    private static let duration = CommandOption("duration", argument: "TIME", "How long to look (10s)")

    let name = "scan"
    let summary = "Show heart-rate and power sensors in range"
    let options = [Self.duration, .adapter, .json]

    func run(_ arguments: ParsedArguments) async throws -> Int32 {
        try arguments.refuseOperands()
        let duration = try arguments.value(of: Self.duration, wanted: TimeSpan.wanted, TimeSpan.init)
        let adapter = try arguments.adapter()
        let isJSON = arguments.has(.json)
        let scan = SensorScan(access: try await BlueZAccess())
        var found: [BluetoothAddress: [BluetoothAddress: BlueZDevice]] = [:]
        try await scan.run(for: duration?.nanoseconds ?? 10_000_000_000, onlyAdapter: adapter) { device in
            let earlier = found[device.address]?.values
            let isNew = earlier == nil || device.name != nil && earlier?.allSatisfy { $0.name == nil } == true
            found[device.address, default: [:]][device.id.adapter] = device
            // A terminal sees sensors as they come; a name may come after the first advertisement.
            if isNew, !isJSON, Terminal.isInteractive {
                StandardError.print("found \(device.name ?? "a sensor") \(device.address)")
            }
            return true
        }
        let devices = found.values.compactMap(Self.best).sorted { $0.address < $1.address }
        let adapters = Set(found.values.flatMap(\.keys))
        print(isJSON ? Self.json(devices) : Self.table(devices, showsAdapters: adapters.count > 1))
        return 0
    }

    /// A sensor that several adapters hear is one sensor; the one that hears it best is that to pair it on.
    private static func best(_ heard: [BluetoothAddress: BlueZDevice]) -> BlueZDevice? {
        heard.sorted { $0.key < $1.key }.map(\.value).max { ($0.rssi ?? .min) < ($1.rssi ?? .min) }
    }

    private static func json(_ devices: [BlueZDevice]) -> String {
        JSONValue.array(
            devices.map { device in
                [
                    "address": .string(device.address.description),
                    "name": JSONValue(device.name),
                    "services": .array(SensorScan.serviceNames(of: device).map(JSONValue.string)),
                    "rssi_dbm": JSONValue(device.rssi),
                    "adapter": .string(device.id.adapter.description),
                ]
            }
        ).text(.document)
    }

    private static func table(_ devices: [BlueZDevice], showsAdapters: Bool) -> String {
        guard !devices.isEmpty else {
            return "No sensor in range. Wear the strap, turn the crank, and close other apps that hold them."
        }
        var table = TextTable(
            heading: ["ADDRESS", "NAME", "SERVICES", "SIGNAL"] + (showsAdapters ? ["ADAPTER"] : []))
        for device in devices {
            let row: [String?] = [
                device.address.description, device.name,
                SensorScan.serviceNames(of: device).joined(separator: ", "),
                device.rssi.map { "\($0) dBm" },
            ]
            table.add(row + (showsAdapters ? [device.id.adapter.description] : []))
        }
        return table.text
    }
}
