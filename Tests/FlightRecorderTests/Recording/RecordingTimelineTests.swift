import Foundation
import SensorProfiles
import TestKit
import Testing

@testable import FlightRecorder

private let second: Int64 = 1_000_000_000
private let day: Int64 = 86_400 * second

/// Times that no workout can have, and long silences that it can.
@Suite struct RecordingTimelineTests {
    /// A frame at a time of the workout, in seconds.
    enum Frame: Sendable {
        case beat(Int64)
        case end(Int64)
        case lap(Int64)
        case description(Int64)
        /// The wall clock is ahead of the start by a number of seconds of its own.
        case clock(Int64, wall: Int64)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let frames: [Frame]
        /// The seconds of the records that are kept.
        let kept: [Int64]
        let impossible: Int
        var hasHeader = true
    }

    @Test(
        "A time a day or more ahead counts only if the wall clock went on as far, and none beyond 31 days",
        arguments: [
            Case(
                testDescription: "every kind of record, far ahead",
                frames: [
                    .beat(0), .beat(9_999_000), .lap(9_999_000), .description(9_999_000),
                    .clock(9_999_000, wall: 10), .end(9_999_000), .beat(1), .end(2),
                ],
                kept: [0, 1, 2], impossible: 5),
            Case(
                testDescription: "a day", frames: [.beat(0), .beat(86_400), .beat(172_801), .beat(86_401)],
                kept: [0, 86_400, 86_401], impossible: 1),
            Case(
                testDescription: "three silent days by both clocks",
                frames: [.clock(0, wall: 0), .beat(0), .clock(259_200, wall: 259_200), .beat(259_200)],
                kept: [0, 259_200], impossible: 0),
            Case(
                testDescription: "three silent days, and the wall clock was set by hours",
                frames: [.beat(0), .clock(259_200, wall: 295_200), .beat(259_200)],
                kept: [0, 259_200], impossible: 0),
            Case(
                testDescription: "three silent days of which the wall clock knows nothing",
                frames: [.clock(0, wall: 0), .beat(0), .clock(259_200, wall: 60), .beat(259_200), .beat(1)],
                kept: [0, 1], impossible: 2),
            Case(
                testDescription: "a wall clock that is no time at all",
                frames: [
                    .beat(0), .clock(259_200, wall: .max / 2_000_000), .clock(259_200, wall: -9_000_000),
                    .beat(259_200),
                ],
                kept: [0], impossible: 3),
            Case(
                testDescription: "more than 31 days by both clocks",
                frames: [
                    .beat(0), .clock(2_678_400, wall: 2_678_400), .beat(2_678_400),
                    .clock(2_678_401, wall: 2_678_401), .beat(2_678_401),
                ],
                kept: [0, 2_678_400], impossible: 2),
            Case(
                testDescription: "the first three days lost, and nothing that says when it began",
                frames: [.clock(259_200, wall: 259_200), .beat(259_201)], kept: [259_201], impossible: 0,
                hasHeader: false),
        ])
    func times(_ given: Case) throws {
        var encoder = FrameEncoder()
        encoder.append(raw: RecordingFormat.signature)
        if given.hasHeader { encoder.append(.header, payload: RecordingBench.header.payload) }
        encoder.appendStream(0, sensor: RecordingBench.strap, characteristic: .heartRateMeasurement)
        for frame in given.frames {
            switch frame {
            case .beat(let at):
                encoder.appendNotification(stream: 0, microseconds: at * 1_000_000, value: [0, 100])
            case .end(let at): encoder.appendEvent(code: 8, sensor: nil, microseconds: at * 1_000_000)
            case .lap(let at): encoder.appendEvent(code: 5, sensor: nil, microseconds: at * 1_000_000)
            case .description(let at):
                encoder.appendDescription(
                    of: RecordingBench.strap, microseconds: at * 1_000_000, [0x7B, 0x7D])
            case .clock(let at, let wall):
                encoder.appendClock(
                    microseconds: at * 1_000_000, wallMicroseconds: RecordingBench.start + wall * 1_000_000,
                    frameCount: 0)
            }
        }
        let contents = try RecordingBench.contents(of: encoder.bytes)
        #expect(contents.records.map { $0.nanoseconds / second } == given.kept)
        #expect(contents.damage.impossibleTimes == given.impossible)
        #expect(contents.damage.isNone == (given.impossible == 0))
    }

    @Test("What a writer writes after days of silence is all kept")
    func silence() throws {
        let bench = try RecordingBench()
        let writer = bench.writer()
        let records = [0, 3 * day, 3 * day + second, 20 * day].map {
            RecordingBench.notification(RecordingBench.strap, .heartRateMeasurement, [0, 100], $0)
        }
        bench.write(records, to: writer)
        #expect(try bench.contents.records == records)
        #expect(try bench.contents.damage.isNone)
    }
}
