package import Foundation
internal import SensorProfiles

/// Reads a recording, whole, cut off or damaged.
///
/// What is no frame is passed over and counted; everything else is kept. A stream that is named after its first
/// notification, because the first naming is lost, is known all the same.
package struct RecordingReader {
    /// A notification whose stream or time is not known yet.
    private struct Notification {
        let stream: Int
        var microseconds: Int64
        let value: [UInt8]
    }

    private enum Item {
        case notification(Notification)
        case record(RecordingRecord)
    }

    private var contents = RecordingContents()
    private var items: [Item] = []
    /// Readings of both clocks, and how many items come before each.
    private var clocks: [(items: Int, reading: RecordingContents.ClockReading)] = []
    /// The time of the last frame that has a whole one, in microseconds.
    private var time: Int64 = 0
    /// The first of the short notifications whose time waits for the next whole one, because bytes are missing before.
    private var firstWaiting: Int?
    private var newestVersion = 0

    private init() {}

    /// Reads the bytes of a recording.
    ///
    /// - Throws: ``RecordingError`` for what is no recording or one of a later version.
    package static func contents(of file: Data) throws(RecordingError) -> RecordingContents {
        let isMarked = RecordingFormat.isRecording(file)
        var reader = RecordingReader()
        let hasFrames = file.withUnsafeBytes { reader.read($0) }
        guard isMarked || hasFrames else { throw .noRecording }
        guard reader.newestVersion <= RecordingFormat.version else {
            throw .laterVersion(reader.newestVersion)
        }
        return reader.resolved()
    }

    /// Whether a file ends with a frame that says that its workout is saved, judged by its last bytes alone.
    package static func endsSaved(_ tail: Data) -> Bool {
        let length = RecordingFormat.overhead + RecordingFormat.Kind.saved.minimumLength
        return tail.suffix(length).withUnsafeBytes { bytes in
            guard bytes.count == length else { return false }
            var scanner = FrameScanner(bytes, from: 0)
            guard let frame = scanner.next(), case .known(.saved) = frame.kind else { return false }
            return frame.skipped == 0
        }
    }

    /// The first header among the first bytes of a file, if it is of a version that is read.
    static func firstHeader(in head: Data) -> RecordingHeader? {
        head.withUnsafeBytes { bytes in
            var scanner = FrameScanner(bytes, from: min(RecordingFormat.signature.count, bytes.count))
            while let frame = scanner.next() {
                guard case .known(.header) = frame.kind else { continue }
                let payload = Array(bytes[frame.payload])
                guard (RecordingHeader.version(of: payload) ?? 0) <= RecordingFormat.version,
                    let header = RecordingHeader(payload: payload)
                else { return nil }
                return header
            }
            return nil
        }
    }

    /// Reads all frames.
    ///
    /// - Returns: Whether there is one.
    private mutating func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let signature = RecordingFormat.signature.count
        // A damaged signature is no frame either, so the search may begin behind it in any case.
        var scanner = FrameScanner(bytes, from: min(signature, bytes.count))
        if !bytes.prefix(signature).elementsEqual(RecordingFormat.signature) {
            noteDamage(min(signature, bytes.count))
        }
        var seen: UInt32 = 0
        while let frame = scanner.next() {
            if frame.skipped > 0 { noteDamage(frame.skipped) }
            take(frame, bytes, seen: seen)
            seen &+= 1
        }
        if scanner.position < bytes.count { noteDamage(bytes.count - scanner.position) }
        contents.wholeLength = scanner.position
        contents.frameCount = seen &+ UInt32(truncatingIfNeeded: contents.damage.lostFrames)
        return seen > 0
    }

    private mutating func noteDamage(_ count: Int) {
        guard count > 0 else { return }
        contents.damage.places += 1
        contents.damage.bytes += count
        if firstWaiting == nil { firstWaiting = items.count }
    }

    private mutating func take(_ frame: FrameScanner.Frame, _ bytes: UnsafeRawBufferPointer, seen: UInt32) {
        let payload = UnsafeRawBufferPointer(rebasing: bytes[frame.payload])
        switch frame.kind {
        case .shortNotification(let stream):
            append(
                Notification(
                    stream: stream,
                    microseconds: Self.nearest(to: time, low: payload.littleEndian(UInt32.self, at: 0)),
                    value: Array(payload.dropFirst(4))))
        case .known(let kind):
            if kind.hasTime { settleWaiting(payload.littleEndian(Int64.self, at: 0)) }
            take(kind, payload, seen: seen)
        case .unknown:
            contents.unknownFrames += 1
        }
    }

    private mutating func take(
        _ kind: RecordingFormat.Kind, _ payload: UnsafeRawBufferPointer, seen: UInt32
    ) {
        switch kind {
        case .header:
            let bytes = Array(payload)
            newestVersion = max(newestVersion, RecordingHeader.version(of: bytes) ?? 0)
            contents.header = RecordingHeader(payload: bytes) ?? contents.header
        case .plan:
            contents.plan = Array(payload)
        case .stream:
            let stream = Int(payload.littleEndian(UInt16.self, at: 0))
            contents.streamCount = max(contents.streamCount, stream + 1)
            contents.streams[stream] = RecordingContents.Stream(
                sensor: payload.address(at: 2),
                characteristic: BluetoothUUID(rawValue: payload.littleEndian(UInt16.self, at: 8)))
        case .clock:
            let reading = RecordingContents.ClockReading(
                nanoseconds: Self.nanoseconds(time),
                wallMicroseconds: payload.littleEndian(Int64.self, at: 8))
            clocks.append((items.count, reading))
            count(payload.littleEndian(UInt32.self, at: 16), seen: seen)
        case .event:
            guard let event = RecordingFormat.events[payload[8]] else {
                contents.unknownFrames += 1
                return
            }
            let sensor = payload.address(at: 9)
            append(event, of: sensor.value == 0 ? nil : sensor)
        case .description:
            append(.description(sensor: payload.address(at: 8), bytes: Array(payload.dropFirst(14))))
        case .notification:
            append(
                Notification(
                    stream: Int(payload.littleEndian(UInt16.self, at: 8)), microseconds: time,
                    value: Array(payload.dropFirst(10))))
        case .saved:
            contents.isSaved = true
            count(payload.littleEndian(UInt32.self, at: 8), seen: seen)
        }
    }

    private mutating func append(_ notification: Notification) {
        contents.streamCount = max(contents.streamCount, notification.stream + 1)
        items.append(.notification(notification))
    }

    /// Appends an event, unless it is the second copy of the one before.
    private mutating func append(_ event: CaptureEvent, of sensor: BluetoothAddress?) {
        let content = RecordingRecord.Content.capture(.event(event, sensor: sensor))
        if case .record(let last) = items.last, RecordingFormat.doubledEvents.contains(event),
            last == RecordingRecord(nanoseconds: Self.nanoseconds(time), content)
        {
            return
        }
        append(content)
    }

    private mutating func append(_ content: RecordingRecord.Content) {
        items.append(.record(RecordingRecord(nanoseconds: Self.nanoseconds(time), content)))
    }

    private mutating func count(_ written: UInt32, seen: UInt32) {
        // A difference of more than half the range is one below zero.
        let missing = Int(Int32(bitPattern: written &- seen))
        contents.damage.lostFrames = max(contents.damage.lostFrames, missing)
    }

    /// A whole time has come: what follows damage is near to it, however long the part is that is missing.
    private mutating func settleWaiting(_ microseconds: Int64) {
        time = microseconds
        guard let first = firstWaiting else { return }
        firstWaiting = nil
        for index in first..<items.count {
            guard case .notification(var notification) = items[index] else { continue }
            notification.microseconds = Self.nearest(
                to: microseconds, low: UInt32(truncatingIfNeeded: notification.microseconds))
            items[index] = .notification(notification)
        }
    }

    /// The time whose low half is given and that is nearest to another one.
    private static func nearest(to reference: Int64, low: UInt32) -> Int64 {
        let difference = Int32(bitPattern: low &- UInt32(truncatingIfNeeded: reference))
        return reference &+ Int64(difference)
    }

    /// Nanoseconds of microseconds, kept within what a capture may last: a file can say anything.
    private static func nanoseconds(_ microseconds: Int64) -> Int64 {
        min(max(microseconds, 0), Int64(CaptureReader.maximumSeconds) * 1_000_000) * 1000
    }

    /// What is known when all frames are read: whose each notification is, and which times can be right.
    private func resolved() -> RecordingContents {
        var contents = contents
        contents.records.reserveCapacity(items.count)
        var timeline = RecordingTimeline(startMicroseconds: contents.header?.startMicroseconds)
        var clocks = clocks[...]
        func takeClocks(before item: Int) {
            while let clock = clocks.first, clock.items <= item {
                clocks.removeFirst()
                guard timeline.take(clock.reading) else {
                    contents.damage.impossibleTimes += 1
                    continue
                }
                contents.firstClock = contents.firstClock ?? clock.reading
                contents.lastClock = clock.reading
                if clock.reading.wallMicroseconds >= RecordingContents.earliestStart {
                    contents.firstDatedClock = contents.firstDatedClock ?? clock.reading
                }
            }
        }
        for (index, item) in items.enumerated() {
            takeClocks(before: index)
            guard let record = Self.record(of: item, contents.streams) else {
                contents.damage.namelessNotifications += 1
                continue
            }
            guard timeline.take(record.nanoseconds) else {
                contents.damage.impossibleTimes += 1
                continue
            }
            contents.records.append(record)
        }
        takeClocks(before: items.count)
        return contents
    }

    /// The record of an item; nil where nothing names its stream.
    private static func record(
        of item: Item, _ streams: [Int: RecordingContents.Stream]
    ) -> RecordingRecord? {
        switch item {
        case .record(let record): return record
        case .notification(let notification):
            guard let stream = streams[notification.stream] else { return nil }
            return RecordingRecord(
                nanoseconds: nanoseconds(notification.microseconds),
                .capture(
                    .notification(
                        sensor: stream.sensor, characteristic: stream.characteristic,
                        value: notification.value)))
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The six bytes of an address, first written byte first.
    fileprivate func address(at offset: Int) -> BluetoothAddress {
        BluetoothAddress(value: self[offset..<(offset + 6)].reduce(0) { $0 << 8 | UInt64($1) })
    }
}
