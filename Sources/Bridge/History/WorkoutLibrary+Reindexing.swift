package import Foundation
internal import HealthModel
internal import WorkoutFormats
internal import Zlib

extension WorkoutLibrary {
    /// Sees that files and database agree: each is rebuilt of the other where it lacks a workout.
    ///
    /// A workout that only a file holds is stored; one that only the database holds is written. A file that says something
    /// else than the database is told and nothing is changed, unless a side is to be believed: the database has each
    /// sample and is mostly right, but a file may have been mended by hand. A workout that was rebuilt of its file has
    /// only what the file has, so it notes the file's checksum and agrees with it as long as the file is unchanged; where there
    /// is a recording that gives the file, the workout is rebuilt of that, exact to the sample. A ride is one rider's: what
    /// another rider has too is told, and stays as it is. A workout that is damaged in the database is replaced from its file
    /// or its recording. No file is written over another but where the database is believed.
    /// - Parameters:
    ///   - survey: What the files hold; those of other riders are passed over.
    ///   - side: Which to believe where they differ.
    ///   - owners: The riders that have a workout in the database.
    /// - Returns: What was done, and what is in doubt.
    /// - Throws: `HKError` if the database cannot be reached.
    package func reindex(
        _ survey: WorkoutFileSurvey, preferring side: WorkoutReindexing.Side? = nil,
        owners: [UUID: Set<String>] = [:]
    ) async throws -> WorkoutReindexing {
        var report = WorkoutReindexing()
        let overview = try await overview()
        var remaining = Dictionary(overview.summaries.map { ($0.uuid, $0) }) { first, _ in first }
        var damaged: [UUID: DamagedWorkout] = [:]
        for workout in overview.damaged {
            guard let uuid = workout.uuid else {
                report.complaints.append("\(workout.error)")
                continue
            }
            damaged[uuid] = workout
            remaining[uuid] = nil
        }
        for (identifier, paths) in survey.paths(of: rider) {
            for (index, path) in paths.enumerated() {
                do {
                    if index > 0 {
                        guard access(path, F_OK) == 0 else { continue }
                        throw FileError(
                            "use", path, reason: "\(paths[0]) holds the same workout; move one of them away")
                    }
                    if let workout = damaged.removeValue(forKey: identifier) {
                        try await replace(workout, by: path, identifier, &report)
                        continue
                    }
                    let summary = remaining.removeValue(forKey: identifier)
                    do {
                        try await agree(path, identifier, summary, preferring: side, survey, owners, &report)
                    } catch let error as HKError {
                        guard let workout = try await database.damage(ofWorkout: identifier) else {
                            throw error
                        }
                        try await replace(workout, by: path, identifier, &report)
                    }
                } catch {
                    report.complain(about: path, error)
                }
            }
        }
        for summary in remaining.values.sorted(by: { $0.start < $1.start }) {
            do {
                try files.prepare()
                try await files.locked {
                    try await write(summary, preferring: side, survey, owners, &report)
                }
            } catch let error as HKError {
                guard let workout = try await database.damage(ofWorkout: summary.uuid) else {
                    report.complain(about: "workout \(Self.text(summary.uuid))", error)
                    continue
                }
                damaged[summary.uuid] = workout
            } catch {
                report.complain(about: "workout \(Self.text(summary.uuid))", error)
            }
        }
        for (identifier, workout) in damaged.sorted(by: { $0.value.anchor < $1.value.anchor }) {
            do {
                try await replace(workout, identifier, &report)
            } catch {
                report.complain(about: "workout \(Self.text(identifier))", error)
            }
        }
        return report
    }

    /// Replaces a damaged workout by what a file says of it.
    private func replace(
        _ damaged: DamagedWorkout, by path: String, _ identifier: UUID, _ report: inout WorkoutReindexing
    ) async throws {
        // Read before anything is removed.
        let workout = try await self.workout(in: path, identifier)
        try await files.locked {
            try await database.removeDamaged(damaged)
            try await store(workout)
            recordings.markSaved(identifier)
        }
        report.replaced.append("\(damaged) and was replaced from \(path)")
    }

    /// Replaces a damaged workout without a file by what its recording gives, if there is one that was finished.
    private func replace(
        _ damaged: DamagedWorkout, _ identifier: UUID, _ report: inout WorkoutReindexing
    ) async throws {
        guard let recorded = try await recorded(identifier) else {
            report.complaints.append(
                "\(damaged), and neither a file nor a recording of it is there: restore a backup "
                    + "(`pulsewatt restore FILE`), or let it go (`pulsewatt workouts delete ID`)")
            return
        }
        try files.prepare()
        let path = try await files.locked {
            let path = try files.write(recorded)
            try await database.removeDamaged(damaged)
            try await store(recorded.workout)
            return path
        }
        report.replaced.append("\(damaged) and was replaced from \(recordings.path(of: identifier))")
        report.written.append(path)
    }

