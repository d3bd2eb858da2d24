/// One notification of the Heart Rate Measurement characteristic, 0x2A37.
///
/// Layout: flags, heart rate of one or two bytes, energy expended, then RR intervals to the end of the packet
/// (GATT characteristic definition `org.bluetooth.characteristic.heart_rate_measurement`).
public struct HeartRateMeasurement: CharacteristicValue, Hashable {
    /// Heart Rate Measurement.
    public static var characteristic: BluetoothUUID { .heartRateMeasurement }

    /// The heart rate in beats per minute; nil where the sensor sends 0, which means that it has no reading.
    public let heartRate: Int?

    /// What the sensor says about its contact with the skin.
    public let sensorContact: SensorContact

    /// The energy expended since it was last reset, in kilojoules; saturates at 65535.
    public let energyExpended: Int?

    /// The RR intervals since the last packet, oldest first.
    public private(set) var rrIntervals = RRIntervals()

    /// The number of RR intervals of length zero, which are dropped.
    ///
    /// Where there is one, the intervals around it are not neighbours, and their difference says nothing.
    public let zeroRRIntervalCount: Int

    /// The number of bytes that no field claims: an odd last byte, or what follows fields the flags do not name.
    public let surplusByteCount: Int

    /// The heart rate in beats per minute; nil also where the sensor says that it has no contact.
    public var reliableHeartRate: Int? {
        sensorContact == .notDetected ? nil : heartRate
    }

    /// Reads one notification; flag bits 5 to 7 are reserved and ignored.
    ///
    /// - Throws: `PacketError` when there are less than two bytes, or three where the heart rate takes two.
    public init(_ packet: Span<UInt8>) throws(PacketError) {
        let flags = packet.isEmpty ? 0 : packet[0]
        let isWide = flags & Flag.wideHeartRate != 0
        let requiredByteCount = isWide ? 3 : 2
        var cursor = PacketCursor(byteCount: packet.count)
        guard cursor.claim(requiredByteCount) != nil else {
            throw PacketError(
                characteristic: Self.characteristic, byteCount: packet.count,
                requiredByteCount: requiredByteCount)
        }

        let heartRate = isWide ? Int(packet.uint16(at: 1)) : Int(packet[1])
        self.heartRate = heartRate == 0 ? nil : heartRate
        // "Detected" alone means nothing: without the supported bit the sensor cannot tell.
        sensorContact =
            if flags & Flag.contactSupported == 0 {
                .unsupported
            } else if flags & Flag.contactDetected == 0 {
                .notDetected
            } else {
                .detected
            }

        if flags & Flag.energyExpended != 0, let offset = cursor.claim(2) {
            energyExpended = Int(packet.uint16(at: offset))
        } else {
            energyExpended = nil
        }

        var zeroRRIntervalCount = 0
        if flags & Flag.rrIntervals != 0 {
            while let offset = cursor.claim(2) {
                let raw = packet.uint16(at: offset)
                if raw == 0 {
                    zeroRRIntervalCount += 1
                } else {
                    rrIntervals.append(RRInterval(rawValue: raw))
                }
            }
        }
        self.zeroRRIntervalCount = zeroRRIntervalCount
        surplusByteCount = cursor.remaining
    }

    /// The bits of the first byte.
    private enum Flag {
        static var wideHeartRate: UInt8 { 0x01 }
        static var contactDetected: UInt8 { 0x02 }
        static var contactSupported: UInt8 { 0x04 }
        static var energyExpended: UInt8 { 0x08 }
        static var rrIntervals: UInt8 { 0x10 }
    }
}
