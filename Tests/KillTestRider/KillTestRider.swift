import Bridge
import DBus
import Foundation
import SensorProfiles

/// A rider who is killed: records 50 notifications a second until somebody ends the process.
///
/// Arguments are the state directory and a file that each notification's moment is appended to before the recorder hears
/// of it, eight bytes of CLOCK_BOOTTIME in the machine's order. Notification `n` has the bytes that `value(n)` says.
/// A third argument is the number of notifications, after which the workout is saved; or `recover`: then nothing is
/// recorded, and what is found is recovered and saved, after a byte is appended to the file.
@main
struct KillTestRider {
    /// From the strap if `n` is even, from the meter otherwise.
    static func event(_ n: Int, at now: Int64) -> SensorEvent {
        let isBeat = n.isMultiple(of: 2)
        return SensorEvent(
            nanoseconds: now, sensor: BluetoothAddress(value: isBeat ? 1 : 2),
            kind: .notification(
                characteristic: isBeat ? .heartRateMeasurement : .cyclingPowerMeasurement, value: value(n)))
    }

    /// A heart rate that runs through all zones, or a power that counts up.
    static func value(_ n: Int) -> [UInt8] {
        n.isMultiple(of: 2)
            ? [0x00, UInt8(70 + n / 2 * 37 % 110)] : [0, 0, UInt8(n & 0xFF), UInt8(n >> 8 & 0x7F)]
    }

    static func main() async throws {
        let arguments = CommandLine.arguments
        let told = open(arguments[2], O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let recordings = RecordingFiles(stateDirectory: arguments[1])
        let keeping = WorkoutKeeping(stateDirectory: arguments[1])
        try keeping.files.prepare()
        let mode = arguments.count > 3 ? arguments[3] : nil
        if mode == "recover" {
            write(told, "r", 1)
            let taken = await WorkoutRecovery(recordings, log: { _ in }).takeUp(mayGoOn: { _ in false })
            for recorded in taken.over { try await keeping.keep(recorded, log: { _ in }) }
            return
        }
        // Longer than any test waits, so that a rider who is forgotten ends.
        let count = mode.flatMap { Int($0) } ?? 6000
        let (inputs, ticks) = AsyncStream<ForegroundRecording.Input>.makeStream()
        let events = AsyncStream<SensorEvent> { continuation in
            Task {
                let clock = ContinuousClock()
                let start = clock.now
                for n in 0..<count {
                    try await clock.sleep(until: start + .milliseconds(20 * n))
                    let now = EventLoop.now()
                    _ = withUnsafeBytes(of: now) { write(told, $0.baseAddress, $0.count) }
                    continuation.yield(event(n, at: now))
                    if n % 50 == 49 { ticks.yield(.timePassed(to: now)) }
                }
                continuation.finish()
            }
        }
        let recording = ForegroundRecording(
            plan: WorkoutPlan(rider: "Ida", timeZone: .gmt), duration: nil,
            recordings: recordings, show: { _ in },
            log: { FileHandle.standardError.write(Data(($0 + "\n").utf8)) })
        let intake = IntakeLoop(recording.intake)
        Task {
            await intake.run(events) { ticks.yield(.arrival($0)) }
            ticks.finish()
        }
        guard let recorded = try await recording.run(inputs) else { return }
        try await keeping.keep(recorded, log: { _ in })
    }
}
