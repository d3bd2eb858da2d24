import Glibc

/// An open file descriptor that came over the bus or goes over it; closed with the last reference.
package final class DBusFileDescriptor: Sendable {
    /// The descriptor, for as long as this object lives.
    package let rawValue: Int32

    /// Takes over a descriptor that nobody else will close.
    package init(owning rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Duplicates a descriptor that somebody else owns; nil when the process has too many open.
    package convenience init?(duplicating descriptor: Int32) {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return nil }
        self.init(owning: copy)
    }

    deinit { close(rawValue) }
}

extension DBusFileDescriptor: Hashable {
    /// Compares by identity: two duplicates of one file are two descriptors.
    package static func == (lhs: DBusFileDescriptor, rhs: DBusFileDescriptor) -> Bool { lhs === rhs }

    /// Hashes the descriptor's number.
    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
