import Bridge
import DBus
import Foundation
import SensorProfiles
import TestKit
import Testing

private let second: Int64 = 1_000_000_000

@Suite struct WorkoutServiceTests {
    /// What the service did to the world.
    private final class World {
        let lines = LineLog()
        var log: [String] { lines.all }
        var statuses: [String] = []
        var ticking: [Bool] = []
        var wanted: [Set<BluetoothAddress>] = []
    }

    private let state: TemporaryDirectory
    private let world = World()
    private let idas = BluetoothAddress(value: 1)
    private let bos = BluetoothAddress(value: 2)
    private let strangers = BluetoothAddress(value: 3)
    private let start = EventLoop.now()

    init() throws {
        state = try TemporaryDirectory()
        try KnownSensorsFile(directory: state.path).update { sensors in
            sensors[address: idas] = KnownSensor(address: idas, rider: "Ida")
            sensors[address: bos] = KnownSensor(address: bos, rider: "Bo")
        }
    }

    private func run(_ inputs: [WorkoutService.Input]) async throws {
        let stream = AsyncStream<WorkoutService.Input> { continuation in
            for input in inputs { continuation.yield(input) }
            continuation.finish()
        }
        try await run(stream)
    }

    private func run(_ inputs: AsyncStream<WorkoutService.Input>) async throws {
        let world = world
        var service = WorkoutService(
            stateDirectory: state.path, finishAfter: 300 * second,
            output: WorkoutService.Output(
                log: world.lines.add, showStatus: { world.statuses.append($0) },
                setTicking: { world.ticking.append($0) },
                want: { world.wanted.append(Set($0.map(\.address))) }))
        try await service.run(inputs)
    }

    private func beat(_ bpm: UInt8, _ sensor: BluetoothAddress, at seconds: Int64) -> WorkoutService.Input {
        .event(
            SensorEvent(
                nanoseconds: start + seconds * second, sensor: sensor,
                kind: .notification(characteristic: .heartRateMeasurement, value: [0x00, bpm])))
    }

    private func time(_ seconds: Int64) -> WorkoutService.Input { .timePassed(to: start + seconds * second) }

    private func workouts() throws -> [[String: Any]] {
        let directory = state.path + "/workouts"
        return try FileManager.default.contentsOfDirectory(atPath: directory).sorted().map { name in
            let data = try Data(contentsOf: URL(fileURLWithPath: directory + "/" + name))
            return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        }
    }

    private func elapsed(_ workout: [String: Any]) -> Double? {
        (workout["duration"] as? [String: Any])?["elapsed_s"] as? Double
    }

    @Test("Every rider has workouts of their own, and strangers' sensors have none")
    func riders() async throws {
        try await run([
            beat(100, idas, at: 0), beat(120, bos, at: 1), beat(90, strangers, at: 2),
            beat(100, idas, at: 10),
            beat(120, bos, at: 21), .stop,
        ])
        let workouts = try workouts()
        #expect(Set(workouts.compactMap { $0["rider"] as? String }) == ["Ida", "Bo"])
        #expect(workouts.first { $0["rider"] as? String == "Ida" }.flatMap(elapsed) == 10)
        #expect(workouts.first { $0["rider"] as? String == "Bo" }.flatMap(elapsed) == 20)
        #expect(world.wanted == [[idas, bos]])
    }

    @Test("Five minutes of silence end a workout at its last reading, and the next reading starts another")
    func silence() async throws {
        try await run([
            beat(100, idas, at: 0), beat(100, idas, at: 30), time(329), beat(0, idas, at: 329), time(330),
            beat(100, idas, at: 400), beat(100, idas, at: 405), .stop,
        ])
        #expect(try workouts().compactMap(elapsed).sorted() == [5, 30])
    }

    @Test("The service asks for time only while there is something to wait for")
    func ticking() async throws {
        try await run([
            beat(0, idas, at: 0), beat(100, idas, at: 1), time(2), time(301), beat(0, idas, at: 302), .stop,
        ])
        #expect(world.ticking == [true, false])
        #expect(world.statuses == ["Waiting for sensors", "Recording: Ida", "Waiting for sensors"])
    }

    /// Inputs of a ride of five seconds, and what comes after it.
    private func ride(_ rest: [WorkoutService.Input]) -> AsyncStream<WorkoutService.Input> {
        AsyncStream { continuation in
            for input in [beat(100, idas, at: 0), beat(100, idas, at: 5)] + rest { continuation.yield(input) }
            continuation.finish()
        }
    }

