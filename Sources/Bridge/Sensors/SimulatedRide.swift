package import SensorProfiles

/// A ride that never was: what a chest strap and a power meter would send, packet by packet.
///
/// It warms up, rides intervals and cools down; the strap drops out once. Heart rate follows power with the lag that
/// hearts have. The same seed gives the same ride. Times are nanoseconds from its start.
package struct SimulatedRide: Sequence, IteratorProtocol, Sendable {
    /// The simulated strap: a static random address that nobody was given.
    package static let strap = BluetoothAddress(value: 0xC0_FF_EE_00_00_01)
    /// The simulated power meter.
    package static let powerMeter = BluetoothAddress(value: 0xC0_FF_EE_00_00_02)

    private static let tick: Int64 = 250_000_000
    private static let ticksPerBeatReport: Int64 = 4
    private static let longestDropout: Int64 = 20_000_000_000

    private let duration: Int64
    private let dropout: Range<Int64>
    private var random: SplitMix64
    private var tickNumber: Int64 = -1
    private var pending: [SensorEvent] = []

    private var heartRate = 72.0
    private var sinceLastBeat = 0.0
    private var crank = Wheel(unitsPerSecond: 1024)
    private var wheel = Wheel(unitsPerSecond: 2048)

    /// Makes a ride of a length in nanoseconds.
    package init(duration: Int64, seed: UInt64 = 1) {
        self.duration = duration
        random = SplitMix64(state: seed)
        let dropoutStart = duration / 20 * 11
        dropout = dropoutStart..<(dropoutStart + Swift.min(duration / 3, Self.longestDropout))
        append(.connected, of: Self.powerMeter, at: 0)
        append(
            .described(.init(name: "Simulated power meter", services: ["cycling_power"])),
            of: Self.powerMeter, at: 0)
        append(.connected, of: Self.strap, at: 0)
        append(.described(.init(name: "Simulated strap", services: ["heart_rate"])), of: Self.strap, at: 0)
    }

    /// The next thing that one of the sensors does; nil when the ride is over.
    package mutating func next() -> SensorEvent? {
        while pending.isEmpty {
            tickNumber += 1
            guard tickNumber * Self.tick < duration else { return nil }
            ride(at: tickNumber * Self.tick)
        }
        return pending.removeLast()
    }

    /// One quarter of a second of riding; events are pushed last first.
    private mutating func ride(at now: Int64) {
        let step = Double(Self.tick) / 1e9
        let target = targetPower(at: Double(now) / Double(duration))
        let power = target <= 0 ? 0 : Swift.max(0, target + random.unit() * 12 - 6)
        let cadence = power > 0 ? 82 + power / 40 + random.unit() * 3 : 0
        crank.turn(perMinute: cadence, for: step)
        // About 34 km/h at 250 W on a wheel of 2.1 m, less at less power.
        wheel.turn(perMinute: power > 0 ? 60 + power * 0.85 : 0, for: step)

        let heartRateTarget = 72 + 0.42 * power
        heartRate += (heartRateTarget - heartRate) * step / 25
        sinceLastBeat += step

        if tickNumber % Self.ticksPerBeatReport == 0 {
            appendHeartRate(at: now)
        }
        appendPower(Int16(power.rounded()), at: now)
        appendDropoutEdges(at: now)
    }

    private mutating func appendHeartRate(at now: Int64) {
        let interval = 60 / (heartRate + random.unit() * 2 - 1)
        var packet: [UInt8] = [0x16, UInt8(clamping: Int(heartRate.rounded()))]
        while sinceLastBeat >= interval {
            sinceLastBeat -= interval
            packet.append(littleEndian: UInt16((interval * 1024).rounded()))
        }
        guard !dropout.contains(now) else { return }
        append(.notification(characteristic: .heartRateMeasurement, value: packet), of: Self.strap, at: now)
    }

    private mutating func appendPower(_ power: Int16, at now: Int64) {
        // Wheel and crank revolution data present.
        var packet: [UInt8] = [0x30, 0x00]
        packet.append(littleEndian: UInt16(bitPattern: power))
        packet.append(littleEndian: UInt32(truncatingIfNeeded: wheel.revolutions))
        packet.append(littleEndian: wheel.lastEventTime)
        packet.append(littleEndian: UInt16(truncatingIfNeeded: crank.revolutions))
        packet.append(littleEndian: crank.lastEventTime)
        append(
            .notification(characteristic: .cyclingPowerMeasurement, value: packet), of: Self.powerMeter,
            at: now)
    }

    private mutating func appendDropoutEdges(at now: Int64) {
        let previous = now - Self.tick
        if dropout.contains(now), !dropout.contains(previous) {
            append(.disconnected, of: Self.strap, at: now)
        } else if !dropout.contains(now), dropout.contains(previous) {
            append(.connected, of: Self.strap, at: now)
        }
    }

    private mutating func append(_ kind: SensorEvent.Kind, of sensor: BluetoothAddress, at now: Int64) {
        pending.append(SensorEvent(nanoseconds: now, sensor: sensor, kind: kind))
    }

    /// Watts at a share of the ride: warm-up, five intervals with rests between them, cool-down.
    private func targetPower(at progress: Double) -> Double {
        switch progress {
        case ..<0.2: 100 + 400 * progress
        case ..<0.85:
            (progress - 0.2).truncatingRemainder(dividingBy: 0.13) < 0.07 ? 285 : 130
        case ..<0.95: 110
        default: 0
        }
    }
}

extension SimulatedRide {
    /// A thing that turns and whose sensor counts turns, with the time of the last one in its own wrapping unit.
    private struct Wheel: Sendable {
        let unitsPerSecond: Double
        private(set) var revolutions: Int64 = 0
        private(set) var lastEventTime: UInt16 = 0
        private var position = 0.0
        private var elapsed = 0.0

        init(unitsPerSecond: Double) {
            self.unitsPerSecond = unitsPerSecond
        }

        mutating func turn(perMinute rate: Double, for seconds: Double) {
            defer { elapsed += seconds }
            guard rate > 0 else { return }
            let perSecond = rate / 60
            let before = position
            position += perSecond * seconds
            let whole = position.rounded(.down)
            guard whole > before.rounded(.down) else { return }
            revolutions = Int64(whole)
            let eventAt = elapsed + (whole - before) / perSecond
            lastEventTime = UInt16(truncatingIfNeeded: Int64((eventAt * unitsPerSecond).rounded()))
        }
    }

    /// A small generator that is the same everywhere, for rides that can be repeated (Steele, Lea, Flood 2014).
    private struct SplitMix64: Sendable {
        var state: UInt64

        mutating func unit() -> Double {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            z ^= z >> 31
            return Double(z >> 11) * 0x1p-53
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}
