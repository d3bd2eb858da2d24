/// The domain of ``HKError`` when it is seen as an `NSError`.
public let HKErrorDomain = "com.apple.healthkit"

/// An error of the health store, a builder or a value that was refused.
///
/// `description` and `localizedDescription` name the offending value and what was wanted.
public struct HKError: Error, Hashable, Sendable {
    /// What kind of error it is; raw values are those of Apple's `HKErrorCode`.
    public enum Code: Int, Hashable, Sendable {
        case unknownError = 0
        case errorHealthDataUnavailable = 1
        case errorHealthDataRestricted = 2
        case errorInvalidArgument = 3
        case errorAuthorizationDenied = 4
        case errorAuthorizationNotDetermined = 5
        case errorDatabaseInaccessible = 6
        case errorUserCanceled = 7
        case errorAnotherWorkoutSessionStarted = 8
        case errorUserExitedWorkoutSession = 9
        case errorRequiredAuthorizationDenied = 10
        case errorNoData = 11
        case errorWorkoutActivityNotAllowed = 12
        case errorDataSizeExceeded = 13
        case errorBackgroundWorkoutSessionNotAllowed = 14
        case errorNotPermissibleForGuestUserMode = 15
    }

    /// The kind of error.
    public let code: Code
    private let message: String

    /// Makes an error of a kind, with an empty description of the case.
    public init(_ code: Code) {
        self.init(code, "")
    }

    /// Makes an error of a kind; `message` names the offending value and what was wanted.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
