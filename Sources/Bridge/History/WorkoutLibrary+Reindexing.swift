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
    /// another rider has too is told, and stays as it is. No file is written over another but where the database is believed.
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
        var remaining = Dictionary(try await summaries().map { ($0.uuid, $0) }) { first, _ in first }
        for (identifier, paths) in survey.paths(of: rider) {
            for (index, path) in paths.enumerated() {
                do {
                    if index > 0 {
                        throw FileError(
                            "use", path, reason: "\(paths[0]) holds the same workout; move one of them away")
                    }
                    if let summary = remaining.removeValue(forKey: identifier) {
                        try await compare(path, with: summary, preferring: side, &report)
                    } else {
                        if let other = owners[identifier]?.subtracting([rider]).min()
                            ?? survey.file(of: identifier, besides: rider)?.rider
                        {
                            throw FileError(
                                "store", path,
                                reason:
                                    "it names \(rider), but \(other) has the workout \(Self.text(identifier)) "
                                    + "too; name the right rider in the file, or move it away")
                        }
                        try await store(try await self.workout(in: path, identifier))
                        recordings.markSaved(identifier)
                        report.stored.append(path)
                    }
                } catch {
                    report.complaints.append("\(error)")
                }
            }
        }
        for summary in remaining.values.sorted(by: { $0.start < $1.start }) {
            do {
                try files.prepare()
                report.written.append(try await write(summary, survey, owners))
            } catch {
                report.complaints.append("\(error)")
            }
        }
        return report
    }

    /// Writes the file of a workout that only the database holds, where nothing is in its place.
    private func write(
        _ summary: WorkoutSummary, _ survey: WorkoutFileSurvey, _ owners: [UUID: Set<String>]
    ) async throws -> String {
        let exported = try await workout(summary)
        let path = files.directory + "/" + WorkoutFiles.name(of: exported)
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
        return try files.write(exported, to: path)
    }

    private static func text(_ identifier: UUID) -> String { identifier.uuidString.lowercased() }

    private func compare(
        _ path: String, with summary: WorkoutSummary, preferring side: WorkoutReindexing.Side?,
        _ report: inout WorkoutReindexing
    ) async throws {
        let bytes = try Self.bytes(of: path)
        let exported = try await workout(summary)
        let checksum = exported.workout.metadata?[HKMetadataKeyPulsewattFileChecksum] as? NSNumber
        if checksum?.uint32Value == Self.checksum(bytes)
            || DocumentAgreement.holds(between: exported.document.bytes, and: bytes)
        {
            if checksum == nil { report.agreeing += 1 } else { report.agreeingAsFarAsTold += 1 }
            return
        }
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
        let bytes = try Self.bytes(of: path)
        if let recorded = await recorded(identifier, in: bytes) { return recorded.workout }
        // What the file does not tell stays unknown: today's zones and threshold are not those of the workout.
        let imported = try ImportedWorkout(contentsOf: bytes, named: path)
        return try imported.workout(profile: PersonalProfile()).adding([
            HKMetadataKeyPulsewattFileChecksum: NSNumber(value: Self.checksum(bytes))
        ])
    }

    private static func bytes(of path: String) throws -> [UInt8] {
        do {
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw FileError("read", path, reason: "\(error.localizedDescription)")
        }
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