    /// Sees that a file and the database agree.
    ///
    /// What does not is looked at again while nobody else changes it: it may have been saved or deleted since the files were
    /// surveyed.
    private func agree(
        _ path: String, _ identifier: UUID, _ known: WorkoutSummary?,
        preferring side: WorkoutReindexing.Side?, _ survey: WorkoutFileSurvey,
        _ owners: [UUID: Set<String>], _ report: inout WorkoutReindexing
    ) async throws {
        if let known, await agrees(path, with: known, &report) { return }
        // Others wait for the lock, so what takes long is done before.
        let read = known == nil ? try? await workout(in: path, identifier) : nil
        try await files.locked {
            var summary: WorkoutSummary?
            if let start = known?.start ?? read?.startDate {
                summary = try await self.summary(of: identifier, at: start)
            }
            switch (access(path, F_OK) == 0, summary) {
            case (true, let summary?):
                try await compare(path, with: summary, preferring: side, &report)
            case (false, let summary?):
                try await write(summary, preferring: side, survey, owners, &report)
            case (true, nil):
                if let other = otherRider(with: identifier, survey, owners) {
                    throw FileError(
                        "store", path,
                        reason:
                            "it names \(rider), but \(other) has the workout \(Self.text(identifier)) "
                            + "too; name the right rider in the file, or move it away")
                }
                let workout =
                    if let read { read } else { try await self.workout(in: path, identifier) }
                try await store(workout)
                recordings.markSaved(identifier)
                report.stored.append(path)
            case (false, nil): break
            }
        }
    }

    /// Writes the file of a workout that only the database holds, where nothing is in its place.
    private func write(
        _ known: WorkoutSummary, preferring side: WorkoutReindexing.Side?, _ survey: WorkoutFileSurvey,
        _ owners: [UUID: Set<String>], _ report: inout WorkoutReindexing
    ) async throws {
        // It may have been deleted, or its file saved, since the files were surveyed.
        guard let summary = try await self.summary(of: known.uuid, at: known.start) else { return }
        let exported = try await workout(summary)
        let path = files.directory + "/" + WorkoutFiles.name(of: exported)
        if (try? WorkoutFileHead(path: path))?.holds(summary.uuid, of: rider) == true {
            return try await compare(path, with: summary, preferring: side, &report)
        }
        if let other = survey.file(of: summary.uuid, besides: rider) {
            throw FileError(
                "write", path,
                reason: "\(other.path) holds the workout as one of \(other.rider); name the right rider in it"
            )
        }
        if let other = owners[summary.uuid]?.subtracting([rider]).min() {
            throw FileError(
                "write", path,
                reason: "\(other) has the workout \(Self.text(summary.uuid)) too; delete one of them")
        }
        var status = stat()
        guard lstat(path, &status) != 0 else {
            throw FileError(
                "write", path, reason: "something else is there already, which stays; mend it or move it away"
            )
        }
        report.written.append(try files.write(exported, to: path))
    }

    private static func text(_ identifier: UUID) -> String { identifier.uuidString.lowercased() }

    /// Whether a file surely says what the database says; it is counted then.
    private func agrees(
        _ path: String, with summary: WorkoutSummary, _ report: inout WorkoutReindexing
    ) async -> Bool {
        do {
            return try await difference(of: path, from: summary, &report) == nil
        } catch {
            return false
        }
    }

    /// What the database says where a file says something else; nil where both agree, which is counted then.
    private func difference(
        of path: String, from summary: WorkoutSummary, _ report: inout WorkoutReindexing
    ) async throws -> ExportedWorkout? {
        let bytes = try OrdinaryFile.read(path)
        let exported = try await workout(summary)
        let checksum = exported.workout.metadata?[HKMetadataKeyPulsewattFileChecksum] as? NSNumber
        if checksum?.uint32Value == Self.checksum(bytes)
            || DocumentAgreement.holds(between: exported.document.bytes, and: bytes)
        {
            if checksum == nil { report.agreeing += 1 } else { report.agreeingAsFarAsTold += 1 }
            return nil
        }
        return exported
    }

    private func compare(
        _ path: String, with summary: WorkoutSummary, preferring side: WorkoutReindexing.Side?,
        _ report: inout WorkoutReindexing
    ) async throws {
        guard let exported = try await difference(of: path, from: summary, &report) else { return }
        switch side {
        case .files:
            // Read before anything is removed.
            let workout = try await self.workout(in: path, summary.uuid)
            try await remove(exported.workout)
            try await store(workout)
            report.believed.append(path)
        case .database:
            try files.write(exported, to: path)
            report.written.append(path)
        case nil:
            throw FileError(
                "believe", path,
                reason:
                    "the database says something else of workout \(Self.text(summary.uuid)); "
                    + "pulsewatt workouts reindex --prefer files or --prefer database decides")
        }
    }

    /// The workout of a file: to the sample where its recording gives the very file, else as far as the file goes.
    private func workout(in path: String, _ identifier: UUID) async throws -> HKWorkout {
        let bytes = try OrdinaryFile.read(path)
        if let recorded = await recorded(identifier, in: bytes) { return recorded.workout }
        // What the file does not tell stays unknown: today's zones and threshold are not those of the workout.
        let imported = try ImportedWorkout(contentsOf: bytes, named: path)
        return try imported.workout(profile: PersonalProfile()).adding([
            HKMetadataKeyPulsewattFileChecksum: NSNumber(value: Self.checksum(bytes))
        ])
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 { CRC32.checksum(bytes) }
}

extension HKWorkout {
    /// The same workout with more metadata, not saved yet.
    fileprivate func adding(_ metadata: [String: Any]) -> HKWorkout {
        HKWorkout(
            uuid: uuid, configuration: workoutConfiguration, start: startDate, end: endDate, device: device,
            metadata: (self.metadata ?? [:]).merging(metadata) { $1 }, events: workoutEvents ?? [],
            activities: workoutActivities, series: series, zoneConfigurations: zoneConfigurations,
            sensors: sensors, totals: totals)
    }
}
