import BlueZTestKit
import DBus
import Glibc
import Testing

@Suite(.timeLimit(.minutes(5))) struct ValueTests {
    static let values: [DBusValue] = [
        .byte(0), .byte(255), .boolean(true), .boolean(false),
        .int16(.min), .int16(.max), .uint16(.max), .int32(.min), .int32(.max), .uint32(.max),
        .int64(.min), .int64(.max), .uint64(.max), .double(0.1), .double(-.infinity),
        .string(""), .string("Herzgurt ♥ 心"), .objectPath("/"), .objectPath("/org/bluez/hci0"),
        .signature(""), .signature("a{sv}(ii)"),
        .bytes([]), .bytes([0x16, 0x4B, 0x2A, 0x03]), .strings([]), .strings(["180d", "1818"]),
        .array(of: "d", [.double(1), .double(2)]),
        .array(of: "ay", [.bytes([1]), .bytes([])]),
        .array(of: "(sai)", [.structure([.string("x"), .array(of: "i", [.int32(1), .int32(-1)])])]),
        .structure([.byte(1), .structure([.string("in"), .variant(.bytes([9]))]), .int64(5)]),
        .variant(.variant(.string("deep"))),
        .properties([:]),
        .properties(["Address": .string("C0:FF:EE:00:00:01"), "RSSI": .int16(-60), "UUIDs": .strings(["a"])]),
        .dictionary(key: "q", value: "v", [DBusDictionaryEntry(.uint16(0x6B), .variant(.bytes([1, 2])))]),
        .dictionary(
            key: "o", value: "a{sa{sv}}",
            [
                DBusDictionaryEntry(
                    .objectPath("/a"),
                    .dictionary(
                        key: "s", value: "a{sv}",
                        [DBusDictionaryEntry(.string("i.f"), .properties(["P": .boolean(true)]))]))
            ]),
    ]

    @Test("Every type comes back from a peer as it was sent")
    func roundTrip() async throws {
        let bus = try PrivateBus()
        let service = try await Service(address: bus.address) { $0.reply($0.message.arguments) }
        let client = try await DBusConnection.open(address: bus.address, on: EventLoop())
        for value in Self.values {
            #expect(try await client.call(service.message("Echo", [value])) == [value])
        }
        #expect(try await client.call(service.message("Echo", Self.values)) == Self.values)
    }

    @Test("A big array of bytes comes back whole")
    func bigArray() async throws {
        let bus = try PrivateBus()
        let service = try await Service(address: bus.address) { $0.reply($0.message.arguments) }
        let client = try await DBusConnection.open(address: bus.address, on: EventLoop())
        let bytes = DBusValue.bytes((0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        #expect(try await client.call(service.message("Echo", [bytes])) == [bytes])
        let numbers = DBusValue.array(of: "u", (0..<100_000).map { .uint32($0) })
        #expect(try await client.call(service.message("Echo", [numbers])) == [numbers])
    }

    @Test("A file descriptor arrives as one of its own and is closed with its owner")
    func fileDescriptor() async throws {
        let bus = try PrivateBus()
        let received = Inbox<DBusFileDescriptor>()
        let service = try await Service(address: bus.address) { invocation in
            if case .unixFD(let descriptor)? = invocation.message.arguments.first { received.put(descriptor) }
            invocation.reply()
        }
        let client = try await DBusConnection.open(address: bus.address, on: EventLoop())
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        do {
            let writing = DBusFileDescriptor(owning: ends[1])
            _ = try await client.call(service.message("Take", [.unixFD(writing)]))
        }
        do {
            let descriptor = try #require(await received.next())
            var byte: UInt8 = 42
            #expect(write(descriptor.rawValue, &byte, 1) == 1)
        }
        let reading = DBusFileDescriptor(owning: ends[0])
        var bytes: [UInt8] = [0, 0]
        #expect(read(reading.rawValue, &bytes, 2) == 1)
        #expect(bytes[0] == 42)
        // The end of the file comes when the last writing end is closed, the daemon's and ours included.
        #expect(read(reading.rawValue, &bytes, 2) == 0)
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let arguments: [DBusValue]

        init(_ testDescription: String, _ arguments: [DBusValue]) {
            self.testDescription = testDescription
            self.arguments = arguments
        }
    }

    static let refusals: [Refusal] = [
        Refusal("a text with a NUL", [.string("a\0b")]),
        Refusal("a NUL deep inside", [.properties(["x": .strings(["a\0b"])])]),
        Refusal("an array of mixed types", [.array(of: "s", [.string("a"), .int32(1)])]),
        Refusal("an array of no one type", [.array(of: "ss", [])]),
        Refusal("a dictionary with a container as key", [.dictionary(key: "as", value: "v", [])]),
        Refusal(
            "a dictionary entry of another type",
            [.dictionary(key: "s", value: "v", [.init(.string("a"), .string("b"))])]),
        Refusal("an empty structure", [.structure([])]),
        Refusal(
            "65 variants in each other", [(0..<65).reduce(DBusValue.byte(1)) { value, _ in .variant(value) }]),
        Refusal(
            "33 structures in each other",
            [(0..<33).reduce(DBusValue.byte(1)) { value, _ in .structure([value]) }]),
        Refusal("a signature of 256 letters", Array(repeating: DBusValue.byte(1), count: 256)),
        Refusal("more than 64 MiB", [.bytes(Array(repeating: 0, count: 65 << 20))]),
    ]

    @Test("What libdbus would abort for is refused, and the connection goes on", arguments: refusals)
    func refusal(_ refusal: Refusal) async throws {
        let bus = try PrivateBus()
        let client = try await DBusConnection.open(address: bus.address, on: EventLoop())
        let message = DBusMessage.methodCall(
            destination: "org.freedesktop.DBus", path: "/", interface: "a.b", member: "C",
            refusal.arguments)
        await #expect(throws: DBusError.self) { try await client.call(message) }
        #expect(try await client.owner(of: client.uniqueName) == client.uniqueName)
    }

    @Test(
        "Names that are not valid are refused",
        arguments: [
            ("1.2", "a.b", "C"), ("no dots", "a.b", "C"), ("a.b\0c", "a.b", "C"), ("a.b", "ab", "C"),
            ("a.b", "a.b", "has space"), ("a.b", "a.b", ""),
        ])
    func invalidNames(destination: String, interface: String, member: String) async throws {
        let bus = try PrivateBus()
        let client = try await DBusConnection.open(address: bus.address, on: EventLoop())
        let message = DBusMessage.methodCall(
            destination: destination, path: "/", interface: interface, member: member)
        let error = await #expect(throws: DBusError.self) { try await client.call(message) }
        #expect(error?.name == DBusError.invalidArgumentsName)
    }

    @Test("Invalid UTF-8 is repaired by String, so it never reaches the bus as text")
    func invalidText() async throws {
        let bus = try PrivateBus()
        let service = try await Service(address: bus.address) { $0.reply($0.message.arguments) }
        let client = try await DBusConnection.open(address: bus.address, on: EventLoop())
        let text = String(decoding: [0x61, 0xFF, 0xC0, 0x62], as: UTF8.self)
        #expect(
            try await client.call(service.message("Echo", [.string(text)])) == [.string("a\u{FFFD}\u{FFFD}b")]
        )
    }

    @Test(
        "Only valid object paths can be made",
        arguments: [
            ("/", true), ("/org/bluez/hci0", true), ("", false), ("org", false), ("/a/", false),
            ("//", false),
            ("/a-b", false), ("/a\0b", false),
        ])
    func objectPaths(text: String, isValid: Bool) {
        #expect((ObjectPath(text) != nil) == isValid)
    }

    @Test("A path is below its parents, not below a path that only begins alike")
    func pathNamespaces() {
        let device: ObjectPath = "/org/bluez/hci1/dev_00"
        let tenth: ObjectPath = "/org/bluez/hci10"
        #expect(device.isAtOrBelow("/org/bluez/hci1"))
        #expect(device.isAtOrBelow("/"))
        #expect(device.isAtOrBelow(device))
        #expect(!tenth.isAtOrBelow("/org/bluez/hci1"))
        #expect(device.parent == "/org/bluez/hci1")
        #expect(tenth.parent?.parent?.parent == "/")
    }

    @Test("Readings of a value look through variants and give nil for other types")
    func readings() {
        #expect(DBusValue.variant(.int16(-60)).integer == -60)
        #expect(DBusValue.uint64(.max).integer == nil)
        #expect(DBusValue.string("1").integer == nil)
        #expect(DBusValue.properties(["A": .bytes([1])]).properties == ["A": .bytes([1])])
        #expect(DBusValue.strings(["a"]).strings == ["a"])
        #expect(DBusValue.bytes([1]).strings == nil)
    }
}
