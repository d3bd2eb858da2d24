/// Reads FIT files into messages, whoever wrote them and however they end.
///
/// Definitions in either byte order, compressed timestamps, developer fields, messages and fields that nobody knows, and
/// several files in a row are read. Where a file is cut off or does not make sense, what came before is kept.
struct FITDecoder {
    /// The messages that tell of a workout, in the order of the file.
    private(set) var messages: [FITMessage] = []
    /// How many messages were read, those included that nobody here asks for.
    private(set) var messageCount = 0
    /// What is wrong with the file; nil if nothing is.
    private(set) var damage: FITDamage?

    /// How many messages are kept: a record and RR intervals a second for the longest workout, and as many again.
    ///
    /// A message may be two bytes of the file and takes a hundred here.
    static let mostMessages = 1_400_000

    private let bytes: [UInt8]
    private let mostMessages: Int
    private var position = 0
    private var end = 0
    private var definitions = [FITDefinition?](repeating: nil, count: 16)
    private var lastTimestamp: Int64?
    private var developerFields = FITDeveloperFields()

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - mostMessages: how many messages are kept; the file counts as damaged from the next on.
    /// - Throws: `FITDamage` if it is none, or nothing of it can be read.
    init(_ bytes: [UInt8], mostMessages: Int = Self.mostMessages) throws(FITDamage) {
        self.bytes = bytes
        self.mostMessages = mostMessages
        guard Self.isFIT(bytes[...]) else {
            throw FITDamage(
                reason: bytes.count < 12 ? "the file ends within its header" : "this is no FIT file",
                offset: 0)
        }
        while position < bytes.count, damage == nil { readFile() }
        guard messageCount > 0 else {
            throw damage ?? FITDamage(reason: "the file has no messages", offset: position)
        }
        damage?.messageCount = messageCount
    }

    /// Whether bytes begin as a FIT file does.
    static func isFIT(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count >= 12 && (12...).contains(bytes[bytes.startIndex])
            && bytes.dropFirst(8).prefix(4).elementsEqual(".FIT".utf8)
    }

    // MARK: Files

    private mutating func readFile() {
        let start = position
        guard Self.isFIT(bytes[start...]) else {
            // Some devices fill their last block up with zeros.
            if bytes[start...].contains(where: { $0 != 0 }) {
                fail("what follows the file is no FIT file", at: start)
            }
            position = bytes.count
            return
        }
        let headerSize = Int(bytes[start])
        let dataSize = (0..<4).reduce(0) { $0 | Int(bytes[start + 4 + $1]) << (8 * $1) }
        let checksumSize = 2
        definitions = [FITDefinition?](repeating: nil, count: 16)
        lastTimestamp = nil
        developerFields = FITDeveloperFields()
        position = min(start + headerSize, bytes.count)
        let declaredEnd = start + headerSize + dataSize
        let isWhole = dataSize > 0 && declaredEnd + checksumSize <= bytes.count
        end = isWhole ? declaredEnd : bytes.count
        readMessages()
        if damage != nil { return }
        guard isWhole else {
            // A device that lost its power has not written the size, nor the checksum.
            fail(
                dataSize == 0
                    ? "the file was never finished: its header says that there is nothing in it"
                    : "the file is cut off: \(bytes.count - start) of \(declaredEnd + checksumSize - start) bytes are there",
                at: position)
            return
        }
        let expected = UInt16(bytes[end]) | UInt16(bytes[end + 1]) << 8
        if FITChecksum.of(bytes[start..<end]) != expected {
            fail("the file's checksum does not match: some of it has changed", at: end)
        }
        position = end + checksumSize
    }

    /// Reads messages up to the end of the file, or to the first that does not make sense.
    private mutating func readMessages() {
        while position < end {
            let start = position
            let header = bytes[position]
            position += 1
            let isRead: Bool
            if header & 0x80 != 0 {
                isRead = readMessage(localType: Int(header >> 5 & 3), offset: Int64(header & 0x1F), at: start)
            } else if header & 0x40 != 0 {
                isRead = readDefinition(localType: Int(header & 0x0F), isExtended: header & 0x20 != 0)
            } else {
                isRead = readMessage(localType: Int(header & 0x0F), offset: nil, at: start)
            }
            guard isRead else {
                position = start
                return
            }
        }
    }

