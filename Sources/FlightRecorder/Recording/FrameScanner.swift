internal import Zlib

/// Finds the frames in the bytes of a recording and passes over what is none.
///
/// Where bytes are damaged each may look like the beginning of a frame of 64 KiB. A byte costs the same all the same: of
/// ranges that are long their checksums are worked out from those of the bytes before them.
struct FrameScanner {
    /// One whole frame, whose checksum is right.
    struct Frame {
        enum Kind {
            case shortNotification(stream: Int)
            case known(RecordingFormat.Kind)
            case unknown
        }

        let kind: Kind
        /// Where its payload lies; of a short notification the time and the value.
        let payload: Range<Int>
        let end: Int
        /// How many bytes before it are no frame.
        let skipped: Int
    }

    /// The longest frame whose checksum is always worked out from its bytes.
    static let shortLimit = 256

    private let bytes: UnsafeRawBufferPointer
    private(set) var position: Int
    /// Made when the first long frame turns out to be none; a recording that is whole needs none.
    private var checksums: RangeChecksums?
    /// How many bytes went into checksums so far, those of ``checksums`` left out.
    private(set) var checkedBytes = 0

    init(_ bytes: UnsafeRawBufferPointer, from position: Int) {
        self.bytes = bytes
        self.position = position
    }

    /// The next frame; nil at the end, with ``position`` where the last one ended.
    mutating func next() -> Frame? {
        for start in position..<max(bytes.count, position) {
            guard let frame = frame(at: start) else { continue }
            position = frame.end
            return frame
        }
        return nil
    }

    private mutating func frame(at start: Int) -> Frame? {
        let first = bytes[start]
        let kind: Frame.Kind
        let payload: Range<Int>
        if first < RecordingFormat.kindMask {
            let length = Int(first & 0x1F)
            guard bytes.count - start >= RecordingFormat.shortOverhead + length else { return nil }
            kind = .shortNotification(stream: Int(first >> 5))
            payload = (start + 1)..<(start + 5 + length)
        } else {
            guard bytes.count - start >= RecordingFormat.overhead else { return nil }
            let length = Int(bytes[start + 1]) | Int(bytes[start + 2]) << 8
            // What cannot be right is refused before its checksum is worked out, which takes longer.
            if let known = RecordingFormat.Kind(rawValue: first & ~RecordingFormat.kindMask) {
                guard length >= known.minimumLength else { return nil }
                kind = .known(known)
            } else {
                guard length <= RecordingFormat.unknownPayloadLimit else { return nil }
                kind = .unknown
            }
            guard bytes.count - start >= RecordingFormat.overhead + length else { return nil }
            payload = (start + 3)..<(start + 3 + length)
        }
        guard isWhole(start..<payload.upperBound) else { return nil }
        return Frame(
            kind: kind, payload: payload, end: payload.upperBound + 4, skipped: start - position)
    }

    /// Whether the checksum of a range stands behind it.
    private mutating func isWhole(_ range: Range<Int>) -> Bool {
        let written = bytes.littleEndian(UInt32.self, at: range.upperBound)
        if range.count > Self.shortLimit, let checksums { return checksums.checksum(range) == written }
        checkedBytes += range.count
        let isWhole = CRC32.checksum(UnsafeRawBufferPointer(rebasing: bytes[range])) == written
        if !isWhole, range.count > Self.shortLimit { checksums = RangeChecksums(bytes) }
        return isWhole
    }
}

extension UnsafeRawBufferPointer {
    /// A number of the file; the caller has seen that its bytes are there.
    func littleEndian<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number {
        Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}
