import Bridge
import SensorProfiles
import Testing

private let second: Int64 = 1_000_000_000

@Suite struct SensorLinkTests {
    /// A link that streams heart rate since 1 s and has sent one value then.
    private func streamingLink() -> SensorLink {
        var link = SensorLink()
        _ = link.seen(at: 0)
        _ = link.connected(at: 0)
        _ = link.subscribed(to: [.heartRateMeasurement], at: second)
        _ = link.value(of: .heartRateMeasurement, at: second)
        return link
    }

    @Test("An advertisement is answered with one attempt to connect")
    func seen() {
        var link = SensorLink()
        #expect(link.isMissing)
        expect(link.seen(at: 0), is: .connect)
        expect(link.seen(at: 1), is: .none)
        #expect(!link.isMissing)
    }

    @Test("A sensor is not dialled before it is seen")
    func patience() {
        var link = SensorLink()
        expect(link.timePassed(to: 3600 * second), is: .none)
        #expect(link.nextDeadline == nil)
    }

    @Test("A link that somebody else made is adopted")
    func adopted() {
        var link = SensorLink()
        expect(link.adopted(at: 0), is: .subscribe)
        #expect(link.state == .subscribing)
    }

    @Test("While our own attempt is in flight, only its reply counts")
    func notAdopted() {
        var link = SensorLink()
        _ = link.seen(at: 0)
        expect(link.adopted(at: 1), is: .none)
        #expect(link.state == .connecting)
    }

    @Test("The first value, not the subscription, proves that data flows")
    func proof() {
        var link = SensorLink()
        _ = link.seen(at: 0)
        expect(link.connected(at: 0), is: .subscribe)
        expect(link.subscribed(to: [.heartRateMeasurement], at: 0), is: .none)
        expect(link.value(of: .heartRateMeasurement, at: 1), is: .reportConnected)
        expect(link.value(of: .heartRateMeasurement, at: 2), is: .none)
    }

    @Test("A value that overtakes the reply to the subscription counts")
    func earlyValue() {
        var link = SensorLink()
        _ = link.seen(at: 0)
        _ = link.connected(at: 0)
        expect(link.value(of: .heartRateMeasurement, at: 1), is: .reportConnected)
        expect(link.subscribed(to: [.heartRateMeasurement], at: 2), is: .none)
        #expect(link.state == .streaming)
    }

    @Test(
        "Failed attempts wait 0.25, 0.5, 1, 2, 4, 8 and then 30 s, and only an advertisement starts the next one"
    )
    func backOff() {
        var link = SensorLink()
        var now: Int64 = 0
        for wait: Int64 in [250, 500, 1000, 2000, 4000, 8000, 30000, 30000] {
            expect(link.seen(at: now), is: .connect)
            expect(link.connectFailed(.transient, at: now), is: .none)
            #expect(link.state == .backingOff(until: now + wait * 1_000_000))
            expect(link.seen(at: now + wait * 1_000_000 - 1), is: .none)
            now += wait * 1_000_000
        }
    }

    @Test("A sensor seen within 15 s is tried again when the wait is over, without another advertisement")
    func stillThere() {
        var link = SensorLink()
        _ = link.seen(at: 0)
        _ = link.connectFailed(.transient, at: 14 * second)
        #expect(link.nextDeadline == 14 * second + second / 4)
        expect(link.timePassed(to: 14 * second), is: .none)
        expect(link.timePassed(to: 14 * second + second / 4), is: .connect)
        #expect(link.state == .connecting)
    }

    @Test("A sensor seen longer ago is not dialled blindly")
    func notThere() {
        var link = SensorLink()
        _ = link.seen(at: 0)
        _ = link.connectFailed(.transient, at: 15 * second)
        #expect(link.nextDeadline == nil)
        expect(link.timePassed(to: 16 * second), is: .none)
        expect(link.seen(at: 17 * second), is: .connect)
    }

    @Test("The first attempt needs no scan beside it, later ones do")
    func scanBesideAttempts() {
        var link = SensorLink()
        #expect(link.needsScan)
        _ = link.seen(at: 0)
        #expect(!link.needsScan)
        _ = link.connectFailed(.transient, at: 0)
        _ = link.seen(at: second)
        #expect(link.state == .connecting)
        #expect(link.needsScan)
        _ = link.connected(at: second)
        #expect(!link.needsScan)
    }

