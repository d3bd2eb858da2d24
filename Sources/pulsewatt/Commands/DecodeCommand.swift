import WorkoutFormats

/// `pulsewatt decode UUID HEX…`: explains packets.
struct DecodeCommand: Command {
    let name = "decode"
    let summary = "Explain packets of a sensor as JSON"
    let operands = "UUID HEX..."
    let discussion = """
        UUID is the characteristic, such as 2a37 or 2a63; each HEX is one packet, and several are successive packets
        of one sensor, so that cadence and wheel rate can be told from the second on.
        """
    let options: [CommandOption] = []

    func run(_ arguments: ParsedArguments) async throws -> Int32 {
        guard arguments.operands.count >= 2 else {
            throw UsageError("wanted are a characteristic and at least one packet in hexadecimal")
        }
        let packets = Array(arguments.operands.dropFirst())
        for object in try PacketExplanation.explain(uuid: arguments.operands[0], packets: packets) {
            print(object.text(.line))
        }
        return 0
    }
}
