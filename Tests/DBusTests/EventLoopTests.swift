import DBus
import Glibc
import Testing

@Suite(.timeLimit(.minutes(5))) struct EventLoopTests {
    private actor Counter {
        let loop: EventLoop
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        var count = 0
        init(loop: EventLoop) { self.loop = loop }
        func increment() -> Int {
            count += 1
            return count
        }
    }

    @Test("An actor on the loop is reached from the loop's callbacks without a hop")
    func isolation() async {
        let loop = EventLoop()
        let counter = Counter(loop: loop)
        let inbox = Inbox<Int>()
        loop.async { inbox.put(counter.assumeIsolated { $0.increment() }) }
        #expect(await inbox.next() == 1)
        #expect(await counter.increment() == 2)
    }

    @Test("Timers fire in the order of their times, not before them; a cancelled one never")
    func timers() async {
        let loop = EventLoop()
        let inbox = Inbox<(String, Int64)>()
        let start = EventLoop.now()
        let late = loop.schedule(after: .milliseconds(40)) { inbox.put(("late", EventLoop.now())) }
        let soon = loop.schedule(after: .milliseconds(10)) { inbox.put(("soon", EventLoop.now())) }
        let never = loop.schedule(after: .milliseconds(20)) { inbox.put(("never", EventLoop.now())) }
        never.cancel()
        _ = loop.schedule(after: .milliseconds(20)) { inbox.put(("dropped", EventLoop.now())) }
        let fired = await inbox.next(2)
        #expect(fired.map(\.0) == ["soon", "late"])
        #expect(fired[0].1 - start >= 10_000_000)
        #expect(fired[1].1 - start >= 40_000_000)
        withExtendedLifetime((late, soon)) {}
    }

    @Test("A repeating timer goes on until it is cancelled")
    func repeating() async {
        let loop = EventLoop()
        let inbox = Inbox<Int>()
        let timer = loop.schedule(every: .milliseconds(2)) { inbox.put(1) }
        #expect(await inbox.next(3) == [1, 1, 1])
        timer.cancel()
    }

    @Test("A file is told to be ready even after its owner closed its own descriptor")
    func files() async throws {
        let loop = EventLoop()
        let inbox = Inbox<Int>()
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        let watch = try #require(loop.watch(reading, for: .reading) { inbox.put(1) })
        close(reading)
        close(writing)
        #expect(await inbox.next() == 1)
        watch.cancel()
        #expect(loop.watch(-1, for: .reading) {} == nil)
    }

    @Test("A signal runs its action in place of ending the process")
    func signals() async throws {
        let loop = EventLoop()
        let inbox = Inbox<Int>()
        let watch = try #require(loop.onSignal(SIGUSR2) { inbox.put(1) })
        kill(getpid(), SIGUSR2)
        #expect(await inbox.next() == 1)
        withExtendedLifetime(watch) {}
    }
}
