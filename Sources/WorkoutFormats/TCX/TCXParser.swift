import Foundation
import HealthModel

/// Takes the activities out of Training Center XML, element by element.
///
/// Elements are known by their names without a prefix, as programs disagree about prefixes.
struct TCXParser {
    private let name: String
    private var activities: [TCXActivity] = []
    private var activity: TCXActivity?
    private var lap: TCXLap?
    private var track: [TCXPoint]?
    private var point: TCXPoint?
    private var hasTime = false
    private var isInCreator = false
    /// The text of the element at hand.
    private var text = ""
    private var fault: ImportError?

    private init(_ name: String) {
        self.name = name
    }

    /// Reads the activities of a file in their order.
    ///
    /// - Throws: ``ImportError`` with the line that cannot be read.
    static func activities(_ bytes: [UInt8], _ name: String) throws(ImportError) -> [TCXActivity] {
        let blank: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        var parser = TCXParser(name)
        let end = XMLElements.walk(Array(bytes.drop { blank.contains($0) })) { step, line in
            switch step {
            case .begin(let element): parser.begin(element, line)
            case .end(let name): parser.end(name, line)
            case .text(let text): parser.add(text)
            }
            return parser.fault == nil
        }
        if let fault = parser.fault { throw fault }
        guard end.isWhole else {
            throw ImportError(
                file: name, place: "line \(end.line)",
                reason: "it is no whole XML: it is damaged or was cut off")
        }
        return parser.activities
    }

    // MARK: Elements

    private mutating func begin(_ element: XMLElements.Element, _ line: Int) {
        text = ""
        switch element.name {
        case "Activity":
            activity = TCXActivity(sport: Self.sport(element.attribute("Sport")))
        case "Lap":
            guard let written = element.attribute("StartTime"), let moment = RFC3339.moment(written) else {
                return fail(line, "a lap does not say when it starts")
            }
            lap = TCXLap(start: moment.nanoseconds)
        case "Track": track = []
        case "Trackpoint":
            point = TCXPoint()
            hasTime = false
        case "Creator": isInCreator = true
        default: break
        }
    }

    private mutating func add(_ part: String) {
        // The longest text that is looked at is a name; notes can be endless.
        if text.utf8.count < 1024 { text += part }
    }

    private mutating func end(_ element: String, _ line: Int) {
        switch element {
        case "Activity":
            if let activity { activities.append(activity) }
            activity = nil
        case "Lap":
            if let lap { activity?.laps.append(lap) }
            lap = nil
        case "Track":
            // The standard library's sort is stable: points of one moment keep their order.
            if let track, !track.isEmpty { lap?.tracks.append(track.sorted { $0.moment < $1.moment }) }
            track = nil
        case "Trackpoint":
            if let point, hasTime { track?.append(point) }
            point = nil
        case "Creator": isInCreator = false
        case "Name" where isInCreator:
            activity?.creator = text.trimmingCharacters(in: .whitespacesAndNewlines)
        case "Time" where point != nil:
            let written = text.trimmingCharacters(in: .whitespacesAndNewlines)
            guard let moment = RFC3339.moment(written) else {
                return fail(line, "`\(written.prefix(40))` is not the time of a point")
            }
            point?.moment = moment.nanoseconds
            hasTime = true
        case "TotalTimeSeconds" where lap != nil:
            if let seconds = number, (0...366 * 86_400).contains(seconds) {
                lap?.activeDuration = Int64((seconds * 1e6).rounded()) * 1000
            }
        case "Value" where point != nil:
            let value = reading(of: .heartRate, line)
            point?.heartRate = value
        case "Cadence" where point != nil:
            let value = reading(of: .cyclingCadence, line)
            point?.cadence = value
        case "Speed" where point != nil:
            let value = reading(of: .cyclingSpeed, line)
            point?.speed = value
        case "Watts" where point != nil:
            let value = reading(of: .cyclingPower, line)
            point?.power = value
        default: break
        }
        text = ""
    }

    private var number: Double? {
        Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// The number that was written; what cannot be one of a quantity is the fault of the file.
    private mutating func reading(of quantity: PublishedQuantity, _ line: Int) -> Double? {
        let number = number
        do throws(ImportError) {
            try quantity.requirePossible(number, in: name, at: "line \(line)")
        } catch {
            fault = fault ?? error
        }
        return number
    }

    private static func sport(_ name: String?) -> HKWorkoutActivityType {
        switch name {
        case "Biking": .cycling
        case "Running": .running
        default: .other
        }
    }

    private mutating func fail(_ line: Int, _ reason: String) {
        fault = fault ?? ImportError(file: name, place: "line \(line)", reason: reason)
    }
}
