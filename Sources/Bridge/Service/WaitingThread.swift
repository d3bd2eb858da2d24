internal import Dispatch

/// A thread for tasks that may wait long for a disk, a lock or a database.
///
/// Swift's own threads are as many as the machine has cores, and one that waits is lost to everybody else: on a small
/// machine nothing would be taken from the sensors meanwhile.
final class WaitingThread: TaskExecutor {
    private let queue = DispatchQueue(label: "pulsewatt.waiting")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
