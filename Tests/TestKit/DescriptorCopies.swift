internal import Foundation

/// Copies of the descriptors by which this process has a file open, as a child has them between fork and exec.
package final class DescriptorCopies: Sendable {
    private let copies: [Int32]

    /// How many there are.
    package var count: Int { copies.count }

    /// Copies every descriptor of a file.
    package init(ofFile path: String) {
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        // All are found before the first is copied: a copy may take a number that is still to be looked at.
        let found = descriptors.filter { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
            return target == resolved
        }
        copies = found.compactMap(Int32.init).map { dup($0) }
    }

    deinit {
        for copy in copies { close(copy) }
    }
}
