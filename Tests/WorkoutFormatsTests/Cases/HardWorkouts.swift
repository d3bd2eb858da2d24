import Foundation
import HealthModel
import Testing
import WorkoutFormats

/// Workouts that file formats stumble over; each is the same at every call, down to its identity.
///
/// Raw values are what the cases are called in the list of tests.
enum HardWorkouts: String, CaseIterable, CustomStringConvertible, Sendable {
    case ordinary = "an ordinary ride of ten minutes with a pause and two laps"
    case noHeartRate = "a ride without heart rate"
    case heartRateOnly = "a ride with heart rate only"
    case powerOnly = "a ride with power only"
    case strongestPower = "65535 W for a second"
    case negativePower = "negative power"
    case cadence300 = "a cadence of 300"
    case heartRate300 = "a heart rate of 300"
    case noLength = "a workout of 0 s"
    case nothingMeasured = "a minute in which nothing was measured"
    case oneSample = "one sample"
    case thirtyHours = "30 hours"
    case midnight = "over midnight"
    case summerTimeBegins = "over the begin of summer time"
    case summerTimeEnds = "over the end of summer time"
    case newYear = "over new year"
    case year1970 = "in 1970, as a capture without a date is"
    case betweenSeconds = "from a half second to a quarter"
    case pausedAtEnd = "paused at the end"
    case pausedThroughout = "paused from start to end"
    case manyPauses = "fifty pauses"
    case twoHundredLaps = "200 laps"
    case threeActivities = "three activities"
    case beatGaps = "gaps between RR intervals"
    case beatBeforeStart = "the first beat before the start"
    case emojiNames = "emoji in names"
    case separatorsInNames = "commas, quotes and line breaks in names"
    case markupInNames = "markup and control characters in names"

    var description: String { rawValue }

    /// The workout with its rider, who is 40 years old, rests at 50 bpm and has a threshold power of 250 W.
    ///
    /// Made once for all tests of all formats.
    var exported: ExportedWorkout {
        get throws { try #require(Self.made[self]).get() }
    }

    private static let made = Dictionary(
        uniqueKeysWithValues: allCases.map { hard in (hard, Result { try hard.make() }) })

    /// Makes the workout anew.
    func make() throws -> ExportedWorkout { try script.exported }

    private var script: WorkoutScript {
        var script = WorkoutScript(identity: Self.allCases.firstIndex(of: self) ?? 0)
        switch self {
        case .ordinary:
            script.addRide()
            script.pauses = [200..<260]
            script.laps = [150, 400]
        case .noHeartRate:
            script.addRide()
            script.remove(.heartRate)
        case .heartRateOnly:
            script.addRide([.heartRate])
        case .powerOnly:
            script.addRide([.cyclingPower])
        case .strongestPower:
            script.addRide()
            script.set(.cyclingPower, at: 300, to: 65_535)
        case .negativePower:
            script.addRide()
            for second in 100..<110 { script.set(.cyclingPower, at: second, to: -40) }
        case .cadence300:
            script.addRide()
            for second in 100..<110 { script.set(.cyclingCadence, at: second, to: 300) }
        case .heartRate300:
            // A strap that sends 16 bits can say so; a byte cannot hold it.
            script.addRide()
            for second in 100..<110 { script.set(.heartRate, at: second, to: 300) }
        case .noLength:
            script.seconds = 0
        case .nothingMeasured:
            script.seconds = 60
        case .oneSample:
            script.seconds = 4
            script.samples[.heartRate] = [(1, 120)]
        case .thirtyHours:
            // A reading each five seconds of two quantities: it is long, not large.
            script.seconds = 30 * 3600
            script.addRide([.heartRate, .cyclingPower], every: 5)
        case .midnight:
            // 2026-06-30 23:55 in Berlin.
            script.start = 1_782_856_500
            script.addRide()
        case .summerTimeBegins:
            // 2026-03-29 01:55 in Berlin; five minutes later it is 03:00.
            script.start = 1_774_745_700
            script.addRide()
        case .summerTimeEnds:
            // 2026-10-25 02:55 in Berlin, the first of the two; five minutes later it is 02:00 again.
            script.start = 1_792_889_700
            script.addRide()
        case .newYear:
            // 2026-12-31 23:55 in Auckland, where it is summer.
            script.timeZone = "Pacific/Auckland"
            script.start = 1_798_714_500
            script.addRide()
        case .year1970:
            script.start = 0
            script.timeZone = "GMT"
            script.addRide()
        case .betweenSeconds:
            script.start += 0.5
            script.seconds = 599.75
            script.addRide()
        case .pausedAtEnd:
            script.addRide()
            script.pauses = [540..<600]
        case .pausedThroughout:
            script.addRide()
            script.pauses = [0..<600]
        case .manyPauses:
            script.addRide()
            script.pauses = (0..<50).map { index in
                let begin = 12 * Double(index) + 5
                return begin..<(begin + 4)
            }
        case .twoHundredLaps:
            script.seconds = 2010
            script.addRide()
            script.laps = (1...200).map { Double(10 * $0) }
        case .threeActivities:
            script.addRide()
            script.activities = [
                (.swimming, 0..<180), (.cycling, 200..<400), (.running, 400..<600),
            ]
            script.activityType = .swimBikeRun
        case .beatGaps:
            script.addRide()
            // Beats once lost for 30 s, once in a pause, and a single one between two gaps.
            script.beats.removeAll { (100..<130).contains($0.seconds) || (200..<260).contains($0.seconds) }
            script.pauses = [200..<260]
            script.markGaps()
            for index in script.beats.indices where (300..<302).contains(script.beats[index].seconds) {
                script.beats[index].isPrecededByGap = true
            }
        case .beatBeforeStart:
            // A strap tells its last intervals at the end of the connection event in which the workout starts.
            script.addRide()
            for index in script.beats.indices { script.beats[index].seconds -= 0.400328501 }
        case .emojiNames:
            script.addRide()
            script.rider = "Zoë 🚴🏽‍♀️ 李"
            script.sensorName = "❤️‍🔥 Gurt №1"
        case .separatorsInNames:
            script.addRide()
            script.rider = "Müller, \"Max\"; Moritz\r\nund Söhne"
            script.sensorName = "Gurt, \"links\"; 1,5"
        case .markupInNames:
            script.addRide()
            script.rider = "<b>]]>&amp;\u{0}\u{1}\u{8}\u{B}\u{1F}\u{7F}\u{85}\u{2028}\u{FFFE}\u{FFFF}"
            script.sensorName = "<!--\u{1B}[31m--><?xml?>"
        }
        return script
    }
}
