public import Foundation

/// The domain of ``HKError`` when it is seen as an `NSError`.
public let HKErrorDomain = "com.apple.healthkit"

/// An error of the health store, a builder or a value that was refused.
///
/// `description` and `localizedDescription` name the offending value and what was wanted.
public struct HKError: Error, Hashable, Sendable {
    /// What kind of error it is; raw values are those of Apple's `HKErrorCode`.
    public enum Code: Int, Hashable, Sendable {
        /// Something failed in the health store for an unknown reason.
        case unknownError = 0
        /// There is no health data on this machine.
        case errorHealthDataUnavailable = 1
        /// Health data is restricted on this machine.
        case errorHealthDataRestricted = 2
        /// An argument is not valid.
        case errorInvalidArgument = 3
        /// The client is not allowed to do this.
        case errorAuthorizationDenied = 4
        /// The client has not been granted or refused this yet.
        case errorAuthorizationNotDetermined = 5
        /// The health database cannot be reached.
        case errorDatabaseInaccessible = 6
        /// The person cancelled the request.
        case errorUserCanceled = 7
        /// Another workout session has started.
        case errorAnotherWorkoutSessionStarted = 8
        /// The person left the workout session.
        case errorUserExitedWorkoutSession = 9
        /// A required permission was refused.
        case errorRequiredAuthorizationDenied = 10
        /// There is no data for this.
        case errorNoData = 11
        /// This workout activity is not allowed.
        case errorWorkoutActivityNotAllowed = 12
        /// The data is too large.
        case errorDataSizeExceeded = 13
        /// A workout session cannot start in the background.
        case errorBackgroundWorkoutSessionNotAllowed = 14
        /// A guest is not permitted to do this.
        case errorNotPermissibleForGuestUserMode = 15
    }

    /// The kind of error.
    public let code: Code
    private let message: String

    /// Makes an error of a kind, described by the `NSLocalizedDescriptionKey` of the user info if there is one.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.init(code, userInfo[NSLocalizedDescriptionKey] as? String ?? "")
    }

    /// Makes an error of a kind; `message` names the offending value and what was wanted.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension HKError: CustomStringConvertible, LocalizedError, CustomNSError {
    /// What happened, to what, and what was wanted.
    public var description: String {
        message.isEmpty ? code.summary : message
    }

    /// The same text as ``description``.
    public var errorDescription: String? { description }

    /// The domain of the error as an `NSError`: ``HKErrorDomain``.
    public static var errorDomain: String { HKErrorDomain }

    /// The raw value of the code.
    public var errorCode: Int { code.rawValue }

    /// The description under `NSLocalizedDescriptionKey`.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}

extension HKError.Code {
    /// What an error of this kind says when it was made without a description.
    var summary: String {
        switch self {
        case .unknownError: "Something failed in the health store for an unknown reason."
        case .errorHealthDataUnavailable: "There is no health data on this machine."
        case .errorHealthDataRestricted: "Health data is restricted on this machine."
        case .errorInvalidArgument: "An argument is not valid."
        case .errorAuthorizationDenied: "The client is not allowed to do this."
        case .errorAuthorizationNotDetermined: "The client has not been granted or refused this yet."
        case .errorDatabaseInaccessible: "The health database cannot be reached."
        case .errorUserCanceled: "The person cancelled the request."
        case .errorAnotherWorkoutSessionStarted: "Another workout session has started."
        case .errorUserExitedWorkoutSession: "The person left the workout session."
        case .errorRequiredAuthorizationDenied: "A required permission was refused."
        case .errorNoData: "There is no data for this."
        case .errorWorkoutActivityNotAllowed: "This workout activity is not allowed."
        case .errorDataSizeExceeded: "The data is too large."
        case .errorBackgroundWorkoutSessionNotAllowed: "A workout session cannot start in the background."
        case .errorNotPermissibleForGuestUserMode: "A guest is not permitted to do this."
        }
    }

    /// Whether an error is an ``HKError`` of this kind, so that `catch HKError.errorNoData` works.
    public static func ~= (code: HKError.Code, error: any Error) -> Bool {
        (error as? HKError)?.code == code
    }
}

/// The kinds of error under the type's own name, as patterns: `catch HKError.errorAuthorizationDenied`.
extension HKError {
    /// Something failed in the health store for an unknown reason.
    public static var unknownError: Code { .unknownError }

    /// There is no health data on this machine.
    public static var errorHealthDataUnavailable: Code { .errorHealthDataUnavailable }

    /// Health data is restricted on this machine.
    public static var errorHealthDataRestricted: Code { .errorHealthDataRestricted }

    /// An argument is not valid.
    public static var errorInvalidArgument: Code { .errorInvalidArgument }

    /// The client is not allowed to do this.
    public static var errorAuthorizationDenied: Code { .errorAuthorizationDenied }

    /// The client has not been granted or refused this yet.
    public static var errorAuthorizationNotDetermined: Code { .errorAuthorizationNotDetermined }

    /// The health database cannot be reached.
    public static var errorDatabaseInaccessible: Code { .errorDatabaseInaccessible }

    /// The person cancelled the request.
    public static var errorUserCanceled: Code { .errorUserCanceled }

    /// Another workout session has started.
    public static var errorAnotherWorkoutSessionStarted: Code { .errorAnotherWorkoutSessionStarted }

    /// The person left the workout session.
    public static var errorUserExitedWorkoutSession: Code { .errorUserExitedWorkoutSession }

    /// A required permission was refused.
    public static var errorRequiredAuthorizationDenied: Code { .errorRequiredAuthorizationDenied }

    /// There is no data for this.
    public static var errorNoData: Code { .errorNoData }

    /// This workout activity is not allowed.
    public static var errorWorkoutActivityNotAllowed: Code { .errorWorkoutActivityNotAllowed }

    /// The data is too large.
    public static var errorDataSizeExceeded: Code { .errorDataSizeExceeded }

    /// A workout session cannot start in the background.
    public static var errorBackgroundWorkoutSessionNotAllowed: Code {
        .errorBackgroundWorkoutSessionNotAllowed
    }

    /// A guest is not permitted to do this.
    public static var errorNotPermissibleForGuestUserMode: Code { .errorNotPermissibleForGuestUserMode }
}