    @Test("A minute of data takes the ladder down; less does not", arguments: [(59, 2), (60, 1)])
    func ladderReset(seconds: Int64, failuresAfterLoss: Int) {
        var link = SensorLink()
        _ = link.seen(at: 0)
        _ = link.connectFailed(.transient, at: 0)
        _ = link.seen(at: second)
        _ = link.connected(at: second)
        _ = link.subscribed(to: [.heartRateMeasurement], at: second)
        _ = link.value(of: .heartRateMeasurement, at: second)
        _ = link.value(of: .heartRateMeasurement, at: (1 + seconds) * second)
        expect(link.disconnected(at: (1 + seconds) * second), is: .reportDisconnected)
        #expect(link.failures == failuresAfterLoss)
    }

    @Test("A short up and down before a failed attempt is left to the attempt's reply")
    func flicker() {
        var link = SensorLink()
        _ = link.seen(at: 0)
        expect(link.disconnected(at: 1), is: .none)
        #expect(link.state == .connecting)
    }

    @Test("A link lost while streaming is reported and sought again")
    func lost() {
        var link = streamingLink()
        expect(link.disconnected(at: 5 * second), is: .reportDisconnected)
        #expect(link.isMissing)
        expect(link.seen(at: 6 * second), is: .connect)
    }

    @Test("A link that never had data is lost without a report")
    func lostSilently() {
        var link = SensorLink()
        _ = link.adopted(at: 0)
        expect(link.disconnected(at: 1), is: .none)
        #expect(link.isMissing)
    }

    @Test(
        "A silent characteristic is asked again once, then the link is ended",
        arguments: [(BluetoothUUID.heartRateMeasurement, Int64(10)), (.cyclingPowerMeasurement, 30)])
    func watchdog(characteristic: BluetoothUUID, limit: Int64) {
        var link = SensorLink()
        _ = link.adopted(at: 0)
        _ = link.subscribed(to: [characteristic], at: 0)
        #expect(link.nextDeadline == limit * second)
        expect(link.timePassed(to: limit * second - 1), is: .none)
        expect(link.timePassed(to: limit * second), is: .resubscribe(characteristic))
        expect(link.timePassed(to: 2 * limit * second - 1), is: .none)
        expect(link.timePassed(to: 2 * limit * second), is: .disconnect)
        #expect(link.state == .disconnecting)
    }

    @Test("A value after the second asking gives the characteristic its patience back")
    func revived() {
        var link = streamingLink()
        expect(link.timePassed(to: 11 * second), is: .resubscribe(.heartRateMeasurement))
        _ = link.value(of: .heartRateMeasurement, at: 12 * second)
        expect(link.timePassed(to: 22 * second), is: .resubscribe(.heartRateMeasurement))
    }

    @Test("Three refusals to authenticate stop the attempts until a person acts")
    func refused() {
        var link = SensorLink()
        for attempt in 1...3 {
            expect(link.seen(at: Int64(attempt) * 100 * second), is: .connect)
            let action = link.connectFailed(.authentication, at: Int64(attempt) * 100 * second)
            #expect(action == (attempt == 3 ? .reportRefused : .none))
        }
        #expect(link.state == .stopped)
        expect(link.seen(at: 1000 * second), is: .none)
        #expect(!link.isMissing)
    }

    @Test("Refusals while subscribing count as well")
    func refusedWhileSubscribing() {
        var link = SensorLink()
        for attempt in 1...3 {
            _ = link.seen(at: Int64(attempt) * 100 * second)
            _ = link.connected(at: Int64(attempt) * 100 * second)
            expect(link.subscribeFailed(.authentication, at: Int64(attempt) * 100 * second), is: .disconnect)
            let action = link.disconnected(at: Int64(attempt) * 100 * second)
            #expect(action == (attempt == 3 ? .reportRefused : .none))
        }
    }

    @Test("When BlueZ or the adapter goes, the link starts over without blame")
    func reset() {
        var link = streamingLink()
        expect(link.reset(at: 2 * second), is: .reportDisconnected)
        #expect(link.state == .waiting)
        #expect(link.failures == 0)
        expect(link.reset(at: 3 * second), is: .none)
        expect(link.seen(at: 4 * second), is: .connect)
    }
}
