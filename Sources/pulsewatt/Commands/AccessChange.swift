import HealthModel

/// Whose access to what changes: the operands of `access grant` and `access revoke`.
struct AccessChange {
    let client: String
    let access: AccessGrants.Access
    /// The types that were named, or nil for all.
    let types: [HKObjectType]?

    /// Reads `CLIENT read|share TYPE...`.
    ///
    /// - Throws: ``UsageError`` that names what is missing or has no meaning.
    init(_ operands: ArraySlice<String>) throws {
        let operands = Array(operands)
        guard operands.count >= 3 else {
            throw UsageError("wanted are a client, read or share, and at least one type")
        }
        client = operands[0]
        guard !client.isEmpty else { throw UsageError("the client is \"\"; wanted is a program's name") }
        guard client != HKHealthStore.owner else {
            throw UsageError("\"\(client)\" keeps the health data itself and may do everything")
        }
        guard let access = AccessGrants.Access(rawValue: operands[1]) else {
            throw UsageError("\"\(operands[1])\" is no access; wanted is read or share")
        }
        self.access = access
        let names = operands.dropFirst(2)
        types = names.contains("all") ? nil : try names.map { try Self.type($0, access) }
    }

    private static func type(_ name: String, _ access: AccessGrants.Access) throws -> HKObjectType {
        guard let type = HKObjectType.named(name) else {
            let names = HKObjectType.all.map(\.shortName).sorted().joined(separator: ", ")
            throw UsageError("\"\(name)\" is no type of health data; there are all, \(names)")
        }
        guard access == .read || type is HKSampleType else {
            throw UsageError("\(name) can only be read")
        }
        return type
    }

    /// Every type that the access is possible to.
    var allTypes: [HKObjectType] {
        access == .read ? HKObjectType.all : HKObjectType.all.filter { $0 is HKSampleType }
    }

    /// Who, what and which types, for people.
    var description: String {
        let names = types?.map(\.shortName).joined(separator: ", ") ?? "all types"
        return "\(client) to \(access.rawValue) \(names)"
    }
}
