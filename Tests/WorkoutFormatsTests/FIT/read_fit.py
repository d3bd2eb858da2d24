#!/usr/bin/env python3
"""read_fit.py DIRECTORY: what three libraries that are not ours read in every .fit file of a directory.

Beside each file goes a .json with the messages as Garmin's official SDK reads them, and with all that any of the three
libraries objects to: an error, a warning, a wrong checksum, or a value that another one reads differently.
"""
import json
import multiprocessing
import os
import pathlib
import sys
import warnings

import fitdecode
import fitparse
import garmin_fit_sdk

OWN = range(0xFF00, 0xFF10)


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
    stream = garmin_fit_sdk.Stream.from_file(path)
    decoder = garmin_fit_sdk.Decoder(stream)
    faults = []
    if not decoder.is_fit():
        faults.append("garmin: not a FIT file")
    if not decoder.check_integrity():
        faults.append("garmin: no integrity")
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


def scaled(field_type, raw, scale, offset):
    if isinstance(raw, (list, tuple)):
        return [scaled(field_type, element, scale, offset) for element in raw]
    if raw is None or isinstance(raw, (str, bytes)):
        return raw
    if scale not in (None, 1) or offset not in (None, 0):
        return raw / (scale or 1) - (offset or 0)
    return raw


def with_fitdecode(path):
    messages = []
    with fitdecode.FitReader(path, check_crc=fitdecode.CrcCheck.RAISE, error_handling=fitdecode.ErrorHandling.RAISE) as file:
        for frame in file:
            if frame.frame_type != fitdecode.FIT_FRAME_DATA:
                continue
            values = {}
            for field in frame.fields:
                # Components that were expanded from another field are not in the file.
                if field.def_num is None or field.field_def is None:
                    continue
                scale = getattr(field.field, "scale", None) if field.field else None
                offset = getattr(field.field, "offset", None) if field.field else None
                values[field.def_num] = plain(scaled(None, field.raw_value, scale, offset))
            messages.append((frame.global_mesg_num, {key: value for key, value in values.items() if value is not None}))
    return messages, []


def with_fitparse(path):
    messages = []
    with fitparse.FitFile(path, check_crc=True) as file:
        for message in file.get_messages():
            values = {}
            for field in message.fields:
                if field.field_def is None:
                    continue
                scale = getattr(field.field, "scale", None) if field.field else None
                offset = getattr(field.field, "offset", None) if field.field else None
                values[field.def_num] = plain(scaled(None, field.raw_value, scale, offset))
            messages.append((message.mesg_num, {key: value for key, value in values.items() if value is not None}))
    return messages, []


def read(path):
    results, faults = {}, []
    for name, reader in (("garmin", with_garmin), ("fitdecode", with_fitdecode), ("fitparse", with_fitparse)):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                results[name], found = reader(str(path))
                faults += found
            except Exception as error:  # whatever it is, the file is at fault
                results[name] = []
                faults.append(f"{name}: {type(error).__name__}: {error}")
        faults += [f"{name}: warning: {warning.message}" for warning in caught]
    for name in ("fitdecode", "fitparse"):
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
        for field in values:
            entry["fields"].setdefault(field, [None] * (len(entry["places"]) - 1))
        for field, column in entry["fields"].items():
            column.append(values.get(field))
    return numbers


if __name__ == "__main__":
    files = sorted(pathlib.Path(sys.argv[1]).glob("*.fit"), key=lambda file: -file.stat().st_size)
    with multiprocessing.Pool(min(len(files), os.cpu_count() or 1)) as pool:
        pool.map(read, files, chunksize=1)
