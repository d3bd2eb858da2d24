/// What is read of a stored workout document; keys that came later are passed over.
struct StoredDocument: Decodable {
    struct Header: Decodable {
        let format: String?
        let version: Int?
    }
    struct Duration: Decodable {
        let elapsed: Double
        enum CodingKeys: String, CodingKey { case elapsed = "elapsed_s" }
    }
    struct Sensor: Decodable {
        let address: String
        let name: String?
        let manufacturer: String?
        let model: String?
        let serial: String?
        let firmware: String?
        let bodyLocation: String?
        let batteryPercent: Int?
        let provides: [String]
        enum CodingKeys: String, CodingKey {
            case address, name, manufacturer, model, serial, firmware, provides
            case bodyLocation = "body_location"
            case batteryPercent = "battery_percent"
        }
    }
    struct Event: Decodable {
        let seconds: Double
        let type: String
        let sensor: String?
        enum CodingKeys: String, CodingKey {
            case type, sensor
            case seconds = "t_s"
        }
    }
    struct Statistics: Decodable {
        let normalizedPower: Double?
        let intensityFactor: Double?
        enum CodingKeys: String, CodingKey {
            case normalizedPower = "normalized_power"
            case intensityFactor = "intensity_factor"
        }
    }
    struct Zone: Decodable {
        let maximum: Double?
    }
    struct ZoneConfiguration: Decodable {
        let source: String
        let zones: [Zone]
    }
    struct ZoneDuration: Decodable {
        let seconds: Double
        enum CodingKeys: String, CodingKey { case seconds = "duration_s" }
    }
    struct ZoneGroup: Decodable {
        let configuration: ZoneConfiguration
        let durations: [ZoneDuration]?
        enum CodingKeys: String, CodingKey {
            case configuration
            case durations = "zone_durations"
        }
    }
    struct Activity: Decodable {
        let type: String
        let start: String
        let end: String
        enum CodingKeys: String, CodingKey {
            case start, end
            case type = "activity_type"
        }
    }
    struct Lap: Decodable {
        let end: Double
        enum CodingKeys: String, CodingKey { case end = "end_s" }
    }
    struct Intervals: Decodable {
        let seconds: [Double]
        let milliseconds: [Double]
        enum CodingKeys: String, CodingKey {
            case seconds = "t_s"
            case milliseconds = "ms"
        }
    }

    let id: String
    let rider: String?
    let activityType: String
    let indoor: Bool?
    let simulated: Bool?
    let start: String
    let timeZone: String
    let duration: Duration
    let sensors: [Sensor]
    let events: [Event]
    let statistics: [String: Statistics]
    let zoneGroups: [String: ZoneGroup]
    let activities: [Activity]
    let laps: [Lap]
    let series: [String: [Double?]]
    let intervals: Intervals

    enum CodingKeys: String, CodingKey {
        case id, rider, indoor, simulated, start, duration, sensors, events, statistics, activities, laps,
            series
        case activityType = "activity_type"
        case timeZone = "time_zone"
        case zoneGroups = "zone_groups"
        case intervals = "rr_intervals"
    }
}
