"""Reads a recording by docs/recording-format.md alone and prints it as a capture."""
import json
import struct
import sys
import zlib

EVENTS = ["", "connected", "disconnected", "pause", "resume", "lap", "clock_step", "recovered", "end"]
MINIMUM = {0: 2, 1: 0, 2: 10, 3: 20, 4: 15, 5: 14, 6: 10, 7: 12}
DAY = 86_400 * 1_000_000


def frames(data):
    """Yields each frame's first byte and payload, and counts what is none."""
    at, skipped = 8, 0
    while at < len(data):
        first = data[at]
        if first < 0xE0:
            begin, end = at + 1, at + 5 + (first & 31)
        else:
            length = int.from_bytes(data[at + 1:at + 3], "little")
            begin, end = at + 3, at + 3 + length
            kind = first & 31
            if length < MINIMUM.get(kind, 0) or kind not in MINIMUM and length > 1024:
                at, skipped = at + 1, skipped + 1
                continue
        if data[end:end + 4] == zlib.crc32(data[at:end]).to_bytes(4, "little"):
            yield first, data[begin:end], skipped
            at, skipped = end + 4, 0
        else:
            at, skipped = at + 1, skipped + 1


def nearest(low, reference):
    difference = (low - reference) % 2**32
    return reference + (difference - 2**32 if difference >= 2**31 else difference)


def address(raw):
    return ":".join(f"{byte:02X}" for byte in raw) if any(raw) else None


def records(data):
    streams, items, waiting, reference, start = {}, [], None, 0, None
    for first, payload, skipped in frames(data):
        if skipped and waiting is None:
            waiting = len(items)
        if first < 0xE0:
            low = int.from_bytes(payload[:4], "little")
            items.append([nearest(low, reference), "value", first >> 5, payload[4:]])
            continue
        kind = first & 31
        if kind in (3, 4, 5, 6):
            reference = int.from_bytes(payload[:8], "little", signed=True)
            if waiting is not None:
                for item in items[waiting:]:
                    if item[1] == "value":
                        item[0] = nearest(item[0] % 2**32, reference)
                waiting = None
        if kind == 0:
            start = json.loads(payload)["start_us"]
        elif kind == 2:
            number, uuid = struct.unpack_from("<H", payload)[0], struct.unpack_from("<H", payload, 8)[0]
            streams[number] = (address(payload[2:8]), f"{uuid:04x}")
        elif kind == 3:
            items.append([reference, "clock", struct.unpack_from("<q", payload, 8)[0], None])
        elif kind == 4 and payload[8] < len(EVENTS):
            item = [reference, "event", EVENTS[payload[8]], address(payload[9:15])]
            if item[2] not in ("pause", "resume", "end") or items[-1:] != [item]:
                items.append(item)
        elif kind == 6:
            items.append([reference, "value", struct.unpack_from("<H", payload, 8)[0], payload[10:]])
    latest, clock = 0, None if start is None else (0, start)
    for time, what, one, other in items:
        time = max(time, 0)
        if what == "value" and one not in streams or time > 31 * DAY:
            continue
        if time - latest > DAY and (what != "clock" or clock and abs(one - clock[1] - time + clock[0]) > DAY):
            continue
        latest = max(latest, time)
        if what == "clock":
            clock = (time, one)
            continue
        seconds = (time + 500) // 1000
        line = {"t": f"{seconds // 1000}.{seconds % 1000:03}"}
        if what == "event":
            line |= ({"sensor": other} if other else {}) | {"event": one}
        else:
            line |= {"sensor": streams[one][0], "uuid": streams[one][1], "value": other.hex()}
        yield line


for line in records(open(sys.argv[1], "rb").read()):
    text = json.dumps(line, separators=(",", ":"))
    print(text.replace(f'"t":"{line["t"]}"', f'"t":{line["t"]}', 1))