    /// Puts something that is no directory where workouts belong.
    private static func block(_ directory: String) throws {
        try FileManager.default.removeItem(atPath: directory)
        try Data().write(to: URL(fileURLWithPath: directory))
    }

    private static func unblock(_ directory: String) throws {
        try FileManager.default.removeItem(atPath: directory)
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    private func blockedService(unblocksAfterFailure: Bool) -> WorkoutService {
        let world = world
        let lines = world.lines
        let directory = state.path + "/workouts"
        return WorkoutService(
            stateDirectory: state.path, finishAfter: 300 * second,
            output: WorkoutService.Output(
                log: { line in
                    lines.add(line)
                    if line.hasPrefix("started") { try? Self.block(directory) }
                    if unblocksAfterFailure, line.contains("kept in memory") { try? Self.unblock(directory) }
                }, showStatus: { _ in }, setTicking: { world.ticking.append($0) }, want: { _ in }))
    }

    @Test("A workout that cannot be written is kept and tried again a minute later")
    func writtenLater() async throws {
        var service = blockedService(unblocksAfterFailure: true)
        try await service.run(ride([time(305), time(306), time(400), .stop]))
        #expect(world.log.filter { $0.contains("kept in memory") }.count == 1)
        #expect(world.log.filter { $0.hasPrefix("wrote ") }.count == 1)
        #expect(world.ticking == [true, false])
        #expect(try workouts().compactMap(elapsed) == [5])
    }

    @Test("A workout that cannot be written to the end is an error of the service")
    func neverWritten() async throws {
        var service = blockedService(unblocksAfterFailure: false)
        await #expect(throws: FileError.self) { try await service.run(ride([time(305), .stop])) }
    }

    @Test(
        "What a sensor says of itself is remembered, and when it was last seen, with the offset of local time"
    )
    func remembers() async throws {
        var details = SensorDetails()
        details.batteryPercent = 42
        let description = SensorDescription(name: "Strap", services: ["heart_rate"], details: details)
        try await run([
            .event(SensorEvent(nanoseconds: start, sensor: idas, kind: .described(description))),
            beat(100, idas, at: 1), .stop,
        ])
        let sensor = try #require(try KnownSensorsFile(directory: state.path).read()[address: idas])
        #expect(sensor.name == "Strap")
        #expect(sensor.details.batteryPercent == 42)
        let lastSeen = try #require(sensor.lastSeen)
        #expect(lastSeen.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d/) != nil)
        #expect(
            try workouts().first.flatMap { ($0["sensors"] as? [[String: Any]])?.first?["name"] as? String }
                == "Strap")
    }

    @Test("A description with holes takes nothing back of what is known")
    func holes() async throws {
        var details = SensorDetails()
        details.model = "HR-1"
        details.batteryPercent = 80
        var weaker = SensorDetails()
        weaker.batteryPercent = 79
        let descriptions = [
            SensorDescription(name: "Strap", services: ["heart_rate"], details: details),
            SensorDescription(details: weaker),
        ]
        try await run(
            descriptions.map { .event(SensorEvent(nanoseconds: start, sensor: idas, kind: .described($0))) }
                + [.stop])
        let sensor = try #require(try KnownSensorsFile(directory: state.path).read()[address: idas])
        #expect(sensor.name == "Strap")
        #expect(sensor.services == ["heart_rate"])
        #expect(sensor.details.model == "HR-1")
        #expect(sensor.details.batteryPercent == 79)
    }

    @Test("What happens after the last reading is not part of the workout that ends with it")
    func eventsAfterTheEnd() async throws {
        try await run([
            beat(100, idas, at: 0), beat(100, idas, at: 30),
            .event(SensorEvent(nanoseconds: start + 60 * second, sensor: idas, kind: .disconnected)),
            time(400), .stop,
        ])
        #expect((try workouts().first?["events"] as? [Any])?.isEmpty == true)
    }

    @Test("Sensors that are paired or forgotten while the service runs are taken up")
    func knownSensorsChange() async throws {
        let (inputs, continuation) = AsyncStream<WorkoutService.Input>.makeStream()
        try KnownSensorsFile(directory: state.path).update { $0[address: bos] = nil }
        continuation.yield(.knownSensorsChanged)
        continuation.yield(.stop)
        continuation.finish()
        try await run(inputs)
        #expect(world.wanted == [[idas]])
    }

    @Test("When the sensors can be reached no longer, what was recorded is written before the error")
    func sourceEnded() async throws {
        await #expect(throws: WorkoutServiceError.sourceEnded) {
            try await run([beat(100, idas, at: 0), beat(100, idas, at: 5), .sourceEnded])
        }
        #expect(try workouts().count == 1)
    }
}
