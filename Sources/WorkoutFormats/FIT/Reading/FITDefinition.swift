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
    let size: Int

    /// Makes a layout; fields without a byte say nothing and are left out.
    init(number: UInt16, isBigEndian: Bool, fields: [Field], developerFields: [DeveloperField]) {
        self.number = number
        self.isBigEndian = isBigEndian
        self.fields = fields.filter { $0.size > 0 }
        self.developerFields = developerFields.filter { $0.size > 0 }
        size = fields.reduce(0) { $0 + $1.size } + developerFields.reduce(0) { $0 + $1.size }
    }
}
