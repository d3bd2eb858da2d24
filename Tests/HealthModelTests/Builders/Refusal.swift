import HealthModel
import Testing

/// Expects that a call is refused with an `HKError` of a code.
func expectRefusal(
    _ code: HKError.Code = .errorInvalidArgument, sourceLocation: SourceLocation = #_sourceLocation,
    _ call: () async throws -> Void
) async {
    await #expect(sourceLocation: sourceLocation) {
        try await call()
    } throws: {
        ($0 as? HKError)?.code == code
    }
}
