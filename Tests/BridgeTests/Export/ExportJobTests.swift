import Bridge
import Foundation
import Testing

@Suite struct ExportJobTests {
    private let noon = Date(timeIntervalSince1970: 1_796_040_000)
    private var job: ExportJob {
        ExportJob(workout: UUID(), rider: "ida", start: "2026-11-30T06:00:00.000+01:00", files: ["/a.json"])
    }

    @Test("A new job is due at once; one that succeeded never again")
    func success() {
        var job = job
        #expect(job.isDue(at: noon))
        job.attempted(.success, at: noon)
        #expect(job.state == .done && job.attempts == 1)
        #expect(!job.isDue(at: .distantFuture))
    }

    @Test("After a failure it waits: a minute, five, a quarter of an hour, then hours and days")
    func pauses() {
        var job = job
        var now = noon
        for pause in [60.0, 300, 900, 3600, 14_400, 43_200, 86_400] {
            job.attempted(.failure("no network"), at: now)
            #expect(job.state == .waiting && job.failure == "no network")
            #expect(!job.isDue(at: now.addingTimeInterval(pause - 1)))
            now += pause
            #expect(job.isDue(at: now))
        }
    }

    @Test("The twelfth failure is the last; a person can have it tried again")
    func givenUp() {
        var job = job
        for _ in 1...11 { job.attempted(.failure("no network"), at: noon) }
        #expect(job.state == .waiting)
        job.attempted(.failure("no account"), at: noon)
        #expect(job.state == .failed && job.attempts == 12 && job.failure == "no account")
        #expect(!job.isDue(at: .distantFuture))
        job.retry()
        #expect(job.isDue(at: noon) && job.attempts == 0 && job.failure == "no account")
    }

    @Test("A wall clock that was set back by a year holds no job up")
    func clock() {
        var job = job
        job.attempted(.failure("no network"), at: noon)
        #expect(job.isDue(at: noon.addingTimeInterval(-31_536_000)))
        #expect(!job.isDue(at: noon.addingTimeInterval(-3600)))
    }
}
