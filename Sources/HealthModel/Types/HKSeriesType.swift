/// A type of sample that holds a series of readings, such as heartbeats.
public final class HKSeriesType: HKSampleType, @unchecked Sendable {
    // Unchecked as its superclass is: the whole family holds only constants.

    private static let heartbeatType = HKSeriesType(named: HKDataTypeIdentifierHeartbeatSeries)
    private static let workoutRouteType = HKSeriesType(named: HKWorkoutRouteTypeIdentifier)

    /// The type of a series of heartbeats.
    public static func heartbeat() -> HKSeriesType { heartbeatType }

    /// The type of a workout's route, of which this library keeps none.
    ///
    /// Clients ask permission for it together with the others.
    public static func workoutRoute() -> HKSeriesType { workoutRouteType }
}

/// The name of the type of heartbeat series.
public let HKDataTypeIdentifierHeartbeatSeries = "HKDataTypeIdentifierHeartbeatSeries"

/// The name of the type of workout routes.
public let HKWorkoutRouteTypeIdentifier = "HKWorkoutRouteTypeIdentifier"