    // MARK: Messages

    /// Reads a definition; false if the file ends in it.
    private mutating func readDefinition(localType: Int, isExtended: Bool) -> Bool {
        guard end - position >= 5 else { return false }
        let isBigEndian = bytes[position + 1] != 0
        let number =
            isBigEndian
            ? UInt16(bytes[position + 2]) << 8 | UInt16(bytes[position + 3])
            : UInt16(bytes[position + 3]) << 8 | UInt16(bytes[position + 2])
        let count = Int(bytes[position + 4])
        position += 5
        guard end - position >= 3 * count else { return false }
        let fields = (0..<count).map { index in
            let place = position + 3 * index
            return FITDefinition.Field(
                number: bytes[place], size: Int(bytes[place + 1]), code: bytes[place + 2])
        }
        position += 3 * count
        var developerFields: [FITDefinition.DeveloperField] = []
        if isExtended {
            guard position < end else { return false }
            let count = Int(bytes[position])
            position += 1
            guard end - position >= 3 * count else { return false }
            developerFields = (0..<count).map { index in
                let place = position + 3 * index
                return FITDefinition.DeveloperField(
                    number: bytes[place], size: Int(bytes[place + 1]), developer: bytes[place + 2])
            }
            position += 3 * count
        }
        definitions[localType] = FITDefinition(
            number: number, isBigEndian: isBigEndian, fields: fields, developerFields: developerFields)
        return true
    }

    /// Reads a message; false if the file ends in it, or has not said how it is laid out.
    private mutating func readMessage(localType: Int, offset: Int64?, at start: Int) -> Bool {
        guard let definition = definitions[localType] else {
            fail("a message is of local type \(localType), which the file has not defined", at: start)
            return false
        }
        guard end - position >= definition.size else { return false }
        // Without a field there is nothing to keep but the second of a compressed timestamp.
        if definition.size == 0, offset == nil {
            messageCount += 1
            return true
        }
        var message = FITMessage(number: definition.number)
        message.fields.reserveCapacity(definition.fields.count + 1)
        for field in definition.fields {
            let value = FITValue(
                bytes[position..<(position + field.size)], code: field.code,
                isBigEndian: definition.isBigEndian)
            message.fields.append(FITMessage.Field(number: field.number, value: value))
            position += field.size
        }
        for field in definition.developerFields {
            let value = FITValue(
                bytes[position..<(position + field.size)], code: developerFields.code(of: field),
                isBigEndian: definition.isBigEndian)
            message.developerFields.append(
                FITMessage.DeveloperField(
                    developer: field.developer, number: field.number, value: value))
            position += field.size
        }
        stamp(&message, offset: offset)
        developerFields.follow(&message)
        messageCount += 1
        guard definition.size > 0, FITProfile.workoutMessages.contains(message.number) else { return true }
        guard messages.count < mostMessages else {
            fail("the file has more than \(mostMessages) messages of a workout", at: start)
            messageCount -= 1
            return false
        }
        messages.append(message)
        return true
    }

    /// Keeps the latest timestamp, and works out that of a message with a compressed one.
    private mutating func stamp(_ message: inout FITMessage, offset: Int64?) {
        if let timestamp = message.integer(FITProfile.timestamp) {
            lastTimestamp = UInt32(exactly: timestamp).map { Int64($0) }
        } else if let offset, let last = lastTimestamp {
            // The low five bits of the second; below the last ones they have run over.
            let timestamp = last + (offset - (last & 0x1F) + 32) % 32
            lastTimestamp = timestamp
            message.fields.append(
                FITMessage.Field(number: FITProfile.timestamp.number, value: .integer(timestamp)))
        }
    }

    private mutating func fail(_ reason: String, at offset: Int) {
        if damage == nil { damage = FITDamage(reason: reason, offset: offset) }
    }
}
