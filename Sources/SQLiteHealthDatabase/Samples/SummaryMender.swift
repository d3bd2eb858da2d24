import Foundation
import HealthModel

/// Reads a rider's summaries one by one within one transaction, where some are missing or not as they were written.
///
/// A summary follows from its workout, so that it is worked out anew; whether the workout is sound its own checksum says.
struct SummaryMender {
    private let connection: SQLiteConnection
    private let rider: Int64
    private var summaries: SummaryReader
    private var samples: SampleReader

    /// The summaries that were worked out anew, by the anchors of their workouts.
    private(set) var mended: [Int64: WorkoutSummary] = [:]

    init(_ connection: SQLiteConnection, of rider: Int64) {
        self.connection = connection
        self.rider = rider
        summaries = SummaryReader(connection, of: rider)
        samples = SampleReader(connection, of: rider)
    }

    /// The summaries of workouts that started in an interval, and the damaged workouts of it.
    mutating func overview(
        startingIn dates: DateInterval?, withDistributions: Bool
    ) throws(HKError) -> WorkoutOverview {
        let workouts = Set(try connection.workouts(ofRider: rider))
        let summarized = try connection.rows(
            "SELECT workout FROM workout_summary WHERE rider = ?", [.integer(rider)]
        ) { $0.integer(0) }
        var found: [(anchor: Int64, summary: WorkoutSummary)] = []
        var damaged: [DamagedWorkout] = []
        for anchor in workouts.union(summarized).sorted() {
            if let summary = try summary(of: anchor) {
                found.append((anchor, summary))
                // Its checksum says whose it is, so it is the workout that is lost.
                if !workouts.contains(anchor) {
                    damaged.append(try damagedWorkout(anchor, "it is missing among the samples"))
                }
            } else if workouts.contains(anchor) {
                let workout = try connection.unlessDamaged { () throws(HKError) in
                    try samples.workout(at: anchor)
                }
                if let workout = workout.value.flatMap(\.self) {
                    let summary = WorkoutSummary(workout)
                    mended[anchor] = summary
                    found.append((anchor, summary))
                } else {
                    damaged.append(try damagedWorkout(anchor, workout.damage ?? "it cannot be found again"))
                }
            } else if try connection.rows(
                "SELECT 1 FROM sample WHERE anchor = ?", [.integer(anchor)], { $0.integer(0) }
            ).isEmpty {
                damaged.append(
                    DamagedWorkout(anchor: Int(anchor), uuid: nil, start: nil, reason: "it is missing"))
            }
            // Else it is another rider's, whose own list mends it.
        }
        let isIn = { (start: Date) in dates.map { $0.start <= start && start < $0.end } ?? true }
        return WorkoutOverview(
            summaries: found.filter { isIn($0.summary.start) }
                .sorted { ($0.summary.start, $0.anchor) < ($1.summary.start, $1.anchor) }
                .map { _, summary in
                    var summary = summary
                    if !withDistributions { summary.distributions = [:] }
                    return summary
                },
            damaged: damaged.filter { $0.start.map(isIn) ?? true })
    }

    /// What is wrong with the workout at an anchor; nil if nothing is.
    mutating func damage(at anchor: Int64) throws(HKError) -> DamagedWorkout? {
        let workout = try connection.unlessDamaged { () throws(HKError) in
            try samples.workout(at: anchor)
        }
        if workout.value.flatMap(\.self) != nil { return nil }
        return try damagedWorkout(anchor, workout.damage ?? "it is missing among the samples")
    }

    /// The summary of a workout if it is as it was written.
    private mutating func summary(of anchor: Int64) throws(HKError) -> WorkoutSummary? {
        try connection.unlessDamaged { () throws(HKError) in try summaries.summary(of: anchor) }
            .value.flatMap(\.self)
    }

    /// Names a damaged workout, by its summary if that is sound.
    private mutating func damagedWorkout(
        _ anchor: Int64, _ reason: String
    ) throws(HKError) -> DamagedWorkout {
        if let summary = try summary(of: anchor) {
            return DamagedWorkout(
                anchor: Int(anchor), uuid: summary.uuid, start: summary.start, reason: reason)
        }
        let head = try connection.rows(
            "SELECT uuid, start_date FROM sample WHERE anchor = ? AND rider = ?",
            [.integer(anchor), .integer(rider)]
        ) { row throws(HKError) in
            (
                uuid: try connection.unlessDamaged { () throws(HKError) in try row.uuid(0) }.value,
                start: row.date(1)
            )
        }.first
        return DamagedWorkout(
            anchor: Int(anchor), uuid: head?.uuid,
            start: head.flatMap { $0.start.isOrdinary ? $0.start : nil }, reason: reason)
    }
}
