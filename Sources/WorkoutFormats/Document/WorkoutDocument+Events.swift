import Foundation
import HealthModel

extension WorkoutDocument {
    /// What happened, in order of time.
    var events: JSONValue {
        .array((workout.workoutEvents ?? []).map(event))
    }

    private func event(_ event: HKWorkoutEvent) -> JSONValue {
        let offset = WorkoutTime.nanoseconds(of: event.dateInterval.start, since: workout.series.start)
        var members: [JSONValue.Member] = [
            .init("t_s", .seconds(nanoseconds: offset)), .init("type", .string(Self.name(of: event))),
        ]
        if let sensor = event.metadata?[HKMetadataKeyPulsewattSensor] as? String {
            members.append(.init("sensor", .string(sensor)))
        }
        return .object(members)
    }

    /// The name of an event: its type's, or for a marker the one that its metadata gives it.
    private static func name(of event: HKWorkoutEvent) -> String {
        if event.type == .marker, let name = event.metadata?[HKMetadataKeyPulsewattEvent] as? String,
            isName(name)
        {
            return name
        }
        return snakeCase("\(event.type)")
    }

    /// Whether a text from metadata can stand among the document's names.
    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else {
            return false
        }
        return text.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
        }
    }

    /// The laps in nanoseconds from the start: from one lap event's end to the next one's, and from the last one's to
    /// the workout's end; none where no lap was marked.
    ///
    /// A lap event is the moment of the press or, as HealthKit has it, the interval of the lap that ended with it.
    package var laps: [Range<Int64>] {
        let elapsed = workout.series.elapsed
        let splits = (workout.workoutEvents ?? []).filter { $0.type == .lap }
            .map { WorkoutTime.nanoseconds(of: $0.dateInterval.end, since: workout.series.start) }
            .filter { $0 > 0 && $0 < elapsed }
            .sorted()
        guard workout.workoutEvents?.contains(where: { $0.type == .lap }) ?? false else { return [] }
        return zip([0] + splits, splits + [elapsed]).filter { $0 < $1 }.map { $0..<$1 }
    }
}
