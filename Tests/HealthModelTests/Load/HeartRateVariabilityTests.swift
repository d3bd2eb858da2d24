import HealthModel
import Testing

@Suite struct HeartRateVariabilityTests {
    @Test("Four intervals give what the formulas give by hand")
    func byHand() throws {
        // Differences 10, -20, 15: squares 725, over 3 is 241.667, root 15.5456.
        // Mean 801.25; squares of the deviations 218.75, over 3 is 72.9167, root 8.5391.
        let variability = try #require(HeartRateVariability(intervalRuns: [[800, 810, 790, 805]]))
        #expect(abs(try #require(variability.rmssd) - 15.5456) < 0.0001)
        #expect(abs(try #require(variability.sdnn) - 8.5391) < 0.0001)
        #expect(variability.artifactShare == 0)
    }

    @Test("Nothing is differenced across a gap")
    func gap() throws {
        let variability = try #require(HeartRateVariability(intervalRuns: [[800, 800], [900, 900]]))
        #expect(variability.rmssd == 0)
        // Mean 850, four deviations of 50: 10000 / 3, root 57.735.
        #expect(abs(try #require(variability.sdnn) - 57.735) < 0.001)
        let single = try #require(HeartRateVariability(intervalRuns: [[800], [900]]))
        #expect(single.rmssd == nil)
    }

    @Test("A missed beat and a doubled one are dropped, and their neighbours not differenced")
    func artifacts() throws {
        var run = [Double](repeating: 800, count: 20)
        run[5] = 1600
        run[12] = 400
        let variability = try #require(HeartRateVariability(intervalRuns: [run]))
        #expect(variability.artifactShare == 0.1)
        #expect(variability.rmssd == 0)
        #expect(variability.sdnn == 0)
    }

    @Test(
        "An interval that no heart has is dropped",
        arguments: [(269.9, true), (270, false), (2000, false), (2000.1, true)])
    func range(interval: Double, isDropped: Bool) throws {
        let variability = try #require(HeartRateVariability(intervalRuns: [[interval]]))
        #expect(variability.artifactShare == (isDropped ? 1 : 0))
    }

    @Test("A fifth from the local mean is kept, more is dropped", arguments: [(960.0, 0), (961, 1)])
    func deviation(interval: Double, droppedCount: Int) throws {
        // Without itself the local mean is 800; each 800 has a local mean of 808 or 808.05, within a fifth.
        let run = [Double](repeating: 800, count: 10) + [interval] + [Double](repeating: 800, count: 10)
        let variability = try #require(HeartRateVariability(intervalRuns: [run]))
        #expect((variability.artifactShare * 21).rounded() == Double(droppedCount))
    }

    @Test("Without intervals there is none")
    func empty() {
        #expect(HeartRateVariability(intervalRuns: []) == nil)
        #expect(HeartbeatColumn(offsets: [0, 800_000_000], precededByGap: [true, true]).variability == nil)
    }
}
