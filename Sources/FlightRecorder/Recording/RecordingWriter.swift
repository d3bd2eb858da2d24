internal import Foundation
package import SensorProfiles

/// Writes the recording of one workout as it goes on.
///
/// Every record is handed to the system in one write before its call returns; ``tick(at:)`` and the records themselves
/// see to it that it is on the disk within a second. Nothing here throws, because a workout does not end with its
/// recording: what cannot be written is told once, kept in memory, and tried again at every tick.
package final class RecordingWriter {
    /// What the owner is told.
    package enum Notice: Equatable, Sendable {
        /// Something cannot be written; this comes once until it can again.
        case failed(RecordingFault)
        /// It can be written again, all but a number of notifications that memory was too small for.
        case goesOn(missing: Int)
        /// The disk did not take what the system took; this comes once until it does.
        case notSynced(RecordingFault)
        /// The disk takes it again.
        case syncedAgain
    }

    /// How much is kept in memory while nothing can be written, in bytes; a day of a strap and a meter.
    package static let memoryLimit = 8 << 20

    private static let clockInterval: Int64 = 10_000_000
    /// How long after a stream's first notification all is said again, and each time after that; the last goes on.
    ///
    /// A file system loses blocks of 4 KiB, so the first copies must not all lie in one, and soon not in one damage.
    private static let repeatIntervals: [Int64] = [
        1_000_000, 10_000_000, 100_000_000, 100_000_000, 300_000_000,
    ]
    /// Half the span in which the low half of a time is clear is 35 minutes.
    private static let shortTimeSpan: Int64 = 1_200_000_000
    private static let syncInterval: Int64 = 500_000_000

    /// The recording's path.
    package let path: String
    /// What is said again and again; nil where only an end is to be added.
    private let header: RecordingHeader?
    private var plan: [UInt8]
    private let now: () -> RecordingContents.ClockReading
    private let notify: (Notice) -> Void

    private var file: RecordingFile?
    private var length = 0
    private var encoder = FrameEncoder()
    private var frameCount: UInt32 = 0
    /// Streams by their number: the sensor's address and the characteristic in one number, which is quickly found.
    ///
    /// Nil is a stream of an earlier writer whose name is lost.
    private var streams: [UInt64?] = []
    private var lastFullTime: Int64 = 0
    private var lastClockAt: Int64?
    /// When header, plan and streams are due again, in microseconds since the start, and how often they came since the
    /// newest stream.
    private var repeatAt: Int64 = 0
    private var repeatCount = 0
    /// When a sync was last asked for, in nanoseconds since the start.
    private(set) var lastSyncAt: Int64?
    private var isWrittenSinceSync = false
    private var missing = 0
    private var isFailing = false
    private var isClosed = false
    private let sync: @Sendable (Int32) -> Int32
    /// What was written and may not be on the disk yet, and where it begins in the file; the oldest goes where a disk
    /// does not answer for hours.
    private var unsynced: [UInt8] = []
    private var unsyncedStart = 0
    private var isSyncFailing = false

    /// Starts a recording.
    ///
    /// - Parameters:
    ///   - path: Where it is made.
    ///   - header: What is said of the workout.
    ///   - plan: What is planned, in a form of the caller's.
    ///   - now: Reads both clocks: nanoseconds since the workout's start, and the wall clock.
    ///   - sync: Brings a file to the disk; a test has another.
    ///   - notify: Takes what goes wrong.
    package init(
        creating path: String, header: RecordingHeader, plan: [UInt8],
        now: @escaping () -> RecordingContents.ClockReading,
        sync: @escaping @Sendable (Int32) -> Int32 = RecordingFile.dataSync,
        notify: @escaping (Notice) -> Void
    ) {
        self.path = path
        self.sync = sync
        self.header = header
        self.plan = plan
        self.now = now
        self.notify = notify
        encoder.append(raw: RecordingFormat.signature)
        // Twice, so that no single damage takes both.
        for _ in 0..<2 { appendHeader() }
        beginRepeating(at: 0)
        appendClock()
        flush()
    }

    /// Goes on with a recording, or ends it.
    ///
    /// - Parameters:
    ///   - file: The recording, locked.
    ///   - contents: What is in it; a torn tail is cut off.
    ///   - header: What is said of the workout from now on; nil where only its end is still to be recorded.
    ///   - plan: What is planned.
    ///   - now: Reads both clocks: nanoseconds since the workout's start, and the wall clock.
    ///   - notify: Takes what goes wrong.
    package init(
        continuing file: RecordingFile, after contents: RecordingContents, header: RecordingHeader?,
        plan: [UInt8], now: @escaping () -> RecordingContents.ClockReading,
        notify: @escaping (Notice) -> Void
    ) {
        path = file.path
        sync = RecordingFile.dataSync
        self.file = file
        self.header = header
        self.plan = plan
        self.now = now
        self.notify = notify
        frameCount = contents.frameCount
        streams = (0..<contents.streamCount).map { number in
            contents.streams[number].map { Self.key($0.sensor, $0.characteristic) }
        }
        // Where that fails, the torn frame stays and is passed over; what is appended lies behind it.
        try? file.truncate(to: contents.wholeLength)
        length = file.length
        unsyncedStart = length
        guard header != nil else { return }
        appendHeader()
        for stream in streams.indices { appendStream(stream) }
        beginRepeating(at: Self.microseconds(now().nanoseconds))
        appendClock()
        flush()
    }

    /// Whether somebody else said meanwhile that the workout is saved.
    package var isSavedElsewhere: Bool { file != nil && RecordingFile.endsSaved(at: path) }

    /// Whether somebody removed the recording.
    package var isRemoved: Bool { file?.isRemoved ?? false }

    /// Records a notification.
    ///
    /// - Parameters:
    ///   - characteristic: What it is a value of.
    ///   - value: Its bytes.
    ///   - sensor: Who sent it.
    ///   - nanoseconds: When it came, since the workout's start.
    package func record(
        _ characteristic: BluetoothUUID, _ value: [UInt8], from sensor: BluetoothAddress,
        at nanoseconds: Int64
    ) {
        let time = Self.microseconds(nanoseconds)
        repeatWhatIsDue(at: time)
        guard encoder.bytes.count < Self.memoryLimit, let stream = stream(sensor, characteristic, at: time)
        else {
            frameCount &+= 1
            missing += 1
            return
        }
        frameCount &+= 1
        if stream < RecordingFormat.shortStreamLimit, value.count <= RecordingFormat.shortLengthLimit,
            abs(time - lastFullTime) < Self.shortTimeSpan
        {
            encoder.appendShortNotification(stream: stream, microseconds: time, value: value)
        } else {
            encoder.appendNotification(stream: stream, microseconds: time, value: value)
            lastFullTime = time
        }
        flush()
        syncIfDue(at: nanoseconds)
    }

    /// Records an event, of one sensor where it has one.
    package func record(_ event: CaptureEvent, of sensor: BluetoothAddress? = nil, at nanoseconds: Int64) {
        guard let code = RecordingFormat.eventCodes[event] else { return }
        let time = Self.microseconds(nanoseconds)
        repeatWhatIsDue(at: time)
        // A step of the wall clock shows in the next reading of both.
        if event == .clockStep { appendClock() }
        // What all that follows depends on comes twice.
        for _ in 0..<(RecordingFormat.doubledEvents.contains(event) ? 2 : 1) {
            frameCount &+= 1
            encoder.appendEvent(code: code, sensor: sensor, microseconds: time)
        }
        lastFullTime = time
        flush()
        syncIfDue(at: nanoseconds)
    }

    /// Records what a sensor said of itself, in a form of the caller's.
    package func record(description: [UInt8], of sensor: BluetoothAddress, at nanoseconds: Int64) {
        let time = Self.microseconds(nanoseconds)
        frameCount &+= 1
        encoder.appendDescription(of: sensor, microseconds: time, description)
        lastFullTime = time
        flush()
        syncIfDue(at: nanoseconds)
    }

    /// Records another plan in place of the one before, as often as the first.
    package func setPlan(_ plan: [UInt8]) {
        guard plan != self.plan else { return }
        self.plan = plan
        for _ in 0..<2 { appendHeader() }
        flush()
    }

    /// Time has passed, about a second since the last time: syncs what is not yet, and does again what failed.
    package func tick(at nanoseconds: Int64) {
        if isFailing { flush(evenIfFailing: true) }
        followSyncs()
        // However little time has passed since the last sync: what is written now would wait for two ticks.
        if isWrittenSinceSync { requestSync(at: nanoseconds) }
    }

    /// Ends the recording at a moment: the workout is over, if not yet saved.
    package func end(at nanoseconds: Int64) {
        record(.end, at: nanoseconds)
        waitForSync()
    }

    /// Ends a recording that was cut off with its last notification, and marks it as recovered.
    ///
    /// One that had ended, or has no notification, stays as it is.
    /// - Parameter contents: What is in the recording.
    package func endRecovered(_ contents: RecordingContents) {
        guard contents.end == nil, let last = contents.lastNotification else { return }
        if !contents.isMarkedRecovered { record(.recovered, at: last) }
        end(at: last)
    }

    /// Says that the workout is saved, so that nobody needs to recover it, and closes the file.
    package func markSaved() {
        frameCount &+= 1
        encoder.appendSaved(wallMicroseconds: now().wallMicroseconds, frameCount: frameCount &- 1)
        close()
    }

    /// Lets go of the file when all of it is on the disk; nothing can be recorded after this.
    package func close() {
        waitForSync()
        file = nil
        isClosed = true
    }

    /// Waits until all is on the disk, or the disk has refused it twice.
    func waitForSync() {
        flush(evenIfFailing: true)
        file?.waitForSync()
        followSyncs()
        guard isSyncFailing else { return }
        file?.waitForSync()
        followSyncs()
    }

    /// Below 0 for what came before the start.
    private static func microseconds(_ nanoseconds: Int64) -> Int64 {
        nanoseconds / 1000
    }
}

