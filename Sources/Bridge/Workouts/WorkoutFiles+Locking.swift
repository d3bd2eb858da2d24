internal import Foundation

extension WorkoutFiles {
    /// How long somebody who changes workouts is waited for: longer than any of them takes for one.
    package static let longestWait = Duration.seconds(60)

    /// Does something while nobody else saves, deletes or indexes a workout of any rider.
    ///
    /// - Throws: ``FileError`` where another holds the lock for too long; what `body` throws.
    func locked<Result>(_ body: () async throws -> Result) async throws -> Result {
        // Where there is no directory there are no files that could change.
        guard access(directory, F_OK) == 0 else { return try await body() }
        guard let lock = try await DirectoryLock.waiting(for: directory, atMost: Self.longestWait) else {
            throw FileError(
                "change workouts in", directory,
                reason: "another pulsewatt has been changing them for a minute; try again when it is done")
        }
        defer { extendLifetime(lock) }
        return try await body()
    }

    /// Does something that must be done in any case, if it can be while nobody else changes workouts.
    ///
    /// - Parameters:
    ///   - patience: How long others are waited for.
    ///   - body: What is done.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    func lockedIfFree<Result>(
        within patience: Duration, _ body: () async throws -> Result
    ) async throws -> Result {
        guard let lock = await lock(within: patience) else { return try await body() }
        defer { extendLifetime(lock) }
        return try await body()
    }

    private func lock(within patience: Duration) async -> DirectoryLock? {
        do {
            return try await DirectoryLock.waiting(for: directory, atMost: patience)
        } catch {
            // What is wrong with the directory is for those to say who use it.
            return nil
        }
    }
}
