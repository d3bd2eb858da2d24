import Foundation

/// Prints how fast the hot paths are on this machine.
///
/// Without arguments every benchmark runs; with arguments only those whose name contains one of them. Figures mean
/// something in a release build only. With `--write-capture FILE` nothing runs, and the capture that the replay is
/// measured with is written.
@main
struct Benchmarks {
    /// Every benchmark, in the order in which it is run.
    static let all: [Benchmark] =
        [
            .decodeHeartRate,
            .decodeCyclingPower,
            .replay,
            .collectReadings,
            .collectSamples,
            .rebucketFiveZones,
            .rebucketNineZones,
            .storeWorkout,
            .readWorkout,
        ] + Benchmark.workoutFiles

    static func main() async throws {
        let wanted = CommandLine.arguments.dropFirst()
        if wanted.first == "--write-capture", let path = wanted.dropFirst().first {
            try Benchmark.tenHours().write(toFile: path, atomically: true, encoding: .utf8)
            return
        }
        for benchmark in all where wanted.isEmpty || wanted.contains(where: benchmark.name.contains) {
            print(try await benchmark.run().line)
        }
    }
}
