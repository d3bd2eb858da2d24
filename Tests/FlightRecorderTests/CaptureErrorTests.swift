import FlightRecorder
import Testing

@Suite struct CaptureErrorTests {
    @Test("A capture error names its line")
    func description() {
        #expect(CaptureError(line: 3, reason: "no t").description == "line 3: no t")
    }
}
