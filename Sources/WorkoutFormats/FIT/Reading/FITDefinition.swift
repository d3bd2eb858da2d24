/// How the messages of one local type are laid out in a FIT file.
struct FITDefinition: Sendable {
    struct Field: Sendable {
        let number: UInt8
        let size: Int
        let code: UInt8
    }

    struct DeveloperField: Sendable {
        let number: UInt8
        let size: Int
        let developer: UInt8
    }

    let number: UInt16
    let isBigEndian: Bool
    let fields: [Field]
    let developerFields: [DeveloperField]

    /// How many bytes a message takes after its header.
    var size: Int {
        fields.reduce(0) { $0 + $1.size } + developerFields.reduce(0) { $0 + $1.size }
    }
}
