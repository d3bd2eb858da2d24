import Foundation
import WorkoutFormats

/// Prints how fast the hot paths are on this machine.
///
/// Without arguments every benchmark runs; with arguments only those whose name contains one of them. Figures mean
/// something in a release build only. With `--write-capture FILE` nothing runs, and the capture that the replay is
/// measured with is written; with `--write-fit FILE` the FIT file of the six-hour ride; with `--write-history DIRECTORY`
/// ten years of workouts are, and `--measure-history DIRECTORY` measures what is done with them.
@main
struct Benchmarks {
    /// Every benchmark, in the order in which it is run.
    static let all: [Benchmark] =
        [
            .decodeHeartRate,
            .decodeCyclingPower,
            .replay,
            .writeRecording,
            .readRecording,
            .readDamagedRecording,
            .collectReadings,
            .collectSamples,
            .rebucketFiveZones,
            .rebucketNineZones,
            .storeWorkout,
            .readWorkout,
            .writeFIT,
            .readFIT,
        ] + Benchmark.workoutFiles

    static func main() async throws {
        let wanted = CommandLine.arguments.dropFirst()
        if wanted.first == "--write-capture", let path = wanted.dropFirst().first {
            try Benchmark.tenHours().write(toFile: path, atomically: true, encoding: .utf8)
            return
        }
        if wanted.first == "--write-fit", let path = wanted.dropFirst().first {
            try Data(WorkoutFormat.fit.bytes(of: try FITRide.exported.get())).write(to: URL(filePath: path))
            return
        }
        if wanted.first == "--write-history", let path = wanted.dropFirst().first {
            return try await TenYears.write(to: path)
        }
        if wanted.first == "--measure-history", let path = wanted.dropFirst().first {
            return print(try await TenYears.measure(path))
        }
        for benchmark in all where wanted.isEmpty || wanted.contains(where: benchmark.name.contains) {
            print(try await benchmark.run().line)
        }
    }
}
