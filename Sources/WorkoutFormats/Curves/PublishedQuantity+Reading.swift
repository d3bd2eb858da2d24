import HealthModel

extension PublishedQuantity {
    /// The quantity as people read it.
    var title: String {
        switch self {
        case .heartRate: "Heart rate"
        case .cyclingPower: "Power"
        case .cyclingCadence: "Cadence"
        case .cyclingSpeed: "Speed"
        case .pedalPowerBalance: "Left share of power"
        }
    }

    /// The unit as people read it.
    var readingUnit: String {
        switch self {
        case .heartRate: "bpm"
        case .cyclingPower: "W"
        case .cyclingCadence: "rpm"
        case .cyclingSpeed: "km/h"
        case .pedalPowerBalance: "%"
        }
    }

    /// A value of the model in the unit that people read.
    func reading(_ value: Double) -> Double { self == .cyclingSpeed ? 3.6 * value : published(value) }

    /// A quantity's value as people read it, without its unit; nil if there is none or it does not fit.
    func readingText(_ quantity: HKQuantity?) -> String? {
        let decimals = self == .cyclingSpeed || self == .pedalPowerBalance ? 1 : 0
        return quantity?.value(in: type.canonicalUnit).map {
            NumberText.fixed(reading($0), decimals: decimals)
        }
    }
}
