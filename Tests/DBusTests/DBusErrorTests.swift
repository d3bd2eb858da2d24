import DBus
import Testing

@Suite struct DBusErrorTests {
    @Test("An error shows its text and its name")
    func description() {
        #expect(DBusError(name: "a.b", message: "text").description == "text (a.b)")
        #expect(DBusError(name: "a.b", message: "").description == "a.b")
    }
}
