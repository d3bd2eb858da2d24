import Glibc

/// What the kernel says about rfkill and an adapter, for a BlueZ before 5.73, which does not tell.
struct RfkillSwitches: Sendable {
    /// Where the kernel shows the adapters.
    var directory = "/sys/class/bluetooth"

    /// Whether a switch, of software or of hardware, keeps the adapter off.
    func block(_ adapterName: String) -> Bool {
        let adapter = "\(directory)/\(adapterName)"
        guard let stream = opendir(adapter) else { return false }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasPrefix("rfkill") else { continue }
            for kind in ["soft", "hard"] where isOne("\(adapter)/\(name)/\(kind)") { return true }
        }
        return false
    }

    private func isOne(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var byte: UInt8 = 0
        return read(file, &byte, 1) == 1 && byte == UInt8(ascii: "1")
    }
}
