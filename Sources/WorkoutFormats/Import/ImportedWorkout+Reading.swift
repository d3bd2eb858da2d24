extension ImportedWorkout {
    /// Reads the one workout of a file, whose format is known by its content.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: the file's name, for errors.
    /// - Throws: ``ImportError`` for what cannot be read, and for a file of several workouts.
    package init(contentsOf bytes: [UInt8], named name: String) throws(ImportError) {
        let workouts = try Self.all(in: bytes, named: name)
        guard let workout = workouts.first, workouts.count == 1 else {
            throw ImportError(file: name, reason: "it holds \(workouts.count) workouts where one was wanted")
        }
        self = workout
    }

    /// Reads all workouts of a file, whose format is known by its content.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: the file's name, for errors.
    /// - Returns: at least one workout, in order of time.
    /// - Throws: ``ImportError`` for what cannot be read.
    package static func all(in bytes: [UInt8], named name: String) throws(ImportError) -> [ImportedWorkout] {
        guard let format = ImportFormat(recognizing: bytes) else {
            throw ImportError(file: name, reason: ImportFormat.refusal(of: bytes))
        }
        switch format {
        case .csv: return [try CSVReader(bytes, name).workout()]
        case .fit: return [try ImportedWorkout(fit: bytes, named: name)]
        case .goldencheetah: return [try GoldenCheetahReader.workout(bytes, name)]
        case .json: return [try DocumentReader.workout(bytes, name)]
        case .tcx: return try TCXReader.workouts(bytes, name)
        }
    }
}
