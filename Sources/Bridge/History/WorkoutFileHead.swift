package import Foundation

/// Which workout a JSON file holds, and whose: what is worth knowing before all of it is read.
package struct WorkoutFileHead: Equatable, Sendable {
    /// How much of a file is looked at first; what we write has its head in the first half kilobyte.
    private static let length = 4096

    /// The workout.
    package let identifier: UUID
    /// The rider's name, or nil where the file names none.
    package let rider: String?

    /// Reads the head of a file.
    ///
    /// - Throws: ``FileError`` if it cannot be read, or is no workout of ours.
    package init(path: String) throws(FileError) {
        let beginning = Data(try OrdinaryFile.beginning(of: path, count: Self.length))
        if let head = Self(beginning: beginning) {
            self = head
        } else {
            self = try Self(whole: Data(try OrdinaryFile.read(path)), path: path)
        }
    }

    /// Whether this is a rider's workout; another rider may have one of the same identity.
    func holds(_ workout: UUID, of rider: String) -> Bool {
        identifier == workout && (self.rider ?? KnownSensors.defaultRider) == rider
    }

    private init(identifier: UUID, rider: String?) {
        self.identifier = identifier
        self.rider = rider
    }

    /// Reads the lines that our own writer puts first, or gives nil for a file that others have laid out.
    private init?(beginning: Data) {
        var lines = beginning.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .makeIterator()
        guard lines.next().map({ $0.elementsEqual("{".utf8) }) == true,
            lines.next().flatMap({ Self.value("format", in: $0) }) as? String == Self.format,
            lines.next().flatMap({ Self.value("version", in: $0) }) is NSNumber,
            let text = lines.next().flatMap({ Self.value("id", in: $0) }) as? String,
            let identifier = UUID(uuidString: text),
            let rider = lines.next().flatMap({ Self.value("rider", in: $0) }), lines.next() != nil
        else { return nil }
        self.init(identifier: identifier, rider: rider as? String)
    }

    private static let format = "pulsewatt.workout"

    /// The value of a member that stands on a line of its own.
    private static func value(_ key: String, in line: Data.SubSequence) -> Any? {
        let prefix = "  \"\(key)\": "
        guard line.starts(with: prefix.utf8), line.last == UInt8(ascii: ",") else { return nil }
        return try? JSONSerialization.jsonObject(
            with: Data(line.dropFirst(prefix.utf8.count).dropLast()), options: .fragmentsAllowed)
    }

    private init(whole: Data, path: String) throws(FileError) {
        guard let document = try? JSONSerialization.jsonObject(with: whole) as? [String: Any] else {
            throw FileError("read", path, reason: "it is no JSON; mend it or move it away")
        }
        guard document["format"] as? String == Self.format,
            let identifier = (document["id"] as? String).flatMap(UUID.init(uuidString:))
        else {
            throw FileError("read", path, reason: "it is no workout of Pulsewatt; move it away")
        }
        self.init(identifier: identifier, rider: document["rider"] as? String)
    }
}
