"""The virtual sensors' identities and what they send. Shared by the guest, which plays it, and the host's checks."""

import struct

ADAPTER = "F0:F1:F2:F3:F4:F0"

STRAP = {
    "address": "C0:F1:F2:F3:F4:01",
    "name": "Harness Strap",
    "service": "180D",
    "measurement": "2A37",
    "period_s": 1.0,
    "battery_percent": 87,
    "manufacturer": "Virtual Straps",
    "model": "VS-1",
    "serial": "S-0042",
    "firmware": "1.2.3",
    "location": 1,  # Body Sensor Location: chest
}

METER = {
    "address": "C0:F1:F2:F3:F4:02",
    "name": "Harness Meter",
    "service": "1818",
    "measurement": "2A63",
    "period_s": 0.25,
    "battery_percent": 64,
    "manufacturer": "Virtual Cranks",
    "model": "VC-2",
    "serial": "M-0043",
    "firmware": "4.5.6",
    "location": 5,  # Sensor Location: left crank
    "features": 0x00000008,  # Cycling Power Feature: crank revolution data
}

# One packet a second, (seconds, bpm). Values on each border of the article's zones (91, 114, 136, 158) are among
# them, and each zone has some time.
HEART_RATES = [(2, 90), (3, 91), (2, 113), (2, 114), (2, 135), (2, 136), (2, 157), (60, 158)]
STEADY_HEART_RATES = [(600, 128)]


def heart_rate_packets(levels):
    """Packets as a strap makes them: each carries the intervals of the beats since the packet before it.

    No two intervals near each other are alike, so that a lost, doubled or moved one shows.
    """
    now = 0  # the packet's time, in 1/1024 s
    beat = 0  # the last beat's
    count = 0
    for seconds, bpm in levels:
        for _ in range(seconds):
            now += 1024
            intervals = []
            while beat + (interval := round(60 * 1024 / bpm) + count * 17 % 41 - 20) <= now:
                beat += interval
                count += 1
                intervals.append(interval)
            # uint8 rate, contact detected, RR intervals present where there are any
            flags = 0x06 | (0x10 if intervals else 0)
            value = bytes([flags, bpm]) + b"".join(struct.pack("<H", interval) for interval in intervals)
            yield value, {"bpm": bpm, "rr_1024": intervals}


def power_packets(watts, rpm):
    """Packets with power and crank revolutions at an even cadence, four a second."""
    for index, power in enumerate(watts, 1):
        revolutions = index * rpm // 240
        event_time = round(revolutions * 60 * 1024 / rpm) & 0xFFFF
        value = struct.pack("<HhHH", 0x20, power, revolutions & 0xFFFF, event_time)
        yield value, {"watts": power}


SCRIPTS = {
    "ride-heart-rate": lambda: heart_rate_packets(HEART_RATES),
    # A climb from 0 W in steps of 3 W, a fall to a 0 W that is really meant, and again.
    "ride-power": lambda: power_packets((index * 3 % 240 for index in range(2400)), 90),
    "steady-heart-rate": lambda: heart_rate_packets(STEADY_HEART_RATES),
    "steady-power": lambda: power_packets((180 + index % 40 for index in range(4800)), 80),
}
