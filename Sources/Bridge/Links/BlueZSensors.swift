package import BlueZ
package import DBus
package import SensorProfiles

/// The sensors that BlueZ reaches: finds the wanted ones, keeps their links up and passes their notifications on.
///
/// ``SensorLink`` and ``ScanSchedule`` decide; this actor waits, asks BlueZ and tells them what came of it.
package actor BlueZSensors: SensorSource {
    /// Something to do that takes a while, taken up by ``run()``.
    enum Job: Sendable {
        case link(Attempt, SensorLink.Action)
        case endSurplus(BlueZDevice.ID)
        case watchWanted
        case adjustScan
    }

    /// A device that is worked with; a reset of its link makes what goes on for it void.
    struct Attempt: Hashable, Sendable {
        let device: BlueZDevice.ID
        let epoch: Int
    }

    /// An advertisement this old still says that the sensor is there.
    static let sightingValidity: Int64 = 15_000_000_000
    /// How long to wait after a scan that could not be started.
    static let scanRetryAfter: Int64 = 2_000_000_000
    /// After this many connections without the characteristic, BlueZ's cache of an unbonded sensor is dropped.
    static let missesBeforeForgetting = 3

    /// What the sensors did; ends when the bus is gone or ``stop()`` was called.
    package nonisolated let events: AsyncStream<SensorEvent>
    nonisolated let continuation: AsyncStream<SensorEvent>.Continuation
    nonisolated let jobs: AsyncStream<Job>
    nonisolated let jobContinuation: AsyncStream<Job>.Continuation

    let client: BlueZClient
    let loop: EventLoop
    let log: @Sendable (String) -> Void

    var links: [BluetoothAddress: SensorLink] = [:]
    /// The adapters that sensors were paired on.
    var ownAdapters: [BluetoothAddress: BluetoothAddress] = [:]
    var adapters: AdapterChoice
    var notices: BlueZNotices
    var devices: [BluetoothAddress: BlueZDevice.ID] = [:]
    var epochs: [BluetoothAddress: Int] = [:]
    /// When the adapters last heard a sensor that is missing.
    var sightings: [BluetoothAddress: [BluetoothAddress: Int64]] = [:]
    /// The sensors that are used through another adapter than their own, which was told.
    var elsewhere: Set<BluetoothAddress> = []
    var subscriptions: [BluetoothAddress: Set<BluetoothUUID>] = [:]
    var descriptions: [BluetoothAddress: SensorDescription] = [:]
    var misses: [BluetoothAddress: Int] = [:]
    var schedule = ScanSchedule()
    /// The adapters that scan as is wanted; nil: they have to be asked.
    var scanning: Set<BluetoothAddress>?
    var isAdjustingScan = false
    var scanRetryAt: Int64?
    var timer: (EventLoopTimer, deadline: Int64)?
    var complaints: [String: String] = [:]
    var isStopping = false

    /// Runs on the loop of the connection.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Makes a source that has nothing to look for yet; ``run()`` starts it.
    ///
    /// - Parameters:
    ///   - client: A client that the caller starts, and that nobody else reads events of.
    ///   - loop: The client's loop.
    ///   - adapter: The only adapter to use; nil: all of them.
    ///   - patience: How long an adapter that is not there is waited for before its sensors use others, in nanoseconds.
    ///   - settling: How long the state of an adapter must last to be told, in nanoseconds.
    ///   - log: Takes a line for a person: what is wrong and what to do.
    package init(
        client: BlueZClient, loop: EventLoop, adapter: BluetoothAddress? = nil,
        patience: Int64 = AdapterChoice.usualPatience, settling: Int64 = BlueZNotices.usualSettling,
        log: @escaping @Sendable (String) -> Void
    ) {
        self.client = client
        self.loop = loop
        adapters = AdapterChoice(only: adapter, patience: patience)
        notices = BlueZNotices(settling: settling)
        self.log = log
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
        (jobs, jobContinuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    /// Looks for these sensors from now on and lets go of others.
    ///
    /// A link that is up stays as it is, also where the sensor has another adapter of its own now. Whoever calls this need not
    /// wait for BlueZ.
    package func want(_ sensors: Set<WantedSensor>) {
        let addresses = Set(sensors.map(\.address))
        for sensor in links.keys where !addresses.contains(sensor) {
            act(.disconnect, on: sensor, at: EventLoop.now())
            epochs[sensor, default: 0] += 1
            (links[sensor], sightings[sensor]) = (nil, nil)
            elsewhere.remove(sensor)
        }
        ownAdapters = [:]
        for sensor in sensors {
            ownAdapters[sensor.address] = sensor.adapter
            if links[sensor.address] == nil { links[sensor.address] = SensorLink() }
        }
        jobContinuation.yield(.watchWanted)
        update()
    }

    /// Serves the sensors until the bus is gone or it is told to stop.
    ///
    /// The client is started by the caller.
    package func run() async {
        if await !client.isDaemonPresent { say(notices.daemonAbsent()) }
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await event in self.client.events { await self.handle(event) }
                await self.finish()
            }
            for await job in jobs {
                group.addTask { await self.perform(job) }
            }
            group.cancelAll()
        }
    }

    /// Ends the links and the scan, each within a few seconds, and with them ``run()``.
    package func stop() async {
        guard !isStopping else { return }
        isStopping = true
        timer?.0.cancel()
        // Nothing new is begun; what goes on is cancelled, which tells BlueZ as well.
        jobContinuation.finish()
        await withDiscardingTaskGroup { group in
            for (sensor, device) in devices where links[sensor]?.isMissing == false {
                group.addTask { try? await self.client.disconnect(device, deadline: .seconds(5)) }
            }
            for adapter in await client.adapters {
                group.addTask {
                    guard await self.client.ownsDiscovery(on: adapter.address) else { return }
                    await self.client.stopDiscovery(on: adapter.address)
                }
            }
        }
        await client.stop()
    }

    func finish() {
        let now = EventLoop.now()
        for sensor in links.keys { reset(sensor, at: now) }
        jobContinuation.finish()
        continuation.finish()
    }
}
