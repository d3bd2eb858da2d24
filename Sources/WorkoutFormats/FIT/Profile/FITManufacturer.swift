import Foundation

/// The makers of sensors, as the profile numbers them.
enum FITManufacturer {
    /// What programs write that have no number of their own, and what stands for a maker without one.
    static let development = 255

    /// The number of a maker by the name that its sensors give; ``development`` for one that is not known.
    ///
    /// Only the first word counts: sensors say "Polar Electro Oy", "Wahoo Fitness" or "Stages Cycling".
    static func number(of name: String?) -> Int {
        let word = name?.lowercased().split { !($0.isLetter || $0.isNumber) }.first
        return word.flatMap { numbers[String($0)] } ?? development
    }

    /// The name of a maker that is known.
    static func name(of number: Int64) -> String? {
        numbers.first { $0.value == number }.map(\.key.capitalized)
    }

    private static let numbers = [
        "garmin": 1, "srm": 6, "quarq": 7, "saris": 9, "suunto": 23, "wahoo": 32, "shimano": 41,
        "4iiii": 51, "rotor": 60, "bkool": 67, "stages": 69, "scosche": 83, "elite": 86,
        "tacx": 89, "look": 99, "magene": 107, "igpsport": 115, "inpeak": 120, "kinetic": 121,
        "polar": 123, "cycplus": 132, "sigeyi": 134, "coospo": 135, "zwift": 260, "watteam": 261,
        "favero": 263, "bryton": 267, "sram": 268, "hammerhead": 289, "coros": 294, "decathlon": 310,
    ]
}
