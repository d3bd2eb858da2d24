import Foundation
import HealthModel
import Testing
import WorkoutFormats

@Suite struct FITWritingTests {
    @Test("A file begins with a header of protocol 1.0 and ends with the checksum of all before it")
    func frame() throws {
        let bytes = WorkoutFormat.fit.bytes(of: try HardWorkouts.noLength.exported)
        // 21218 is 0x52E2.
        #expect(bytes.prefix(4) == [14, 0x10, 0xE2, 0x52])
        #expect(bytes[8..<12].elementsEqual(".FIT".utf8))
        let size = (0..<4).reduce(0) { $0 | Int(bytes[4 + $1]) << (8 * $1) }
        #expect(size == bytes.count - 16)
        #expect(FITBytes.checksum(Array(bytes.prefix(12))) == Array(bytes[12..<14]))
        #expect(FITBytes.checksum(bytes.dropLast(2)) == bytes.suffix(2))
        // The check value of CRC-16/ARC is 0xBB3D.
        #expect(FITBytes.checksum(Array("123456789".utf8)) == [0x3D, 0xBB])
    }

    @Test("A text that is too long is cut between two characters' bytes, and still valid UTF-8")
    func longText() throws {
        let original = try HardWorkouts.ordinary.exported
        let name = String(repeating: "€", count: 100)
        let exported = ExportedWorkout(original.workout, rider: name, profile: original.profile)
        let file = try ImportedWorkout(fit: WorkoutFormat.fit.bytes(of: exported), named: "ride.fit")
        // 84 characters of three bytes are 252; one more and the NUL would be 256.
        #expect(file.rider == String(repeating: "€", count: 84))
    }
}
