import HealthModel

/// A sport and its kind, as FIT files have them.
struct FITSport: Hashable {
    let sport: Int64
    let subSport: Int64

    init(sport: Int64, subSport: Int64) {
        self.sport = sport
        self.subSport = subSport
    }

    /// The sport of an activity; generic where the profile has none.
    init(_ activityType: HKWorkoutActivityType, isIndoor: Bool?) {
        guard let row = Self.rows.first(where: { $0.activityType == activityType }) else {
            self.init(sport: 0, subSport: 0)
            return
        }
        self.init(sport: row.sport, subSport: isIndoor == true ? row.indoor : row.subSport)
    }

    /// The activity of the sport; `other` where HealthKit has none.
    var activityType: HKWorkoutActivityType {
        let ofSport = Self.rows.filter { $0.sport == sport }
        // The first row of a sport is the sport in general.
        let exact = ofSport.first { subSport != 0 && ($0.subSport == subSport || $0.indoor == subSport) }
        return (exact ?? ofSport.first)?.activityType ?? .other
    }

    /// Whether the kind is one that is done under a roof; nil where it may be either.
    var isIndoor: Bool? {
        if Self.indoorKinds.contains(subSport) { return true }
        return Self.outdoorKinds.contains(subSport) ? false : nil
    }

    private struct Row {
        let activityType: HKWorkoutActivityType
        let sport: Int64
        let subSport: Int64
        let indoor: Int64

        init(_ activityType: HKWorkoutActivityType, _ sport: Int64, _ subSport: Int64, indoor: Int64? = nil) {
            self.activityType = activityType
            self.sport = sport
            self.subSport = subSport
            self.indoor = indoor ?? subSport
        }
    }

    /// Treadmill, spin, indoor cycling, rowing, skiing, walking, running, climbing, grinding, wheelchair, hand cycling.
    private static let indoorKinds: Set<Int64> = [
        1, 5, 6, 14, 15, 16, 17, 25, 27, 45, 58, 68, 71, 86, 87, 88,
    ]

    /// Street, trail, road, mountain, downhill, cyclocross, open water, gravel, commuting.
    private static let outdoorKinds: Set<Int64> = [2, 3, 7, 8, 9, 11, 18, 46, 48]

    /// The profile's numbers; the general row of a sport comes before its special ones.
    private static let rows = [
        Row(.running, 1, 0, indoor: 1), Row(.cycling, 2, 0, indoor: 6),
        Row(.handCycling, 2, 12, indoor: 88), Row(.transition, 3, 0), Row(.elliptical, 4, 15),
        Row(.stairClimbing, 4, 16), Row(.swimming, 5, 18, indoor: 17), Row(.basketball, 6, 0),
        Row(.soccer, 7, 0), Row(.tennis, 8, 0), Row(.americanFootball, 9, 0),
        Row(.crossTraining, 10, 0), Row(.traditionalStrengthTraining, 10, 20),
        Row(.flexibility, 10, 19), Row(.mixedCardio, 10, 26), Row(.yoga, 10, 43), Row(.pilates, 10, 44),
        Row(.walking, 11, 0, indoor: 27), Row(.crossCountrySkiing, 12, 0), Row(.downhillSkiing, 13, 0),
        Row(.snowboarding, 14, 0), Row(.rowing, 15, 0, indoor: 14), Row(.hiking, 17, 0),
        Row(.swimBikeRun, 18, 0), Row(.paddleSports, 19, 0), Row(.golf, 25, 0),
        Row(.equestrianSports, 27, 0), Row(.hunting, 28, 0), Row(.fishing, 29, 0),
        Row(.climbing, 31, 0, indoor: 68), Row(.sailing, 32, 0), Row(.skatingSports, 33, 0),
        Row(.surfingSports, 38, 0), Row(.boxing, 47, 0), Row(.baseball, 49, 0),
        Row(.underwaterDiving, 53, 0), Row(.snowSports, 58, 0),
        Row(.highIntensityIntervalTraining, 62, 0), Row(.fitnessGaming, 63, 0),
        Row(.pickleball, 64, 84), Row(.squash, 64, 94), Row(.badminton, 64, 95),
        Row(.racquetball, 64, 96), Row(.tableTennis, 64, 97),
        Row(.wheelchairWalkPace, 65, 0, indoor: 86), Row(.wheelchairRunPace, 66, 0, indoor: 87),
        Row(.discSports, 69, 0), Row(.cricket, 71, 0), Row(.rugby, 72, 0), Row(.hockey, 73, 0),
        Row(.lacrosse, 74, 0), Row(.volleyball, 75, 0), Row(.waterSports, 78, 0), Row(.archery, 79, 0),
        Row(.cardioDance, 83, 0), Row(.jumpRope, 84, 0),
    ]
}
