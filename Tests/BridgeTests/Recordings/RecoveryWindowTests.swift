import Bridge
import FlightRecorder
import Foundation
import SensorProfiles
import TestKit
import Testing

private let second: Int64 = 1_000_000_000

@Suite struct RecoveryWindowTests {
    /// A workout that began 1000 s after the boot at wall time 5,000,000 s and sent until its 60th second.
    private func contents(ended: Bool = false, wallStep: Int64 = 0) throws -> RecordingContents {
        let directory = try TemporaryDirectory()
        let header = RecordingHeader(
            workout: UUID(), rider: "Ida", activityType: "cycling", isIndoor: true, isSimulated: false,
            timeZone: "UTC", offsetFromUTC: 0, startMicroseconds: 5_000_000_000_000,
            bootTime: 1000 * second, bootIdentifier: "a")
        var now: Int64 = 0
        var step: Int64 = 0
        let writer = RecordingWriter(
            creating: directory.path + "/a.recording", header: header, plan: [],
            now: {
                RecordingContents.ClockReading(
                    nanoseconds: now, wallMicroseconds: 5_000_000_000_000 + now / 1000 + step * 1_000_000)
            }, notify: { Issue.record("\($0)") })
        for seconds in 0...60 as ClosedRange<Int64> {
            now = seconds * second
            if seconds == 30, wallStep != 0 {
                step = wallStep
                writer.record(.clockStep, at: now)
            }
            writer.record(.heartRateMeasurement, [0, 100], from: RideBench.strap, at: now)
        }
        if ended { writer.end(at: now) }
        return try RecordingFiles.contents(at: directory.path + "/a.recording")
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let boot: Int64
        let wall: Int64
        let identifier: String?
        /// Origin and deadline in seconds; nil: the workout is over.
        let expected: (origin: Int64, deadline: Int64)?
    }

    @Test(
        "A workout goes on within five minutes of its last notification, by the clock that can tell",
        arguments: [
            Case(
                testDescription: "same boot, at once", boot: 1060, wall: 5_000_060, identifier: "a",
                expected: (1000, 1360)),
            Case(
                testDescription: "same boot, just in time", boot: 1359, wall: 5_000_359, identifier: "a",
                expected: (1000, 1360)),
            Case(
                testDescription: "same boot, too late", boot: 1360, wall: 5_000_360, identifier: "a",
                expected: nil),
            Case(
                testDescription: "same boot, whatever the wall clock says", boot: 1100, wall: 9,
                identifier: "a",
                expected: (1000, 1360)),
            Case(
                testDescription: "the boot's clock before the last notification", boot: 1059, wall: 5_000_060,
                identifier: "a", expected: nil),
            Case(
                testDescription: "another boot, by the wall clock", boot: 20, wall: 5_000_100,
                identifier: "b",
                expected: (-80, 280)),
            Case(
                testDescription: "another boot, too late", boot: 20, wall: 5_000_360, identifier: "b",
                expected: nil),
            Case(
                testDescription: "another boot, wall clock before the last notification", boot: 20,
                wall: 5_000_059, identifier: "b", expected: nil),
            Case(
                testDescription: "a boot that is not known", boot: 1100, wall: 5_000_100, identifier: nil,
                expected: (1000, 1360)),
        ])
    func window(_ test: Case) throws {
        let window = RecoveryWindow(
            try contents(), bootTime: test.boot * second, wallMicroseconds: test.wall * 1_000_000,
            bootIdentifier: test.identifier)
        #expect(window?.origin == test.expected.map { $0.origin * second })
        #expect(window?.deadline == test.expected.map { $0.deadline * second })
    }

    @Test("A step of the wall clock in the workout does not spoil the gap after a start of the machine")
    func steppedWall() throws {
        let window = RecoveryWindow(
            try contents(wallStep: 7200), bootTime: 20 * second, wallMicroseconds: 5_007_300_000_000,
            bootIdentifier: "b")
        // Last notification at 5,007,260 by the wall, 40 s ago: the workout began 100 s ago.
        #expect(window?.origin == -80 * second)
    }

    @Test("A workout that has ended never goes on")
    func ended() throws {
        let window = RecoveryWindow(
            try contents(ended: true), bootTime: 1061 * second, wallMicroseconds: 5_000_061_000_000,
            bootIdentifier: "a")
        #expect(window == nil)
    }
}
