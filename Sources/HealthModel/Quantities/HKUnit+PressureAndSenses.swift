extension HKUnit {
    /// The pascal, the SI unit of pressure.
    public static func pascal() -> HKUnit { shared("Pa") }

    /// The pascal with an SI prefix.
    public static func pascalUnit(with prefix: HKMetricPrefix) -> HKUnit { shared(prefix.symbol + "Pa") }

    /// The millimetre of mercury of 133.3224 Pa.
    public static func millimeterOfMercury() -> HKUnit { shared("mmHg") }

    /// The inch of mercury of 3386.38816 Pa.
    public static func inchesOfMercury() -> HKUnit { shared("inHg") }

    /// The centimetre of water of 98.0665 Pa.
    public static func centimeterOfWater() -> HKUnit { shared("cmAq") }

    /// The standard atmosphere of 101325 Pa.
    public static func atmosphere() -> HKUnit { shared("atm") }

    /// The A-weighted decibel of sound pressure level.
    public static func decibelAWeightedSoundPressureLevel() -> HKUnit { shared("dBASPL") }

    /// The decibel of hearing level.
    public static func decibelHearingLevel() -> HKUnit { shared("dBHL") }

    /// The siemens, the SI unit of electric conductance.
    public static func siemen() -> HKUnit { shared("S") }

    /// The siemens with an SI prefix.
    public static func siemenUnit(with prefix: HKMetricPrefix) -> HKUnit { shared(prefix.symbol + "S") }

    /// The volt, the SI unit of electric potential.
    public static func volt() -> HKUnit { shared("V") }

    /// The volt with an SI prefix.
    public static func voltUnit(with prefix: HKMetricPrefix) -> HKUnit { shared(prefix.symbol + "V") }

    /// The lux, the SI unit of illuminance.
    public static func lux() -> HKUnit { shared("lx") }

    /// The lux with an SI prefix.
    public static func luxUnit(with prefix: HKMetricPrefix) -> HKUnit { shared(prefix.symbol + "lx") }

    /// The dioptre, one over a metre.
    public static func diopter() -> HKUnit { shared("D") }

    /// The prism dioptre of a lens.
    public static func prismDiopter() -> HKUnit { shared("pD") }

    /// The radian, the SI unit of angle.
    public static func radianAngle() -> HKUnit { shared("rad") }

    /// The radian with an SI prefix.
    public static func radianAngleUnit(with prefix: HKMetricPrefix) -> HKUnit {
        shared(prefix.symbol + "rad")
    }

    /// The degree of angle, a 180th of π radians.
    public static func degreeAngle() -> HKUnit { shared("deg") }
}
