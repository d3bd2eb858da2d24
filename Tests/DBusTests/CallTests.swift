import BlueZTestKit
import DBus
import Testing

@Suite(.timeLimit(.minutes(5))) struct CallTests {
    @Test("A peer's error keeps its name and its text")
    func errors() async throws {
        let bus = try PrivateBus()
        let refusal = DBusError(name: "org.bluez.Error.NotReady", message: "Resource Not Ready")
        let service = try await Service(address: bus.address) { $0.fail(refusal) }
        let client = try await DBusConnection.open(address: bus.address, on: EventLoop())
        await #expect(throws: refusal) { try await client.call(service.message("StartDiscovery")) }
    }

    @Test("A call without an answer ends at its deadline")
    func deadline() async throws {
        let bus = try PrivateBus()
        let service = try await Service(address: bus.address) { _ in }
        let client = try await DBusConnection.open(address: bus.address, on: EventLoop())
        let error = await #expect(throws: DBusError.self) {
            try await client.call(service.message("Hang"), timeout: .milliseconds(20))
        }
        #expect(error?.name == DBusError.noReplyName)
    }

    @Test("An answer that comes after the deadline is ignored")
    func lateAnswer() async throws {
        let bus = try PrivateBus()
        let held = Inbox<DBusInvocation>()
        let service = try await Service(address: bus.address) { invocation in
            if invocation.message.member == "Hang" {
                held.put(invocation)
            } else {
                invocation.reply([.byte(2)])
            }
        }
        let client = try await DBusConnection.open(address: bus.address, on: EventLoop())
        await #expect(throws: DBusError.self) {
            try await client.call(service.message("Hang"), timeout: .milliseconds(20))
        }
        await held.next()?.reply([.byte(1)])
        #expect(try await client.call(service.message("Other")) == [.byte(2)])
    }

    @Test("A peer that vanishes during a call ends the call, even one without a deadline")
    func peerVanishes() async throws {
        let bus = try PrivateBus()
        let called = Inbox<Void>()
        let service = try await Service(address: bus.address) { _ in called.put(()) }
        let client = try await DBusConnection.open(address: bus.address, on: EventLoop())
        let message = service.message("Hang")
        let answer = Task { try await client.call(message, timeout: nil) }
        await called.next()
        await service.connection.close()
        let error = await #expect(throws: DBusError.self) { try await answer.value }
        #expect(error?.name == DBusError.noReplyName)
    }

    @Test("The end of the bus fails the calls in flight, is told once, and later calls fail at once")
    func busVanishes() async throws {
        let bus = try PrivateBus()
        let called = Inbox<Void>()
        let ended = Inbox<Int>()
        let service = try await Service(address: bus.address) { _ in called.put(()) }
        let client = try await DBusConnection.open(address: bus.address, on: EventLoop())
        let observation = await client.observeDisconnect { ended.put(1) }
        let message = service.message("Hang")
        let answer = Task { try await client.call(message, timeout: nil) }
        await called.next()
        bus.stop()
        let error = await #expect(throws: DBusError.self) { try await answer.value }
        #expect(error?.name == DBusError.disconnectedName)
        #expect(await ended.next() == 1)
        #expect(await !client.isConnected)
        let later = await #expect(throws: DBusError.self) { try await client.call(service.message("More")) }
        #expect(later?.name == DBusError.disconnectedName)
        withExtendedLifetime(observation) {}
    }

    @Test("A cancelled task stops waiting for its answer")
    func cancellation() async throws {
        let bus = try PrivateBus()
        let called = Inbox<Void>()
        let service = try await Service(address: bus.address) { _ in called.put(()) }
        let client = try await DBusConnection.open(address: bus.address, on: EventLoop())
        let message = service.message("Hang")
        let task = Task { try await client.call(message, timeout: nil) }
        await called.next()
        task.cancel()
        let error = await #expect(throws: DBusError.self) { try await task.value }
        #expect(error?.name == DBusError.cancelledName)
    }

    @Test("A name that nobody owns is not started, and calls to it fail at once")
    func noOwner() async throws {
        let bus = try PrivateBus()
        let client = try await DBusConnection.open(address: bus.address, on: EventLoop())
        let error = await #expect(throws: DBusError.self) {
            try await client.call(
                .methodCall(destination: "org.bluez", path: "/", interface: "a.b", member: "C"), timeout: nil)
        }
        #expect([DBusError.serviceUnknownName, DBusError.nameHasNoOwnerName].contains(error?.name))
    }

    @Test("A path without an object answers UnknownObject")
    func unknownObject() async throws {
        let bus = try PrivateBus()
        let service = try await Service(address: bus.address) { $0.reply() }
        let client = try await DBusConnection.open(address: bus.address, on: EventLoop())
        let error = await #expect(throws: DBusError.self) {
            try await client.call(
                .methodCall(
                    destination: service.connection.uniqueName, path: "/test/below", interface: "a.b",
                    member: "C"))
        }
        #expect(error?.name == DBusError.unknownObjectName)
    }

    @Test("An answer that cannot be sent becomes an error for the caller")
    func invalidAnswer() async throws {
        let bus = try PrivateBus()
        let service = try await Service(address: bus.address) { $0.reply([.string("a\0b")]) }
        let client = try await DBusConnection.open(address: bus.address, on: EventLoop())
        let error = await #expect(throws: DBusError.self) { try await client.call(service.message("Ask")) }
        #expect(error?.name == DBusError.failedName)
    }

    @Test(
        "No bus, or text that is no address, is an error",
        arguments: ["unix:path=/nonexistent/bus", "nonsense", "a\0b"])
    func noBus(address: String) async {
        await #expect(throws: DBusError.self) {
            try await DBusConnection.open(address: address, on: EventLoop())
        }
    }
}
