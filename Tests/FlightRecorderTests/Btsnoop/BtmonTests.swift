import FlightRecorder
import Foundation
import SensorProfiles
import TestKit
import Testing

/// BlueZ's own reader of captures, where it is installed; `make test` installs it.
private let btmon = ["/usr/bin/btmon", "/usr/local/bin/btmon"].first {
    FileManager.default.isExecutableFile(atPath: $0)
}

/// Captures as the tests build them, read by btmon: that they are what they are taken for.
@Suite(.enabled(if: btmon != nil, "btmon is not installed; `make test` installs it"))
struct BtmonTests {
    /// What btmon prints of a capture.
    private func printed(_ bytes: [UInt8]) throws -> String {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/capture.btsnoop"
        try Data(bytes).write(to: URL(filePath: file))
        let process = Process()
        process.executableURL = URL(filePath: try #require(btmon))
        process.arguments = ["-r", file]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: text, as: UTF8.self)
    }

    /// The values of its notifications with their handles, as btmon prints them.
    private func notifications(_ text: String) -> [String] {
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        return lines.indices.filter { lines[$0].hasPrefix("ATT: Handle Value Notification (0x1b)") }.map {
            lines[$0 + 1].dropFirst("Handle: ".count) + " " + lines[$0 + 2].dropFirst("Data: ".count)
        }
    }

    @Test(
        "btmon finds the connection, the notifications and their pieces that we find",
        arguments: [BtsnoopBuilder.Link.serial, .monitor])
    func reading(link: BtsnoopBuilder.Link) throws {
        // Without a discovery: btmon 5.66 crashes on one in a file.
        var capture = BtsnoopBuilder(link)
        capture.connect(0x40, [0xC0, 0xFF, 0xEE, 0x00, 0x00, 0x01])
        capture.notify(0x40, 0x10, [0x16, 0x4B, 0x2A, 0x03])
        capture.microseconds += 1_000_000
        capture.piece(0x40, 2, [7, 0, 4, 0, 0x1B])
        capture.piece(0x40, 1, [0x10, 0, 0x06, 0x48])
        capture.piece(0x40, 1, [0x2A, 0x03])
        capture.notify(0x40, 0x20, [0x00, 0x00, 0xC8, 0x00])
        capture.disconnect(0x40)

        let text = try printed(capture.bytes)
        #expect(text.contains("Peer address: C0:FF:EE:00:00:01"))
        let read = try BtsnoopReader.records(
            in: capture.bytes, handles: [0x10: .heartRateMeasurement, 0x20: .cyclingPowerMeasurement])
        let ours = read.records.compactMap { record -> String? in
            guard case .notification(_, let characteristic, let value) = record.content else { return nil }
            let handle = characteristic == .heartRateMeasurement ? "0x0010" : "0x0020"
            return handle + " "
                + value.map { byte in
                    String(repeating: "0", count: byte < 16 ? 1 : 0) + String(byte, radix: 16)
                }.joined()
        }
        #expect(notifications(text) == ours)
        #expect(ours.count == 3)
    }
}
