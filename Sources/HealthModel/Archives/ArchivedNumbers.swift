import Foundation

/// A column of numbers as bytes, the lowest first: an archive of a long ride stays small and is quick to write.
struct ArchivedNumbers: Codable {
    private let bytes: Data

    init(_ numbers: [Int64]) {
        bytes = numbers.map(\.littleEndian).withUnsafeBytes { Data($0) }
    }

    init(_ numbers: [Double]) {
        self.init(numbers.map { Int64(bitPattern: $0.bitPattern) })
    }

    /// The numbers as whole ones; bytes beyond the last whole number are left out.
    var integers: [Int64] {
        bytes.withUnsafeBytes { bytes in
            (0..<bytes.count / 8).map {
                Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * $0, as: Int64.self))
            }
        }
    }

    /// The numbers as floating-point ones.
    var doubles: [Double] {
        integers.map { Double(bitPattern: UInt64(bitPattern: $0)) }
    }
}
