import BlueZ
import Bridge
import SensorProfiles

/// `pulsewatt forget ADDRESS`: forgets a sensor.
struct ForgetCommand: Command {
    let name = "forget"
    let summary = "Forget a sensor and its bond"
    let operands = "ADDRESS"
    let options: [CommandOption] = [.stateDirectory]

    func run(_ arguments: ParsedArguments) async throws -> Int32 {
        let address = try arguments.sensorAddress()
        let agreement = RiderHistory.sensorAgreement(in: try StateDirectory.path(arguments))
        guard let sensor = try agreement.file.read()[address: address] else {
            StandardError.print("\(address) is not paired; pulsewatt sensors lists those that are")
            return 1
        }
        let outcome = try await agreement.update { $0[address: address] = nil }
        do {
            let failures = try await SensorPairing(access: try await BlueZAccess()).forget(
                address, pairedOn: sensor.adapter)
            for failure in failures { StandardError.print(failure) }
        } catch {
            StandardError.print("BlueZ may still know the sensor: \(error)")
        }
        StandardOutput.print("Forgot \(sensor.name ?? "sensor") \(address)")
        outcome.tell(of: agreement.file)
        return 0
    }
}
