#!/usr/bin/env python3
"""read_fit.py DIRECTORY: what three libraries that are not ours read in every .fit file of a directory.

Beside each file goes a .json with the messages as Garmin's official SDK reads them, and with all that any of the three
libraries objects to: an error, a warning, a wrong checksum, or a value that another one reads differently.
"""
import json
import multiprocessing
import os
import pathlib
import signal
import sys
import warnings

import fitdecode
import fitparse
import garmin_fit_sdk

# Our own messages, which no library knows.
OWN = range(0xFF00, 0xFF10)

# Beyond this size only Garmin's SDK reads: the other two take more than a minute over a file of 30 hours.
LARGE = 2_000_000


def plain(value):
    """A value of any library in one form: numbers without noise, bytes as numbers, one-element lists as their element."""
    if isinstance(value, (list, tuple)):
        values = [plain(element) for element in value]
        if all(element is None for element in values):
            return None
        return values[0] if len(values) == 1 else values
    if isinstance(value, (bytes, bytearray)):
        return list(value)
    if isinstance(value, float):
        return round(value, 6)
    return value


def with_garmin(path):
    faults = []
    # The check reads the stream to its end, so it has one of its own.
    checker = garmin_fit_sdk.Decoder(garmin_fit_sdk.Stream.from_file(path))
    if not checker.is_fit():
        faults.append("garmin: not a FIT file")
    if not checker.check_integrity():
        faults.append("garmin: no integrity")
    decoder = garmin_fit_sdk.Decoder(garmin_fit_sdk.Stream.from_file(path))
    messages = []
    fields = garmin_fit_sdk.profile.Profile["messages"]

    def listen(number, message):
        known = {field["name"]: key for key, field in fields.get(number, {"fields": {}})["fields"].items()}
        values = {}
        for name, value in message.items():
            if value is not None:
                values[known.get(name, name)] = value
        messages.append((number, {int(key): plain(value) for key, value in values.items()}))

    _, errors = decoder.read(
        convert_datetimes_to_dates=False, convert_types_to_strings=False, expand_sub_fields=False,
        expand_components=False, merge_heart_rates=False, mesg_listener=listen)
    faults += [f"garmin: {error}" for error in errors]
    return messages, faults


def scaled(raw, number, field):
    """A raw value in the unit of the library's own profile; of Garmin's, for a message that is newer than the library."""
    profile = field.field
    if profile is None:
        known = garmin_fit_sdk.profile.Profile["messages"].get(number, {"fields": {}})["fields"].get(field.def_num)
        scale, offset = (known["scale"][0], known["offset"][0]) if known else (1, 0)
    else:
        scale, offset = getattr(profile, "scale", None) or 1, getattr(profile, "offset", None) or 0
    if (scale, offset) == (1, 0):
        return raw
    if isinstance(raw, (list, tuple)):
        return [None if element is None else element / scale - offset for element in raw]
    return None if raw is None else raw / scale - offset


def values_of(fields, number):
    # Fields without a definition were expanded from others; they are not in the file.
    values = {field.def_num: plain(scaled(field.raw_value, number, field)) for field in fields if field.field_def}
    return number, {key: value for key, value in values.items() if value is not None}


def with_fitdecode(path):
    checks = {"check_crc": fitdecode.CrcCheck.RAISE, "error_handling": fitdecode.ErrorHandling.RAISE}
    with fitdecode.FitReader(path, **checks) as file:
        frames = [frame for frame in file if frame.frame_type == fitdecode.FIT_FRAME_DATA]
        return [values_of(frame.fields, frame.global_mesg_num) for frame in frames], []


def with_fitparse(path):
    with fitparse.FitFile(path, check_crc=True) as file:
        return [values_of(message.fields, message.mesg_num) for message in file.get_messages()], []


def read(path):
    results, faults = {}, []
    readers = {"garmin": with_garmin, "fitdecode": with_fitdecode, "fitparse": with_fitparse}
    if path.stat().st_size > LARGE:
        readers = {"garmin": with_garmin}
    for name, reader in readers.items():
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                results[name], found = reader(str(path))
                faults += found
            except Exception as error:  # whatever it is, the file is at fault
                results[name] = []
                faults.append(f"{name}: {type(error).__name__}: {error}")
        faults += [f"{name}: warning: {warning.message}" for warning in caught]
    for name in results.keys() - {"garmin"}:
        faults += differences(name, results["garmin"], results[name])
    path.with_suffix(".json").write_text(json.dumps({"faults": faults[:20], "messages": columns(results["garmin"])}))


def differences(name, expected, found):
    if len(expected) != len(found):
        return [f"{name}: {len(found)} messages, Garmin reads {len(expected)}"]
    faults = []
    for index, ((number, values), (other_number, others)) in enumerate(zip(expected, found)):
        if number != other_number:
            faults.append(f"{name}: message {index} is {other_number}, Garmin reads {number}")
        elif number not in OWN and values != others:
            faults.append(f"{name}: message {index} of {number} is {others}, Garmin reads {values}")
    return faults


def columns(messages):
    """By message number: how often it is there, where in the file each one is, and a column for each field."""
    numbers = {}
    for place, (number, values) in enumerate(messages):
        entry = numbers.setdefault(number, {"places": [], "fields": {}})
        entry["places"].append(place)
        if number in OWN:
            continue
        for field in values.keys() - entry["fields"].keys():
            entry["fields"][field] = [None] * (len(entry["places"]) - 1)
        for field, column in entry["fields"].items():
            column.append(values.get(field))
    return numbers


if __name__ == "__main__":
    # Swift's threads block every signal and hand that down; a pool ends its workers by one.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    files = sorted(pathlib.Path(sys.argv[1]).glob("*.fit"), key=lambda file: -file.stat().st_size)
    with multiprocessing.Pool(min(len(files), os.cpu_count() or 1)) as pool:
        pool.map(read, files, chunksize=1)
