import DBus

/// A program on a private bus that answers calls at `/test`, for the tests to talk to.
struct Service {
    static let path: ObjectPath = "/test"
    let connection: DBusConnection
    private let export: DBusSubscription

    /// Connects and exports an object; `answer` runs on the loop for each call.
    init(
        address: String, loop: EventLoop = EventLoop(), answer: @escaping @Sendable (DBusInvocation) -> Void
    ) async throws {
        connection = try await DBusConnection.open(address: address, on: loop)
        export = await connection.export(at: Self.path, answer)
    }

    /// A call to the object.
    func message(_ member: String, _ arguments: [DBusValue] = []) -> DBusMessage {
        .methodCall(
            destination: connection.uniqueName, path: Self.path, interface: "org.pulsewatt.Test",
            member: member,
            arguments)
    }
}

/// Collects what handlers on the loop are given, to be awaited in order.
struct Inbox<Element: Sendable>: Sendable {
    private let stream: AsyncStream<Element>
    private let continuation: AsyncStream<Element>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func put(_ element: Element) { continuation.yield(element) }

    /// The next element; each call goes on where the last one stopped.
    func next() async -> Element? {
        var iterator = stream.makeAsyncIterator()
        return await iterator.next()
    }

    func next(_ count: Int) async -> [Element] {
        var elements: [Element] = []
        for _ in 0..<count {
            guard let element = await next() else { break }
            elements.append(element)
        }
        return elements
    }
}