// MARK: - Frames

extension RecordingWriter {
    private func repeatWhatIsDue(at time: Int64) {
        guard header != nil else { return }
        if time >= repeatAt {
            appendHeader()
            for stream in streams.indices { appendStream(stream) }
            repeatCount += 1
            repeatAt = time + Self.repeatIntervals[min(repeatCount, Self.repeatIntervals.count - 1)]
        }
        if lastClockAt.map({ time - $0 >= Self.clockInterval }) ?? true {
            appendClock()
            lastClockAt = time
        }
    }

    private func beginRepeating(at time: Int64) {
        repeatCount = 0
        repeatAt = time + Self.repeatIntervals[0]
    }

    private func appendHeader() {
        guard let header else { return }
        frameCount &+= 2
        encoder.append(.header, payload: header.payload)
        encoder.append(.plan, payload: plan)
    }

    private func appendClock() {
        let reading = now()
        lastFullTime = Self.microseconds(reading.nanoseconds)
        encoder.appendClock(
            microseconds: lastFullTime, wallMicroseconds: reading.wallMicroseconds, frameCount: frameCount)
        frameCount &+= 1
        lastClockAt = lastFullTime
    }

    private func appendStream(_ stream: Int) {
        guard let key = streams[stream] else { return }
        frameCount &+= 1
        encoder.appendStream(
            stream, sensor: BluetoothAddress(value: key >> 16),
            characteristic: BluetoothUUID(rawValue: UInt16(truncatingIfNeeded: key)))
    }

