package import WorkoutFormats

/// What becomes of a finished workout beside its JSON file.
package struct ExportSettings: Equatable, Sendable {
    /// The formats that are written beside the JSON file, which is always written.
    package var formats: [WorkoutFormat]
    /// What a shell runs with the files as its arguments; nil: nothing.
    package var command: String?

    /// Makes settings; nothing is exported unless told otherwise.
    package init(formats: [WorkoutFormat] = [], command: String? = nil) {
        self.formats = formats
        self.command = command
    }
}
