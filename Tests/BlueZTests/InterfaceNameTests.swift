import Testing

@testable import BlueZ

@Suite struct InterfaceNameTests {
    @Test("Every interface of BlueZ's own is under its service name")
    func names() {
        #expect(BlueZInterface.adapter.hasPrefix(BlueZInterface.service + "."))
    }
}
