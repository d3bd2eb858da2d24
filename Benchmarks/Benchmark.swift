/// One measured path: a name, a unit of work, and a function that does a number of them.
struct Benchmark: Sendable {
    /// What is measured, as it is printed.
    let name: String

    /// What one unit of work is, in the plural, such as `packets`.
    let unit: String

    /// The least units a second that the project promises; nil where it promises none.
    let target: Double?

    /// How often the work is measured.
    let runCount: Int

    /// Does the work once and returns how many units it was.
    private let work: @Sendable () async throws -> Int

    /// Describes a benchmark whose work takes a tenth of a second or more.
    init(
        _ name: String, unit: String, target: Double? = nil, runCount: Int = 7,
        work: @escaping @Sendable () async throws -> Int
    ) {
        self.name = name
        self.unit = unit
        self.target = target
        self.runCount = runCount
        self.work = work
    }

    /// Measures the work.
    ///
    /// - Throws: Whatever the work throws.
    func run() async throws -> Measurement {
        let clock = ContinuousClock()
        // The first run fills caches and is not measured.
        _ = try await work()
        var rates: [Double] = []
        for _ in 0..<max(runCount, 1) {
            let start = clock.now
            let count = try await work()
            rates.append(Double(count) / ((clock.now - start) / .seconds(1)))
        }
        rates.sort()
        return Measurement(
            name: name, unit: unit, target: target, lowest: rates[0], median: rates[rates.count / 2],
            highest: rates[rates.count - 1])
    }
}

/// Keeps the optimiser from leaving out work whose result nobody reads.
@inline(never)
func consume(_ value: Int) {
    withExtendedLifetime(value) {}
}
