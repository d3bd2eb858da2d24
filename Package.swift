// swift-tools-version: 6.2
import PackageDescription

// The rooms of Pulsewatt, lowest first. A target may import only what is named here; `scripts/check-walls`
// and `--explicit-target-dependency-import-check error` hold it to that. docs/architecture.md draws the map.

let package = Package(
    name: "pulsewatt",
    products: [
        .library(name: "OpenHealthKit", targets: ["OpenHealthKit"]),
        .library(name: "HealthKit", targets: ["HealthKit"]),
        .library(name: "SensorProfiles", targets: ["SensorProfiles"]),
        .executable(name: "pulsewatt", targets: ["pulsewatt"]),
    ],
    targets: [
        // System libraries: a module map and the few inline bridges that Swift needs, nothing else.
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .systemLibrary(name: "CGetopt"),
        .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(
            name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

        // What the tests share.
        .target(name: "TestKit", path: "Tests/TestKit"),

        .target(name: "Zlib", dependencies: ["CZlib"]),
        .testTarget(name: "ZlibTests", dependencies: ["Zlib", "TestKit"]),

        // The field itself: packets, the health model, recordings, formats. No Bluetooth, no bus.
        .target(name: "SensorProfiles"),
        .testTarget(name: "SensorProfilesTests", dependencies: ["SensorProfiles", "TestKit"]),

        .target(name: "HealthModel"),
        .testTarget(name: "HealthModelTests", dependencies: ["HealthModel", "TestKit"]),

        .target(name: "SQLiteHealthDatabase", dependencies: ["HealthModel", "CSQLite", "Zlib"]),
        .executableTarget(
            name: "DatabaseTestProcess", dependencies: ["SQLiteHealthDatabase", "HealthModel"],
            path: "Tests/DatabaseTestProcess"),
        .testTarget(
            name: "SQLiteHealthDatabaseTests",
            dependencies: ["SQLiteHealthDatabase", "HealthModel", "DatabaseTestProcess", "TestKit"],
            exclude: ["Fixtures"]),

        .target(name: "FlightRecorder", dependencies: ["SensorProfiles", "Zlib"]),
        .testTarget(
            name: "FlightRecorderTests", dependencies: ["FlightRecorder", "SensorProfiles", "TestKit"]),

        .target(name: "WorkoutFormats", dependencies: ["HealthModel", "CXML"]),
        .testTarget(
            name: "WorkoutFormatsTests", dependencies: ["WorkoutFormats", "HealthModel", "TestKit"],
            exclude: ["FIT/read_fit.py", "Independent"]),

        // The library's faces.
        .target(name: "OpenHealthKit", dependencies: ["HealthModel", "SQLiteHealthDatabase"]),
        .target(name: "HealthKit", dependencies: ["OpenHealthKit"]),
        .testTarget(
            name: "OpenHealthKitTests", dependencies: ["HealthKit", "SQLiteHealthDatabase", "TestKit"]),

        // The way to the sensors.
        .target(name: "DBus", dependencies: ["CDBus"]),
        .testTarget(name: "DBusTests", dependencies: ["DBus", "BlueZTestKit"]),

        .target(name: "BlueZ", dependencies: ["DBus", "SensorProfiles"]),
        .target(
            name: "BlueZTestKit", dependencies: ["DBus", "SensorProfiles"],
            path: "Tests/BlueZTestKit"),
        .testTarget(
            name: "BlueZTests", dependencies: ["BlueZ", "DBus", "SensorProfiles", "BlueZTestKit"]),

        // The heart and the command.
        .target(
            name: "Bridge",
            dependencies: [
                "HealthModel", "SensorProfiles", "FlightRecorder", "WorkoutFormats", "DBus", "BlueZ", "Zlib",
            ]),
        .testTarget(
            name: "BridgeTests",
            dependencies: [
                "Bridge", "HealthModel", "SensorProfiles", "FlightRecorder", "WorkoutFormats", "DBus",
                "BlueZ", "BlueZTestKit", "SQLiteHealthDatabase", "TestKit", "Zlib",
            ]),

        .executableTarget(
            name: "pulsewatt",
            dependencies: [
                "Bridge", "HealthModel", "SensorProfiles", "FlightRecorder", "WorkoutFormats", "DBus",
                "BlueZ", "SQLiteHealthDatabase", "Zlib", "CGetopt", "CGLib", "CSystemd",
            ]),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "pulsewatt", "Bridge", "FlightRecorder", "HealthModel", "SensorProfiles", "WorkoutFormats",
                "DBus",
                "BlueZTestKit", "SQLiteHealthDatabase", "TestKit", "kill-test-rider",
            ],
            exclude: ["Fixtures"]),

        .executableTarget(
            name: "kill-test-rider", dependencies: ["Bridge", "SensorProfiles", "DBus"],
            path: "Tests/KillTestRider"),

        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "SensorProfiles", "HealthModel", "FlightRecorder", "WorkoutFormats", "Bridge",
                "SQLiteHealthDatabase",
            ],
            path: "Benchmarks"),
    ],
    swiftLanguageModes: [.v6]
)

// One list of settings for every target, so that none can forget one.
for target in package.targets where target.type != .system {
    target.swiftSettings = [
        // SE-0335: existentials are written `any`.
        .enableUpcomingFeature("ExistentialAny"),
        // SE-0409: an import is internal unless it says `public` or `package`.
        .enableUpcomingFeature("InternalImportsByDefault"),
        // SE-0444: a member is usable only where its module is imported.
        .enableUpcomingFeature("MemberImportVisibility"),
        // SE-0461: a nonisolated async function runs where its caller runs.
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        // SE-0470: a conformance takes its type's isolation.
        .enableUpcomingFeature("InferIsolatedConformances"),
        // SE-0443: a warning is a fault.
        .treatAllWarnings(as: .error),
    ]
}
