import SensorProfiles

extension ParsedArguments {
    /// What a Bluetooth address looks like, for error messages.
    private static let wantedAddress = "an address such as C0:FF:EE:00:00:01"

    /// The adapter to use, or nil for any.
    ///
    /// - Throws: ``UsageError`` for what is no address.
    func adapter() throws -> BluetoothAddress? {
        try value(of: .adapter, wanted: Self.wantedAddress, BluetoothAddress.init)
    }

    /// The one operand, a sensor's address.
    ///
    /// - Throws: ``UsageError`` for none, several, or what is no address.
    func sensorAddress() throws -> BluetoothAddress {
        guard operands.count == 1 else {
            throw UsageError("wanted is one sensor's address; given are \(operands.count)")
        }
        guard let address = BluetoothAddress(operands[0]) else {
            throw UsageError("\"\(operands[0])\" is no Bluetooth address; wanted is \(Self.wantedAddress)")
        }
        return address
    }

    /// Sees that there are no operands.
    ///
    /// - Throws: ``UsageError`` naming the first.
    func refuseOperands() throws {
        if let first = operands.first { throw UsageError("\"\(first)\" is too much; nothing is wanted here") }
    }
}
