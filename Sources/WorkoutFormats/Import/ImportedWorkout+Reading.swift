import HealthModel

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
        let workouts: [ImportedWorkout]
        switch format {
        case .csv: workouts = [try CSVReader(bytes, name).workout()]
        case .fit: workouts = [try ImportedWorkout(fit: bytes, named: name)]
        case .goldencheetah: workouts = [try GoldenCheetahReader.workout(bytes, name)]
        case .json: workouts = [try DocumentReader.workout(bytes, name)]
        case .tcx: workouts = try TCXReader.workouts(bytes, name)
        }
        // The readers say at which place a time is too late; whatever gets past one of them is stopped here.
        for workout in workouts where workout.series.elapsed > longest {
            throw .tooLong(workout.series.elapsed, file: name)
        }
        for workout in workouts { try workout.requirePossibleReadings(in: name) }
        return workouts
    }

    /// Whether all that the file tells is RR intervals: they belong to a ride that has a file of its own.
    package var holdsOnlyIntervals: Bool {
        identifier == nil && series.columns.isEmpty && series.heartbeats.count > 0
    }
}
