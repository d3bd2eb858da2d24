/// A workout as a FIT activity file.
package struct FITFile {
    /// The bytes of the file.
    package let bytes: [UInt8]

    /// Writes a workout; a pure function of it: the same workout gives the same bytes.
    package init(of exported: ExportedWorkout) {
        bytes = FITWorkoutWriter(exported).bytes()
    }
}
