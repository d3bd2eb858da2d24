import FlightRecorder
import Foundation
import SensorProfiles

extension Benchmark {
    /// Ten hours of a strap and a meter at 4 Hz into a recording on a disk, a write each.
    static let writeRecording = Benchmark("write a recording", unit: "notifications", runCount: 3) {
        try RecordedRide().write()
    }

    /// The same recording read back.
    static let readRecording = Benchmark("read a recording", unit: "notifications", runCount: 3) {
        let contents = try RecordingReader.contents(of: try RecordedRide.file.get())
        consume(contents.records.count)
        return contents.records.count
    }

    /// The same recording with a wrong byte in every thousand, which has to be searched for frames.
    static let readDamagedRecording = Benchmark("read a damaged recording", unit: "bytes", runCount: 3) {
        var file = try RecordedRide.file.get()
        for position in stride(from: 500, to: file.count, by: 1000) { file[position] ^= 0xFF }
        consume(try RecordingReader.contents(of: file).damage.places)
        return file.count
    }
}

private struct RecordedRide {
    static let file = Result {
        let ride = RecordedRide()
        _ = try ride.write()
        defer { try? FileManager.default.removeItem(atPath: ride.directory) }
        return try Data(contentsOf: URL(fileURLWithPath: ride.path))
    }

    // Not where temporary files are, which may be in memory: what is measured ends on a disk.
    private let directory = ".build/benchmark-recording"
    private var path: String { directory + "/ride.recording" }

    func write() throws -> Int {
        try? FileManager.default.removeItem(atPath: directory)
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let header = RecordingHeader(
            workout: UUID(), rider: "rider", activityType: "cycling", isIndoor: true, isSimulated: true,
            timeZone: "UTC", offsetFromUTC: 0, startMicroseconds: 1_796_000_000_000_000, bootTime: 0,
            bootIdentifier: nil)
        var now: Int64 = 0
        let writer = RecordingWriter(
            creating: path, header: header, plan: [],
            now: {
                RecordingContents.ClockReading(
                    nanoseconds: now, wallMicroseconds: 1_796_000_000_000_000 + now / 1000)
            }, notify: { _ in })
        let tickCount = 144_000
        let strap = BluetoothAddress(value: 1)
        let meter = BluetoothAddress(value: 2)
        let beat: [UInt8] = [0x16, 120, 0x00, 0x02]
        let push: [UInt8] = [0x30, 0, 200, 0, 1, 0, 0, 0, 3, 4, 5, 6, 7, 8]
        for tick in 0..<tickCount {
            now = Int64(tick) * 250_000_000
            writer.record(.heartRateMeasurement, beat, from: strap, at: now)
            writer.record(.cyclingPowerMeasurement, push, from: meter, at: now)
        }
        writer.markSaved()
        return 2 * tickCount
    }
}
