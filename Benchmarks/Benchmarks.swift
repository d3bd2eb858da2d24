/// Prints how fast the hot paths are on this machine.
///
/// Without arguments every benchmark runs; with arguments only those whose name contains one of them. Figures mean
/// something in a release build only.
@main
struct Benchmarks {
    /// Every benchmark, in the order in which it is run.
    static let all: [Benchmark] = [
        .decodeHeartRate,
        .decodeCyclingPower,
    ]

    static func main() async throws {
        let wanted = CommandLine.arguments.dropFirst()
        for benchmark in all where wanted.isEmpty || wanted.contains(where: benchmark.name.contains) {
            print(try await benchmark.run().line)
        }
    }
}
