package import Foundation

/// A stored workout that is not as it was written.
package struct DamagedWorkout: Hashable, Sendable, CustomStringConvertible {
    /// Where it is stored.
    package let anchor: Int
    /// Its identity, as far as it is known.
    package let uuid: UUID?
    /// When it started, as far as that is known.
    package let start: Date?
    /// What is wrong with it.
    package let reason: String

    /// Names a damaged workout.
    package init(anchor: Int, uuid: UUID?, start: Date?, reason: String) {
        self.anchor = anchor
        self.uuid = uuid
        self.start = start
        self.reason = reason
    }

    package var description: String {
        let name = uuid.map { " " + $0.uuidString.lowercased() } ?? ""
        let time = start.map { " of " + $0.text } ?? ""
        return "The workout\(name)\(time) is damaged (\(reason))"
    }

    /// The same as an error that says what to do.
    package var error: HKError {
        HKError(
            .errorDatabaseInaccessible,
            """
            \(self): `pulsewatt workouts reindex` replaces it from its file or recording; a backup has all of it \
            (`pulsewatt restore FILE`).
            """)
    }
}
