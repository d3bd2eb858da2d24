import Bridge
import SensorProfiles
import Testing

private let second: Int64 = 1_000_000_000

@Suite struct ProviderElectionTests {
    private let strap = BluetoothAddress(value: 1)
    private let watch = BluetoothAddress(value: 2)

    @Test("The first sensor to send provides, and the other one is not mixed in")
    func first() {
        var election = ProviderElection(silenceLimit: 10 * second)
        expect(election.accepts(strap, at: 0), is: true)
        expect(election.accepts(watch, at: 1), is: false)
        expect(election.accepts(strap, at: second), is: true)
    }

    @Test("Another sensor takes over after the hold limit and keeps the role")
    func takeover() {
        var election = ProviderElection(silenceLimit: 10 * second)
        expect(election.accepts(strap, at: 0), is: true)
        expect(election.accepts(watch, at: 10 * second - 1), is: false)
        expect(election.accepts(watch, at: 10 * second), is: true)
        expect(election.accepts(strap, at: 11 * second), is: false)
    }
}
