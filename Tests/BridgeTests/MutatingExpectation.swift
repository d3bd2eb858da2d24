import Testing

/// `#expect` cannot hold a call that mutates; an argument can.
func expect<Value: Equatable>(
    _ value: Value, is expected: Value, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(value == expected, sourceLocation: sourceLocation)
}
