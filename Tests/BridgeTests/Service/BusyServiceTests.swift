import Dispatch
import FlightRecorder
import Foundation
import HealthModel
import SensorProfiles
import Synchronization
import TestKit
import Testing

@testable import Bridge

private let second: Int64 = 1_000_000_000

/// What arrives does not wait for what the service does.
@Suite(.timeLimit(.minutes(2))) struct BusyServiceTests {
    /// What the service waits for.
    enum Work: CaseIterable {
        /// The database, to store the workout of another rider.
        case saving
        /// The database, to know the zones of the rider whose workout starts.
        case zones
    }

    private let state: TemporaryDirectory
    private let clock = FakeClock()
    private let idas = BluetoothAddress(value: 1)
    private let bos = BluetoothAddress(value: 2)

    init() throws {
        state = try TemporaryDirectory()
        try KnownSensorsFile(directory: state.path).update { sensors in
            sensors[address: idas] = KnownSensor(address: idas, rider: "Ida")
            sensors[address: bos] = KnownSensor(address: bos, rider: "Bo")
        }
    }

    private func beat(_ sensor: BluetoothAddress, at seconds: Int64) -> SensorEvent {
        SensorEvent(
            nanoseconds: clock.boot + seconds * second, sensor: sensor,
            kind: .notification(
                characteristic: .heartRateMeasurement, value: [0x00, UInt8(100 + seconds % 50)])
        )
    }

    private static func contents(of rider: String, in files: RecordingFiles) throws -> RecordingContents? {
        try files.names().map { try RecordingFiles.contents(at: files.path(ofName: $0)) }.first {
            $0.header?.rider == rider
        }
    }

    @Test(
        "What arrives for a recording is in its file at once, while the service waits for the database",
        arguments: Work.allCases)
    func waiting(for work: Work) async throws {
        let (events, source) = AsyncStream<SensorEvent>.makeStream()
        let (inputs, continuation) = AsyncStream<WorkoutService.Input>.makeStream()
        let files = RecordingFiles(stateDirectory: state.path)
        let database = InMemoryHealthDatabase()
        database.setZoneBoundaries([110, 130, 150], for: HKQuantityType(.heartRate))
        let first = beat(bos, at: 200)
        let late = (302..<307).map { beat(bos, at: $0) }
        // The database lets nobody in until all that arrives meanwhile has been looked for in the file.
        let isFree = DispatchSemaphore(value: 0)
        let openings = Mutex(0)
        let keeping = WorkoutKeeping(
            stateDirectory: state.path,
            database: { _ in
                // Opened for the zones of both, and for what is over.
                let opening = openings.withLock { count in
                    count += 1
                    return count
                }
                if opening == (work == .saving ? 3 : 2) {
                    for event in late { source.yield(event) }
                    if isFree.wait(timeout: .now() + 30) == .timedOut {
                        Issue.record("what arrived waited for the service")
                    }
                }
                return database
            })
        var service = WorkoutService(
            stateDirectory: state.path, keeping: keeping, finishAfter: 300 * second,
            clock: clock.machineClock(),
            output: WorkoutService.Output(
                log: { _ in }, showStatus: { _ in }, setTicking: { _ in }, want: { _ in }))
        let end = WorkoutService.Input.timePassed(to: clock.boot + 301 * second)
        let written = Mutex<[RecordingRecord?]>([])
        let intake = IntakeLoop(service.intake)
        // The service itself knows its sensors only when it runs.
        service.intake.setRiders([idas: "Ida", bos: "Bo"])
        source.yield(beat(idas, at: 0))
        source.yield(beat(idas, at: 1))
        source.yield(first)
        let taking = Task {
            await intake.run(events) { arrival in
                continuation.yield(.arrival(arrival))
                if arrival.event == first, work == .saving { continuation.yield(end) }
                guard late.contains(arrival.event) else { return }
                let last = try? Self.contents(of: "Bo", in: files)?.records.last
                written.withLock { $0.append(last) }
                guard arrival.event == late.last else { return }
                isFree.signal()
                continuation.yield(.stop)
            }
        }
        try await service.run(inputs)
        source.finish()
        await taking.value
        #expect(
            written.withLock { $0 }
                == late.map { event in
                    guard case .notification(let characteristic, let value) = event.kind else { return nil }
                    return RecordingRecord(
                        nanoseconds: event.nanoseconds - first.nanoseconds,
                        .capture(.notification(sensor: bos, characteristic: characteristic, value: value)))
                })
        let contents = try #require(try Self.contents(of: "Bo", in: files))
        #expect(
            WorkoutPlan(recordedIn: contents).profile.zoneBoundaries[HKQuantityType(.heartRate)]
                == [110, 130, 150])
        let replayed = try await Replay(contents).finished
        #expect(replayed.workout.duration == 106)
        let workouts = try WorkoutFiles(directory: state.path + "/workouts").paths()
        #expect(workouts.count == 2)
        #expect(try workouts.contains { try String(contentsOfFile: $0, encoding: .utf8) == replayed.json })
    }

    @Test(
        "What came in before the end is in a workout though nobody handled it, and what comes later is in none"
    )
    func end() async throws {
        let (inputs, continuation) = AsyncStream<WorkoutService.Input>.makeStream()
        var service = WorkoutService(
            stateDirectory: state.path, finishAfter: 300 * second, clock: clock.machineClock(),
            output: WorkoutService.Output(
                log: { _ in }, showStatus: { _ in }, setTicking: { _ in }, want: { _ in }))
        service.intake.setRiders([idas: "Ida", bos: "Bo"])
        // Neither is handed on: the service has more to do.
        _ = service.intake.arrived(beat(idas, at: 0))
        _ = service.intake.arrived(beat(idas, at: 7))
        service.intake.refuse()
        #expect(service.intake.arrived(beat(bos, at: 8)).rider == nil)
        continuation.yield(.stop)
        try await service.run(inputs)
        let files = RecordingFiles(stateDirectory: state.path)
        let name = try #require(try files.names().first)
        #expect(try files.names().count == 1)
        let contents = try RecordingFiles.contents(at: files.path(ofName: name))
        #expect(contents.isSaved)
        #expect(contents.end == 7 * second)
        let workouts = try WorkoutFiles(directory: state.path + "/workouts").paths()
        let replayed = try await Replay(contents).finished.json
        #expect(try workouts.map { try String(contentsOfFile: $0, encoding: .utf8) } == [replayed])
    }
}
