import Bridge
import SensorProfiles
import Testing

private let second: Int64 = 1_000_000_000
private let own = BluetoothAddress(value: 0xAA_00_00_00_00_01)
private let other = BluetoothAddress(value: 0xAA_00_00_00_00_02)

@Suite struct AdapterChoiceTests {
    /// Two adapters that can be used since the tenth second.
    private static func two(only: BluetoothAddress? = nil) -> AdapterChoice {
        var choice = AdapterChoice(only: only, patience: 5 * second)
        choice.restart(at: 10 * second)
        for adapter in [own, other] { choice.adapterChanged(adapter, isUsable: true, at: 10 * second) }
        return choice
    }

    @Test("While a sensor's own adapter can be used it is the only one, and the only one to look with")
    func usable() {
        let choice = Self.two()
        #expect(choice.allows(own, insteadOf: own, at: 100 * second))
        #expect(!choice.allows(other, insteadOf: own, at: 100 * second))
        #expect(choice.lookouts(for: own) == [own])
        #expect(choice.release(of: own, after: 100 * second) == nil)
    }

    @Test("A sensor without an adapter of its own may use any")
    func any() {
        let choice = Self.two()
        #expect(choice.allows(own, insteadOf: nil, at: 10 * second))
        #expect(choice.allows(other, insteadOf: nil, at: 10 * second))
        #expect(choice.lookouts(for: nil) == [own, other])
    }

    @Test(
        "An adapter that goes or is switched off is waited for, then another one may be used",
        arguments: [true, false])
    func lost(isRemoved: Bool) {
        var choice = Self.two()
        if isRemoved {
            choice.adapterRemoved(own, at: 20 * second)
        } else {
            choice.adapterChanged(own, isUsable: false, at: 20 * second)
            // It may say so twice; the time counts from the first.
            choice.adapterChanged(own, isUsable: false, at: 23 * second)
        }
        #expect(choice.lookouts(for: own) == [other])
        #expect(!choice.allows(other, insteadOf: own, at: 24 * second))
        #expect(choice.release(of: own, after: 24 * second) == 25 * second)
        #expect(choice.allows(other, insteadOf: own, at: 25 * second))
        #expect(!choice.allows(own, insteadOf: own, at: 25 * second))
        #expect(choice.obstacle(to: own) == (isRemoved ? "which is gone" : "which cannot be used now"))
        choice.adapterChanged(own, isUsable: true, at: 30 * second)
        #expect(!choice.allows(other, insteadOf: own, at: 30 * second))
        #expect(choice.allows(own, insteadOf: own, at: 30 * second))
    }

    @Test("An adapter that has not come up since bluetoothd started is waited for from then on")
    func late() {
        var choice = Self.two()
        choice.restart(at: 50 * second)
        #expect(!choice.canUse(other))
        choice.adapterChanged(other, isUsable: true, at: 51 * second)
        #expect(!choice.allows(other, insteadOf: own, at: 54 * second))
        #expect(choice.allows(other, insteadOf: own, at: 55 * second))
    }

    @Test("An adapter that --adapter excludes is neither used nor waited for")
    func excluded() {
        let choice = Self.two(only: other)
        #expect(!choice.canUse(own))
        #expect(choice.allows(other, insteadOf: own, at: 10 * second))
        #expect(choice.lookouts(for: own) == [other])
        #expect(choice.obstacle(to: own) == "which --adapter excludes")
    }
}
