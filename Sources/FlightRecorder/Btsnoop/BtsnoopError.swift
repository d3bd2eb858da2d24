/// Why a file is no btsnoop capture that can be read.
package enum BtsnoopError: Error, Equatable, CustomStringConvertible {
    /// It does not begin as one.
    case notBtsnoop
    /// It ends within its header, after a number of bytes.
    case noHeader(length: Int)
    /// It has a version that there was not when this was written.
    case version(UInt32)
    /// It is of a kind of link that is not read.
    case link(UInt32)
    /// There is no notification of a heart rate or cycling power in it; the handles that notifications came from are told,
    /// and where the file could not be read any further.
    case noMeasurement([BtsnoopRecords.UnknownHandle], damage: BtsnoopDamage?)

    /// The sentence for a person.
    package var description: String {
        switch self {
        case .notBtsnoop: "it is no btsnoop capture: those begin with \"btsnoop\""
        case .noHeader(let length): "it was cut off within its header: \(length) of 16 bytes are there"
        case .version(let version): "it is btsnoop of version \(version); version 1 is read"
        case .link(let number):
            "it is btsnoop of datalink type \(number); 1001 (HCI), 1002 (Android) and 2001 (btmon) are read"
        case .noMeasurement(let handles, let damage):
            "there is no notification of a heart rate or cycling power in it"
                + (handles.isEmpty
                    ? ""
                    : "; it does not say which characteristics these handles are: "
                        + handles.map(\.description).joined(separator: ", "))
                + (damage.map { "; \($0)" } ?? "")
        }
    }
}

/// Where a btsnoop file stopped making sense.
package struct BtsnoopDamage: Equatable, Sendable, CustomStringConvertible {
    /// The byte at which the packet begins that could not be read.
    package let offset: Int
    /// What is wrong there.
    package let reason: String

    /// The place and the reason in one sentence.
    package var description: String { "from byte \(offset) on it cannot be read: \(reason)" }
}
