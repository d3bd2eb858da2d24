#!/usr/bin/env python3
"""bench-fit-tool.py FILE MILLISECONDS: fit-tool (PyPI) writing the messages of a FIT file, beside what we take for it.

fit-tool gets the standard messages only, already in memory as its own objects: what is measured is making bytes.
"""
import sys
import time

import garmin_fit_sdk
from fit_tool.fit_file_builder import FitFileBuilder
from fit_tool.profile.messages.file_id_message import FileIdMessage
from fit_tool.profile.messages.hrv_message import HrvMessage
from fit_tool.profile.messages.record_message import RecordMessage
from fit_tool.profile.profile_type import FileType, Manufacturer

path, ours = sys.argv[1], float(sys.argv[2])
read = []
garmin_fit_sdk.Decoder(garmin_fit_sdk.Stream.from_file(path)).read(
    convert_datetimes_to_dates=False, convert_types_to_strings=False, expand_sub_fields=False,
    expand_components=False, merge_heart_rates=False, mesg_listener=lambda number, values: read.append((number, values)))

EPOCH = 631_065_600
identity = FileIdMessage()
identity.type = FileType.ACTIVITY
identity.manufacturer = Manufacturer.DEVELOPMENT.value
messages = [identity]
for number, values in read:
    if number == 20:
        record = RecordMessage()
        record.timestamp = (values["timestamp"] + EPOCH) * 1000
        for name in ("heart_rate", "power", "cadence", "speed", "distance", "accumulated_power", "fractional_cadence"):
            if values.get(name) is not None:
                setattr(record, name, values[name])
        messages.append(record)
    elif number == 78:
        intervals = HrvMessage()
        intervals.time = [time for time in values["time"] if time is not None]
        messages.append(intervals)

best = None
for _ in range(3):
    start = time.perf_counter()
    builder = FitFileBuilder(auto_define=True, min_string_size=50)
    builder.add_all(messages)
    builder.build().to_bytes()
    taken = 1000 * (time.perf_counter() - start)
    best = taken if best is None else min(best, taken)
print(f"{'fit-tool, the same ride':34} {best:10.0f} ms   for {len(messages)} messages: {best / ours:.0f} times ours")
