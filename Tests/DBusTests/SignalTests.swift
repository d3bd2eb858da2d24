import BlueZTestKit
import DBus
import Testing

@Suite(.timeLimit(.minutes(5))) struct SignalTests {
    private func signal(_ member: String, _ number: Int32, path: ObjectPath = "/a") -> DBusMessage {
        .signal(path: path, interface: "org.pulsewatt.Test", member: member, [.int32(number)])
    }

    @Test("A thousand signals arrive in the order in which they were sent")
    func order() async throws {
        let bus = try PrivateBus()
        let sender = try await DBusConnection.open(address: bus.address, on: EventLoop())
        let receiver = try await DBusConnection.open(address: bus.address, on: EventLoop())
        let inbox = Inbox<Int>()
        let rule = MatchRule(sender: sender.uniqueName, interface: "org.pulsewatt.Test", member: "Beat")
        let subscription = try await receiver.subscribe(rule) { inbox.put($0.arguments.first?.integer ?? -1) }
        for number in 0..<1000 { try await sender.send(signal("Beat", Int32(number))) }
        #expect(await inbox.next(1000) == Array(0..<1000))
        withExtendedLifetime(subscription) {}
    }

    @Test("A signal that came before an answer is handled before the answer, one after it after it")
    func orderWithAnswers() async throws {
        let bus = try PrivateBus()
        let loop = EventLoop()
        let peer = try await DBusConnection.open(address: bus.address, on: loop)
        let (before, after) = (signal("Beat", 1), signal("Beat", 2))
        let export = await peer.export(at: "/test") { invocation in
            peer.assumeIsolated { try? $0.send(before) }
            invocation.reply()
            loop.async { peer.assumeIsolated { try? $0.send(after) } }
        }
        let receiver = try await DBusConnection.open(address: bus.address, on: EventLoop())
        let inbox = Inbox<String>()
        let subscription = try await receiver.subscribe(MatchRule(interface: "org.pulsewatt.Test")) {
            inbox.put("signal \($0.arguments.first?.integer ?? -1)")
        }
        let message = DBusMessage.methodCall(
            destination: peer.uniqueName, path: "/test", interface: "a.b", member: "C")
        await receiver.call(message, timeout: nil) { _ in inbox.put("answer") }
        #expect(await inbox.next(3) == ["signal 1", "answer", "signal 2"])
        withExtendedLifetime((subscription, export)) {}
    }

    @Test("Only signals that a rule matches arrive, and none after its token went")
    func rules() async throws {
        let bus = try PrivateBus()
        let sender = try await DBusConnection.open(address: bus.address, on: EventLoop())
        let receiver = try await DBusConnection.open(address: bus.address, on: EventLoop())
        let inbox = Inbox<String>()
        var middle: DBusSubscription? = try await receiver.subscribe(MatchRule(path: "/a/b")) {
            inbox.put("middle \($0.path?.text ?? "")")
        }
        let exact = try await receiver.subscribe(MatchRule(path: "/z", member: "End")) { _ in inbox.put("end")
        }
        for path: ObjectPath in ["/a", "/a/b", "/a/b/c", "/a/bc", "/z"] {
            try await sender.send(signal("Beat", 1, path: path))
        }
        try await sender.send(signal("End", 1, path: "/z"))
        #expect(await inbox.next(2) == ["middle /a/b", "end"])

        withExtendedLifetime(middle) {}
        middle = nil
        // The rule leaves on the receiver's loop; an answer to a call sent after that proves that it has.
        await receiver.loop.drained()
        _ = try await receiver.owner(of: sender.uniqueName)
        try await sender.send(signal("Beat", 2, path: "/a/b"))
        try await sender.send(signal("End", 2, path: "/z"))
        #expect(await inbox.next() == "end")
        withExtendedLifetime(exact) {}
    }

    @Test("Of two equal rules one may go, and the other still gets each signal once")
    func equalRules() async throws {
        let bus = try PrivateBus()
        let sender = try await DBusConnection.open(address: bus.address, on: EventLoop())
        let receiver = try await DBusConnection.open(address: bus.address, on: EventLoop())
        try await sender.requestName("org.pulsewatt.Test")
        let inbox = Inbox<Int>()
        let rule = MatchRule(sender: "org.pulsewatt.Test", path: "/a/b")
        var first: DBusSubscription? = try await receiver.subscribe(rule) {
            inbox.put($0.arguments[0].integer ?? 0)
        }
        let second = try await receiver.subscribe(rule) { inbox.put(10 + ($0.arguments[0].integer ?? 0)) }
        try await sender.send(signal("Beat", 1, path: "/a/b"))
        #expect(await inbox.next(2) == [1, 11])
        withExtendedLifetime(first) {}
        first = nil
        await receiver.loop.drained()
        _ = try await receiver.owner(of: sender.uniqueName)
        try await sender.send(signal("Beat", 2, path: "/a/b"))
        #expect(await inbox.next() == 12)
        withExtendedLifetime(second) {}
    }

    @Test("A rule with an invalid part is refused")
    func invalidRules() async throws {
        let bus = try PrivateBus()
        let client = try await DBusConnection.open(address: bus.address, on: EventLoop())
        for rule in [
            MatchRule(sender: "not a name"), MatchRule(interface: "x"), MatchRule(member: "a.b"),
            MatchRule(argument0: "it's"),
        ] {
            await #expect(throws: DBusError.self) { try await client.subscribe(rule) { _ in } }
        }
    }

    @Test("An owner's coming and going is told, beginning with the present one")
    func owners() async throws {
        let bus = try PrivateBus()
        let client = try await DBusConnection.open(address: bus.address, on: EventLoop())
        let inbox = Inbox<String?>()
        let subscription = try await client.observeOwner(of: "org.pulsewatt.Test") { inbox.put($0) }
        #expect(await inbox.next() == .some(nil))
        let first = try await DBusConnection.open(address: bus.address, on: EventLoop())
        let second = try await DBusConnection.open(address: bus.address, on: EventLoop())
        try await first.requestName("org.pulsewatt.Test")
        #expect(await inbox.next() == first.uniqueName)
        await #expect(throws: DBusError.self) { try await second.requestName("org.pulsewatt.Test") }
        await first.close()
        #expect(await inbox.next() == .some(nil))
        try await second.requestName("org.pulsewatt.Test")
        #expect(await inbox.next() == second.uniqueName)
        try await second.releaseName("org.pulsewatt.Test")
        #expect(await inbox.next() == .some(nil))
        withExtendedLifetime(subscription) {}
    }

    @Test("A connection nobody refers to any more leaves the bus")
    func release() async throws {
        let bus = try PrivateBus()
        let client = try await DBusConnection.open(address: bus.address, on: EventLoop())
        let inbox = Inbox<String?>()
        var other: DBusConnection? = try await DBusConnection.open(address: bus.address, on: EventLoop())
        let name = try #require(other?.uniqueName)
        let subscription = try await client.observeOwner(of: name) { inbox.put($0) }
        #expect(await inbox.next() == name)
        other = nil
        #expect(await inbox.next() == .some(nil))
        withExtendedLifetime(subscription) {}
    }
}

extension EventLoop {
    /// Returns when everything that was queued on the loop has run.
    fileprivate func drained() async {
        await withCheckedContinuation { continuation in async { continuation.resume() } }
    }
}
