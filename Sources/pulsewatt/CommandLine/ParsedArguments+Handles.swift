import FlightRecorder
import SensorProfiles

extension CommandOption {
    static let handles = CommandOption(
        "handles", argument: "HANDLE=UUID,...",
        "What handles of a Bluetooth capture are, such as 0x0010=2a37, where it does not say")
}

extension ParsedArguments {
    /// The characteristics of handles that a person names.
    func handles() throws -> [UInt16: BluetoothUUID] {
        try value(of: .handles, wanted: "handles and 2a37 or 2a63, such as 0x0010=2a37,0x0021=2a63") { text in
            var handles: [UInt16: BluetoothUUID] = [:]
            for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
                let words = pair.split(separator: "=", omittingEmptySubsequences: false)
                guard words.count == 2, let handle = Self.handle(words[0]),
                    let uuid = BtsnoopReader.characteristics.first(where: { "\($0)" == words[1].lowercased() }
                    )
                else { return nil }
                handles[handle] = uuid
            }
            return handles
        } ?? [:]
    }

    private static func handle(_ text: Substring) -> UInt16? {
        text.lowercased().hasPrefix("0x") ? UInt16(text.dropFirst(2), radix: 16) : UInt16(text)
    }
}

extension BtsnoopRecords {
    /// What a person should know of what could not be read.
    var remarks: [String] {
        var remarks = unknownHandles.map { "\($0) is left out; --handles says what it is" }
        if incompleteCount > 0 {
            remarks.append("\(incompleteCount) packets are left out: parts of them are missing")
        }
        if let damage { remarks.append("\(damage)") }
        return remarks
    }
}
