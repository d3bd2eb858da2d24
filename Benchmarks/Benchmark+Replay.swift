import Bridge
import FlightRecorder
import Foundation
import SensorProfiles

extension Benchmark {
    /// From the text of a capture to the text of a workout: ten hours of a strap and a meter, both at 4 Hz.
    ///
    /// The promise is two seconds for the whole command, 144,000 notifications a second.
    static let replay = Benchmark(
        "replay 10 h, 2 sensors at 4 Hz", unit: "notifications", target: 144_000, runCount: 3
    ) {
        let records = try CaptureReader.records(in: capture)
        let replay = try await Replay(records, plan: WorkoutPlan(timeZone: .gmt))
        consume(replay.finished.json.utf8.count)
        return records.count
    }

    private static let capture = Data(tenHours().utf8)

    /// A capture of ten hours that nobody rode.
    static func tenHours() -> String {
        let duration: Int64 = 36_000_000_000_000
        var records: [CaptureRecord] = []
        for event in SimulatedRide(duration: duration) {
            guard event.sensor == SimulatedRide.powerMeter,
                case .notification(let characteristic, let value) = event.kind
            else { continue }
            records.append(
                CaptureRecord(
                    nanoseconds: event.nanoseconds,
                    .notification(sensor: event.sensor, characteristic: characteristic, value: value)))
            // A strap at the meter's pace, with the interval that its rate has.
            let bpm = 90 + UInt8(truncatingIfNeeded: event.nanoseconds / 60_000_000_000 % 80)
            let interval = UInt16(60 * 1024 / Int(bpm))
            let beat = event.nanoseconds % 1_000_000_000 == 0
            let packet = [0x16, bpm] + (beat ? [UInt8(interval & 0xFF), UInt8(interval >> 8)] : [])
            records.append(
                CaptureRecord(
                    nanoseconds: event.nanoseconds,
                    .notification(
                        sensor: SimulatedRide.strap, characteristic: .heartRateMeasurement, value: packet)))
        }
        return CaptureWriter.text(records)
    }
}
