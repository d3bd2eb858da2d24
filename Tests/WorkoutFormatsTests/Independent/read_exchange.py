#!/usr/bin/env python3
"""Read N.tcx, N.csv, N.rr.csv and N.gc.json of a directory with libraries that are not ours, and write N.read.json."""
import csv
import json
import pathlib
import sys

from tcxparser import TCXParser
from tcxreader.tcxreader import TCXReader


def read_tcx(path):
    exercise = TCXReader().read(str(path), only_gps=False)
    other = TCXParser(str(path))
    points = exercise.trackpoints
    return {
        "sport": exercise.activity_type,
        "laps": len(exercise.laps),
        "milliseconds": [round(point.time.timestamp() * 1000) for point in points],
        "heart_rate": [point.hr_value for point in points],
        "cadence": [point.cadence for point in points],
        "speed": [point.tpx_ext.get("Speed") for point in points],
        "power": [point.tpx_ext.get("Watts") for point in points],
        "distance": exercise.distance,
        "other_duration": float(sum(lap.TotalTimeSeconds for lap in other.root.findall(".//{*}Lap"))),
        "other_times": [round(time.timestamp() * 1000) for time in other.time_objects()],
        "other_heart_rate": [
            int(value.text) for value in other.root.findall(".//{*}Trackpoint/{*}HeartRateBpm/{*}Value")],
        "other_power": other.power_values(),
    }


def read_csv(path):
    text = path.read_bytes().decode("utf-8")
    assert text.count("\n") == text.count("\r\n"), "a line does not end with CR LF"
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file, strict=True))
    return {"header": rows[0], "rows": rows[1:]}


def read_ride(path):
    """GoldenCheetah's grammar knows neither null nor an empty list or object."""
    text = path.read_text(encoding="utf-8")
    ride = json.loads(text)["RIDE"]

    def check(value):
        assert value is not None and value not in ([], {}), "the grammar has no empty value"
        for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            check(part)

    check(ride)
    for lap in ride.get("INTERVALS", []):
        assert list(lap) == ["NAME", "START", "STOP"], "the order is part of the grammar"
    for text in [ride[key] for key in ("STARTTIME", "DEVICETYPE", "IDENTIFIER")] + list(ride["TAGS"].values()):
        assert text.endswith(" "), "a text could be one of the grammar's own words"
    return ride


directory = pathlib.Path(sys.argv[1])
for tcx in sorted(directory.glob("*.tcx")):
    read = {
        "tcx": read_tcx(tcx),
        "csv": read_csv(tcx.with_suffix(".csv")),
        "rr": read_csv(tcx.with_suffix(".rr.csv")),
        "ride": read_ride(tcx.with_suffix(".gc.json")),
    }
    tcx.with_suffix(".read.json").write_text(json.dumps(read))
