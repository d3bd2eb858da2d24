import Bridge
import SensorProfiles

/// `pulsewatt pair ADDRESS`: makes a sensor known.
struct PairCommand: Command {
    private static let duration = CommandOption("duration", argument: "TIME", "How long to look for it (60s)")

    let name = "pair"
    let summary = "Make a sensor known and give it to a rider"
    let operands = "ADDRESS"
    let discussion = """
        Finds the sensor, connects to see that it measures something, bonds with it if it asks for that, and remembers
        it. A running service takes it up at once. It is used through the adapter that it was paired on whenever that
        is there and powered; --adapter says which one.
        """
    let options: [CommandOption] = [.rider, Self.duration, .adapter, .stateDirectory]

    func run(_ arguments: ParsedArguments) async throws -> Int32 {
        let address = try arguments.sensorAddress()
        let adapter = try arguments.adapter()
        let agreement = RiderHistory.sensorAgreement(in: try StateDirectory.path(arguments))
        let file = agreement.file
        let rider = try arguments.rider()
        let searchTime = try arguments.value(of: Self.duration, wanted: TimeSpan.wanted, TimeSpan.init)
        // Before the radio is bothered: the file must be readable and its directory writable.
        try DurableFile.prepareDirectory(file.directory)
        let earlier = try file.read()[address: address]

        StandardError.print("looking for \(address)")
        let pairing = SensorPairing(
            access: try await BlueZAccess(),
            searchTime: searchTime?.nanoseconds ?? SensorPairing.usualSearchTime)
        let (description, usedAdapter) = try await pairing.pair(
            address, onlyAdapter: adapter, preferred: earlier?.adapter)
        let outcome = try await agreement.update { sensors in
            var sensor =
                sensors[address: address] ?? KnownSensor(address: address, rider: KnownSensors.defaultRider)
            sensor.rider = rider ?? sensor.rider
            sensor.adapter = usedAdapter
            sensor.name = description.name ?? sensor.name
            sensor.services = description.services
            sensor.details = description.details
            sensors[address: address] = sensor
        }
        let owner = outcome.sensors[address: address]?.rider ?? KnownSensors.defaultRider
        StandardOutput.print(
            "Paired \(description.name ?? "sensor") \(address) with \(owner): \(description.services.joined(separator: ", "))"
        )
        outcome.tell(of: file)
        return 0
    }
}
