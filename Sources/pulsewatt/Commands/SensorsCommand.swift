import BlueZ
import Bridge
import SensorProfiles
import WorkoutFormats

/// `pulsewatt sensors`: lists paired sensors.
struct SensorsCommand: Command {
    let name = "sensors"
    let summary = "List paired sensors"
    let options: [CommandOption] = [.json, .stateDirectory]

    func run(_ arguments: ParsedArguments) async throws -> Int32 {
        try arguments.refuseOperands()
        let sensors = try KnownSensorsFile(directory: try StateDirectory.path(arguments)).read().all
        let present = await Self.presentDevices(among: sensors)
        print(arguments.has(.json) ? Self.json(sensors, present) : Self.table(sensors, present))
        return 0
    }

    /// What BlueZ says of the sensors now; nothing where it cannot be asked, which is no fault of a list.
    private static func presentDevices(among sensors: [KnownSensor]) async -> [BluetoothAddress: BlueZDevice]
    {
        guard !sensors.isEmpty, let access = try? await BlueZAccess(),
            (try? await access.client.start(deadline: .seconds(5))) != nil
        else {
            return [:]
        }
        var present: [BluetoothAddress: BlueZDevice] = [:]
        for sensor in sensors {
            let devices = await access.client.devices(sensor.address)
            present[sensor.address] =
                devices.first(where: \.isConnected) ?? devices.first { $0.id.adapter == sensor.adapter }
                ?? devices.first
        }
        await access.client.stop()
        return present
    }

    private static func state(_ device: BlueZDevice?) -> String {
        device?.isConnected == true ? "connected" : "away"
    }

    private static func json(_ sensors: [KnownSensor], _ present: [BluetoothAddress: BlueZDevice]) -> String {
        JSONValue.array(
            sensors.map { sensor in
                let device = present[sensor.address]
                return [
                    "address": .string(sensor.address.description),
                    "name": JSONValue(sensor.name),
                    "rider": .string(sensor.rider),
                    "state": .string(state(device)),
                    "battery_percent": JSONValue(device?.batteryPercent ?? sensor.details.batteryPercent),
                    "services": .array(sensor.services.map(JSONValue.string)),
                    "manufacturer": JSONValue(sensor.details.manufacturer),
                    "model": JSONValue(sensor.details.model),
                    "serial": JSONValue(sensor.details.serial),
                    "firmware": JSONValue(sensor.details.firmware),
                    "body_location": JSONValue(sensor.details.bodyLocation),
                    "adapter": JSONValue(sensor.adapter?.description),
                    "last_seen": JSONValue(sensor.lastSeen),
                ]
            }
        ).text(.document)
    }

    private static func table(_ sensors: [KnownSensor], _ present: [BluetoothAddress: BlueZDevice]) -> String
    {
        guard !sensors.isEmpty else {
            return "No sensor is paired: run pulsewatt scan, then pulsewatt pair ADDRESS."
        }
        var table = TextTable(heading: [
            "ADDRESS", "NAME", "RIDER", "STATE", "BATTERY", "SERVICES", "LAST SEEN",
        ])
        for sensor in sensors {
            let device = present[sensor.address]
            let battery = device?.batteryPercent ?? sensor.details.batteryPercent
            table.add([
                sensor.address.description, sensor.name, sensor.rider, state(device),
                battery.map { "\($0) %" },
                sensor.services.joined(separator: ", "), sensor.lastSeen,
            ])
        }
        return table.text
    }
}
