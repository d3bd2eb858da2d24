internal import DBus

/// Takes in the events of a source on a loop that has nothing else to do: a write that takes long holds up nobody else.
package actor IntakeLoop {
    private let intake: RecordingIntake
    private let loop = EventLoop(label: "pulsewatt.intake")
    private var ticker: EventLoopTimer?

    /// The loop that it runs on.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Makes a loop for an intake.
    package init(_ intake: RecordingIntake) {
        self.intake = intake
    }

    /// Takes in all events of a source, and hands on what came in.
    package func run(
        _ events: AsyncStream<SensorEvent>, handOn: @Sendable (RecordingIntake.Arrival) -> Void
    ) async {
        for await event in events {
            handOn(intake.arrived(event))
            if ticker == nil, intake.isRecording { startTicking() }
        }
        ticker = nil
    }

    /// What is recorded gets to the disk whatever else goes on; where nothing is recorded, nothing wakes.
    private func startTicking() {
        ticker = loop.schedule(every: .seconds(1)) { [weak self] in
            self?.assumeIsolated { loop in
                loop.intake.timePassed(to: EventLoop.now())
                if !loop.intake.isRecording { loop.ticker = nil }
            }
        }
    }
}
