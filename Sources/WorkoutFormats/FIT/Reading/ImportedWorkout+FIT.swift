import Foundation
import HealthModel

extension ImportedWorkout {
    /// Whether bytes are those of a FIT file.
    package static func isFIT(_ bytes: [UInt8]) -> Bool { FITDecoder.isFIT(bytes[...]) }

    /// Reads a FIT activity file, of ours or of anybody.
    ///
    /// A file of ours gives back the very workout. Of a file that is damaged the rest is read, and ``damage`` says what is
    /// wrong and how much that is.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - name: what errors call it.
    /// - Throws: `ImportError` if it is no FIT file, not one of a workout, or nothing of it can be read.
    package init(fit bytes: [UInt8], named name: String) throws(ImportError) {
        let decoder: FITDecoder
        do {
            decoder = try FITDecoder(bytes)
        } catch {
            throw ImportError(file: name, place: "byte \(error.offset)", reason: error.reason)
        }
        let messages = decoder.messages
        let kind = messages.first { $0.number == FITProfile.FileID.message }?
            .integer(FITProfile.FileID.type)
        if let kind, kind != Int64(FITProfile.FileID.activity) {
            throw ImportError(
                file: name,
                reason:
                    "this is a FIT file of type \(kind) (\(Self.kinds[kind] ?? "unknown")), not of a workout")
        }
        var damage = decoder.damage.map(\.description)
        guard let activity = FITActivity(messages) else {
            throw ImportError(
                file: name,
                reason: "there is neither a record nor a session in it" + (damage.map { "; " + $0 } ?? ""))
        }
        let source = ["FIT", activity.device].compactMap(\.self).joined(separator: ", ")
        if let own = FITOwnWorkout(messages) {
            self.init(series: own.series, source: source)
            identifier = own.identifier
            activityType = own.activityType ?? activity.activityType
            isIndoor = own.isIndoor
            timeZone = own.timeZone
            activities = own.activities
            events = own.events
            zoneConfigurations = own.zoneConfigurations
            functionalThresholdPower = own.functionalThresholdPower
            isSimulated = own.isSimulated
            sensors = own.sensors
        } else {
            let elapsed = activity.series.elapsed
            guard elapsed <= Self.longest else {
                let hour: Int64 = 3_600_000_000_000
                let span = "from \(Self.moment(activity.series.start)) to \(Self.moment(activity.end))"
                let longest = "the longest that is read is \(Self.longest / hour) hours"
                throw ImportError(
                    file: name,
                    reason: """
                        the workout would be \(elapsed / hour) hours long, \(span); \(longest): cut the file or mend \
                        its times
                        """)
            }
            let faults = [damage, activity.damage].compactMap(\.self)
            damage = faults.isEmpty ? nil : faults.joined(separator: "; ")
            self.init(series: activity.series, source: source)
            activityType = activity.activityType
            isIndoor = activity.sessions.first?.sport.isIndoor
            timeZone = activity.timeZone
            laps = activity.laps
            if activity.sessions.count > 1 {
                activities = activity.sessions.map { Activity($0.sport.activityType, $0.interval) }
            }
            functionalThresholdPower = activity.functionalThresholdPower
        }
        rider = activity.rider
        self.damage = damage
    }

    private static func moment(_ date: Date) -> String {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        return RFC3339.text(milliseconds: Int64(milliseconds), in: .gmt)
    }

    /// The kinds of FIT files that people have, other than activities.
    private static let kinds: [Int64: String] = [
        1: "device", 2: "settings", 3: "sport settings", 5: "workout plan", 6: "course", 7: "schedules",
        9: "weight", 10: "totals", 11: "goals", 14: "blood pressure", 15: "monitoring",
        20: "activity summary",
        28: "daily monitoring", 32: "monitoring", 34: "segment", 35: "segment list",
    ]
}

extension FITActivity {
    /// What was done; of several things, a triathlon where they are its own.
    var activityType: HKWorkoutActivityType {
        let types = Set(sessions.map(\.sport.activityType))
        if types.count == 1, let type = types.first { return type }
        let parts: Set<HKWorkoutActivityType> = [.swimming, .cycling, .running, .transition]
        return types.isSubset(of: parts) ? .swimBikeRun : .other
    }
}