    private static func key(_ sensor: BluetoothAddress, _ characteristic: BluetoothUUID) -> UInt64 {
        sensor.value << 16 | UInt64(characteristic.rawValue)
    }

    /// The number of a stream, or nil where there are too many; a new one is named at once, and twice.
    private func stream(
        _ sensor: BluetoothAddress, _ characteristic: BluetoothUUID, at time: Int64
    ) -> Int? {
        let key = Self.key(sensor, characteristic)
        if let known = streams.firstIndex(of: key) { return known }
        guard streams.count < Int(UInt16.max) else { return nil }
        streams.append(key)
        for _ in 0..<2 { appendStream(streams.count - 1) }
        beginRepeating(at: time)
        return streams.count - 1
    }
}

// MARK: - The file

extension RecordingWriter {
    private func flush(evenIfFailing: Bool = false) {
        guard !isClosed, !encoder.bytes.isEmpty, evenIfFailing || !isFailing else { return }
        do {
            if let file {
                try file.write(encoder.bytes, at: length)
            } else {
                file = try RecordingFile.create(at: path, with: encoder.bytes, sync: sync)
            }
            length += encoder.bytes.count
            unsynced += encoder.bytes
            encoder.removeAll()
            isWrittenSinceSync = true
            guard isFailing else { return }
            isFailing = false
            notify(.goesOn(missing: missing))
        } catch {
            guard !isFailing else { return }
            isFailing = true
            notify(.failed(error))
        }
    }

    /// Lets go of what is on the disk, and writes again what a sync failed to bring there.
    private func followSyncs() {
        guard let file else { return }
        let progress = file.syncProgress
        forgetSynced(progress)
        if let fault = progress.fault {
            if !isSyncFailing {
                isSyncFailing = true
                notify(.notSynced(fault))
            }
            // Where not even this works, the next tick tries it again.
            guard (try? file.writeAgain(unsynced, at: unsyncedStart)) != nil else { return }
            isWrittenSinceSync = true
        } else if isSyncFailing, progress.isGood {
            isSyncFailing = false
            notify(.syncedAgain)
        }
    }

    private func syncIfDue(at nanoseconds: Int64) {
        guard isWrittenSinceSync, lastSyncAt.map({ abs(nanoseconds - $0) >= Self.syncInterval }) ?? true
        else {
            return
        }
        requestSync(at: nanoseconds)
    }

    private func requestSync(at nanoseconds: Int64) {
        lastSyncAt = nanoseconds
        isWrittenSinceSync = false
        guard let file else { return }
        forgetSynced(file.syncProgress)
        file.requestSync()
    }

    private func forgetSynced(_ progress: RecordingFile.SyncProgress) {
        let surplus = max(progress.synced - unsyncedStart, unsynced.count - Self.memoryLimit)
        guard surplus > 0 else { return }
        let count = min(surplus, unsynced.count)
        unsynced.removeFirst(count)
        unsyncedStart += count
    }
}
