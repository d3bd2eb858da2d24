public import Foundation

extension HKHealthStore {
    /// Whether the client may save data of a type; what it may read is never told.
    public func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
        switch decision(.share, type) {
        case .granted: .sharingAuthorized
        case .denied: .sharingDenied
        case .requested, nil: .notDetermined
        }
    }

    /// Asks for permission to save and to read types; it returns when the request is noted, granted or not.
    ///
    /// - Throws: `HKError` with `errorDatabaseInaccessible` if the request cannot be noted.
    public func requestAuthorization(
        toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>
    ) async throws {
        try noteRequest(toShare: typesToShare, read: typesToRead)
    }

    /// Asks for permission to save and to read types; the handler is told whether the request was noted.
    public func requestAuthorization(
        toShare typesToShare: Set<HKSampleType>?, read typesToRead: Set<HKObjectType>?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        completions.run(
            { try self.noteRequest(toShare: typesToShare ?? [], read: typesToRead ?? []) },
            completion: completion)
    }

    /// Whether a request for permission would tell the person anything new.
    public func statusForAuthorizationRequest(
        toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>
    ) async throws -> HKAuthorizationRequestStatus {
        try requestStatus(toShare: typesToShare, read: typesToRead)
    }

    /// Tells a handler whether a request for permission would tell the person anything new.
    public func getRequestStatusForAuthorization(
        toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>,
        completion: @escaping @Sendable (HKAuthorizationRequestStatus, (any Error)?) -> Void
    ) {
        completions.run {
            do {
                completion(try self.requestStatus(toShare: typesToShare, read: typesToRead), nil)
            } catch {
                completion(.unknown, error)
            }
        }
    }

    /// The types that the client may read only from a date on: none, for access here has no start.
    public func earliestAuthorizedSampleDate(
        for types: Set<HKObjectType>
    ) async throws -> [HKObjectType: Date] {
        [:]
    }

    private func noteRequest(toShare: Set<HKSampleType>, read: Set<HKObjectType>) throws(HKError) {
        let decision: AccessGrants.Decision =
            database.accessPolicy == .grantOnRequest ? .granted : .requested
        try database.updateGrants(of: client) { grants in
            for type in toShare where grants[.share, type] == nil { grants[.share, type] = decision }
            for type in read where grants[.read, type] == nil { grants[.read, type] = decision }
        }
    }

    private func requestStatus(
        toShare: Set<HKSampleType>, read: Set<HKObjectType>
    ) throws(HKError) -> HKAuthorizationRequestStatus {
        if client == Self.owner { return .unnecessary }
        let grants = try database.grants(of: client)
        let isNew =
            toShare.contains { grants[.share, $0] == nil } || read.contains { grants[.read, $0] == nil }
        return isNew ? .shouldRequest : .unnecessary
    }

    /// What was decided on the client's access to a type; a database that cannot be reached has decided nothing.
    func decision(_ access: AccessGrants.Access, _ type: HKObjectType) -> AccessGrants.Decision? {
        if client == Self.owner { return .granted }
        return try? database.grants(of: client)[access, type]
    }

    /// Whether the client may read what others saved of a type.
    func mayRead(_ type: HKObjectType) -> Bool {
        decision(.read, type) == .granted
    }

    /// Checks that the client may save data of some types.
    ///
    /// - Throws: `errorAuthorizationDenied` or `errorAuthorizationNotDetermined`, which name the client and the type.
    package func checkSharing(of types: Set<HKSampleType>) throws(HKError) {
        for type in types.sorted(by: { $0.identifier < $1.identifier }) {
            switch authorizationStatus(for: type) {
            case .sharingAuthorized: continue
            case .sharingDenied:
                throw HKError(
                    .errorAuthorizationDenied,
                    "The client \"\(client)\" may not save \(type): a person has denied it.")
            case .notDetermined:
                throw HKError(
                    .errorAuthorizationNotDetermined,
                    "The client \"\(client)\" may not save \(type) yet: request it, and have a person grant it."
                )
            }
        }
    }
}
