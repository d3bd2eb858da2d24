import Foundation
import HealthModel
import TestKit
import Testing
import WorkoutFormats

/// Files on a machine whose language writes 1,5 for one and a half.
@Suite(
    .enabled(
        if: FileManager.default.fileExists(atPath: "/usr/share/i18n/locales/de_DE"),
        "the sources of locales are not installed; `make test` installs them"))
struct CommaLocaleTests {
    @Test("With a decimal comma in the locale, every format is written and read as without")
    func comma() async {
        // In a process of its own, because a locale is the whole process's.
        await #expect(processExitsWith: .success) {
            let hard: [HardWorkouts] = [.ordinary, .betweenSeconds, .separatorsInNames, .threeActivities]
            func written() throws -> [WorkoutFormat: [[UInt8]]] {
                var files: [WorkoutFormat: [[UInt8]]] = [:]
                for format in WorkoutFormat.allCases {
                    files[format] = try hard.map { format.bytes(of: try $0.make()) }
                }
                return files
            }
            // Pictures are not read back.
            let readable = WorkoutFormat.allCases.filter { $0 != .html && $0 != .svg }
            func read(_ files: [WorkoutFormat: [[UInt8]]]) throws -> [Int] {
                try readable.flatMap { format in
                    try (files[format] ?? []).map {
                        try ImportedWorkout(contentsOf: $0, named: "ride").series.hashValue
                    }
                }
            }
            let files = try written()
            let series = try read(files)

            let directory = try TemporaryDirectory()
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/localedef")
            process.arguments = ["-i", "de_DE", "-f", "UTF-8", directory.path + "/de_DE.UTF-8"]
            try process.run()
            process.waitUntilExit()
            setenv("LOCPATH", directory.path, 1)
            setenv("LANG", "de_DE.UTF-8", 1)
            try #require(setlocale(LC_ALL, "de_DE.UTF-8") != nil)
            // The C library now writes and reads commas; this is what the formats must not do.
            try #require(localeconv().pointee.decimal_point.pointee == CChar(bitPattern: UInt8(ascii: ",")))

            try #require(try written() == files)
            try #require(try read(files) == series)
        }
    }
}
