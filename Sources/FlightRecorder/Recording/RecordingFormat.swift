/// What a recording's bytes look like; docs/recording-format.md is the same for people.
package enum RecordingFormat {
    /// The version that is written, and the newest that is read.
    package static let version = 1
    /// The first bytes of a file; no text begins like this, and transfers that change line ends show.
    package static let signature: [UInt8] = [0x89, 0x50, 0x57, 0x52, 0x0D, 0x0A, 0x1A, UInt8(version)]
    /// The ending of a file's name.
    package static let fileExtension = "recording"

    /// Whether bytes are a recording rather than text, even if a few of the first ones are damaged.
    package static func isRecording(_ bytes: some Sequence<UInt8>) -> Bool {
        zip(bytes, signature).count { $0 == $1 } >= 5
    }

    /// A short notification has its stream in the upper three bits and its length in the lower five.
    static let shortStreamLimit = 7
    static let shortLengthLimit = 31
    /// Bytes of a short notification around its value: the first byte, the time and the checksum.
    static let shortOverhead = 9
    /// The first byte of every other frame has these bits; the rest is its ``Kind``.
    static let kindMask: UInt8 = 0xE0
    /// Bytes of any other frame around its payload: the first byte, the length and the checksum.
    static let overhead = 7
    static let payloadLimit = 65_535
    /// The longest payload of a kind that this version does not know and passes over.
    static let unknownPayloadLimit = 1024

    /// Frames that are no short notification.
    enum Kind: UInt8 {
        case header
        case plan
        case stream
        case clock
        case event
        case description
        case notification
        case saved

        /// The shortest payload that makes sense; longer ones may come from later versions.
        var minimumLength: Int {
            switch self {
            case .header: 2
            case .plan: 0
            case .stream: 10
            case .clock: 20
            case .event: 15
            case .description: 14
            case .notification: 10
            case .saved: 12
            }
        }

        /// Whether its payload begins with the time from the start.
        var hasTime: Bool {
            switch self {
            case .clock, .event, .description, .notification: true
            case .header, .plan, .stream, .saved: false
            }
        }
    }

    /// Numbers of the events in a file.
    static let eventCodes: [CaptureEvent: UInt8] = [
        .connected: 1, .disconnected: 2, .pause: 3, .resume: 4, .lap: 5, .clockStep: 6, .recovered: 7,
        .end: 8,
    ]
    /// Events that are written twice, because a lost one would change more than its own moment.
    static let doubledEvents: Set<CaptureEvent> = [.pause, .resume, .end]
    static let events = Dictionary(uniqueKeysWithValues: eventCodes.map { ($1, $0) })
}
