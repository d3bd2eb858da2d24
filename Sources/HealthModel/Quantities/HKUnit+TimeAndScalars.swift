extension HKUnit {
    /// The second, the SI unit of time.
    public static func second() -> HKUnit { shared("s") }

    /// The second with an SI prefix.
    public static func secondUnit(with prefix: HKMetricPrefix) -> HKUnit { shared(prefix.symbol + "s") }

    /// The minute of 60 s.
    public static func minute() -> HKUnit { shared("min") }

    /// The hour of 3600 s.
    public static func hour() -> HKUnit { shared("hr") }

    /// The day of 86400 s.
    public static func day() -> HKUnit { shared("d") }

    /// The hertz, one event a second.
    public static func hertz() -> HKUnit { shared("Hz") }

    /// The hertz with an SI prefix.
    public static func hertzUnit(with prefix: HKMetricPrefix) -> HKUnit { shared(prefix.symbol + "Hz") }

    /// The unit of things that are counted.
    public static func count() -> HKUnit { shared("count") }

    /// The unit of shares; its values run from 0 to 1.
    public static func percent() -> HKUnit { shared("%") }

    /// The international unit of a medicine.
    public static func internationalUnit() -> HKUnit { shared("IU") }

    /// The unit of an effort score from 1 to 10.
    public static func appleEffortScore() -> HKUnit { shared("appleEffortScore") }
}
