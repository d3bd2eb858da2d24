"""bench-history.py BENCHMARKS PULSEWATT: ten years of workouts, and the same re-bucketing by numpy and DuckDB.

Ends with status 1 if the three do not agree to the nanosecond.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import duckdb
import numpy

EDGES = [100, 120, 140, 160]

NUMPY = """
import numpy, sys
values = numpy.fromfile(sys.argv[1] + "/heart-rate.values", dtype="<f8")
nanoseconds = numpy.fromfile(sys.argv[1] + "/heart-rate.nanoseconds", dtype="<i8")
print([int(nanoseconds.sum())] + [int(nanoseconds[values >= edge].sum()) for edge in (100, 120, 140, 160)])
"""

# Two ways to ask; the faster one counts.
QUERIES = [
    "SELECT sum(nanoseconds), "
    + ", ".join(f"sum(nanoseconds) FILTER (WHERE value >= {edge})" for edge in EDGES)
    + " FROM samples",
    "SELECT " + " + ".join(f"(value >= {edge})::INTEGER" for edge in EDGES)
    + " AS zone, sum(nanoseconds) FROM samples GROUP BY zone ORDER BY zone",
]

DUCKDB = f"""
import duckdb, sys
connection = duckdb.connect(sys.argv[1] + "/history.duckdb", read_only=True)
print(connection.execute({QUERIES[0]!r}).fetchall())
"""


def median_seconds(work, runs=7):
    """How long the work takes, and what it gives."""
    work()
    times = []
    for _ in range(runs):
        started = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - started)
    return statistics.median(times), result


def process_seconds(*command):
    """How long a process takes from its start to its end."""
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return median_seconds(lambda: subprocess.run(command, **quiet))[0]


def processor_seconds(*command, runs=7):
    """How long a process keeps a processor busy, which the load of the machine changes less."""
    times = []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(times)


def promised(value, limit, unit):
    """What the project promises, and whether that is met."""
    return f"promised: below {limit}{unit}, {'met' if value < limit else 'missed'}"


def zones_above(total, above):
    """The time in each zone, of the time at or above each edge."""
    above = [total, *above, 0]
    return [int(low) - int(high) for low, high in zip(above, above[1:])]


def in_numpy(values, nanoseconds):
    """The faster of the two usual ways, and its zones."""
    masks, zones = median_seconds(
        lambda: zones_above(nanoseconds.sum(), [nanoseconds[values >= edge].sum() for edge in EDGES])
    )
    bins, counted = median_seconds(
        lambda: numpy.bincount(numpy.digitize(values, EDGES), weights=nanoseconds, minlength=5)
    )
    assert [int(zone) for zone in counted] == zones
    return min(masks, bins), zones


def in_duckdb(connection):
    """The faster of the two queries, and its zones."""
    filters, row = median_seconds(lambda: connection.execute(QUERIES[0]).fetchone())
    groups, rows = median_seconds(lambda: connection.execute(QUERIES[1]).fetchall())
    zones = zones_above(row[0], row[1:])
    assert [int(zone[1]) for zone in rows] == zones
    return min(filters, groups), zones


def line(name, value, remark=""):
    print(f"{name:<44} {value:>14}   {remark}".rstrip())


def grouped(number):
    return f"{number:,}".replace(",", " ")


def milliseconds(seconds):
    return f"{seconds * 1000:.1f} ms"


def compare(name, ours, numpys, duckdbs):
    line(name, milliseconds(ours))
    for other, seconds in (("numpy", numpys), ("DuckDB", duckdbs)):
        line(f"  {other}", milliseconds(seconds), f"{seconds / ours:.1f} times ours")


def main(benchmarks, pulsewatt):
    # On a disk, where a health database is.
    with tempfile.TemporaryDirectory(dir=".build", prefix="history-") as directory:
        subprocess.run([benchmarks, "--write-history", directory], check=True)
        measured = json.loads(subprocess.check_output([benchmarks, "--measure-history", directory]))
        stored = json.loads((Path(directory) / "history.json").read_text())
        size = (Path(directory) / "health.sqlite").stat().st_size
        samples = int(stored["samples"])
        line("ten years, 3 000 workouts, all simulated", f"{grouped(samples)} samples",
             f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
        line("  stored", f"{samples / stored['storing'] / 1e6:.2f} M samples/s")
        line("  on the disk", f"{size / samples:.2f} bytes/sample", promised(size / samples, 8, ""))
        commands = {}
        for words, promise in (
            (("workouts", "list"), 50),
            (("trend", "--by", "month"), 300),
            (("rezone", "--boundaries", ",".join(map(str, EDGES))), 300),
        ):
            command = (pulsewatt, *words, "--state-directory", directory)
            seconds = process_seconds(*command)
            commands[words[0]] = seconds
            processor = milliseconds(processor_seconds(*command))
            line("pulsewatt " + " ".join(words), milliseconds(seconds),
                 f"{promised(seconds * 1000, promise, ' ms')}; {processor} of a processor")

        for name in ("last workout", "one workout's samples"):
            seconds = measured["seconds"][name]
            line(f"{name} by a query", milliseconds(seconds), promised(seconds * 1000, 50, " ms"))

        values = numpy.fromfile(directory + "/heart-rate.values", dtype="<f8")
        nanoseconds = numpy.fromfile(directory + "/heart-rate.nanoseconds", dtype="<i8")
        numpy_seconds, numpy_zones = in_numpy(values, nanoseconds)
        with duckdb.connect(directory + "/history.duckdb") as connection:
            connection.register("arrays", {"value": values, "nanoseconds": nanoseconds})
            connection.execute("CREATE TABLE samples AS SELECT value, nanoseconds FROM arrays")
            duckdb_seconds, duckdb_zones = in_duckdb(connection)
        ours = measured["zones"]
        if not all(zones == numpy_zones == duckdb_zones for zones in ours.values()):
            sys.exit(f"The zones differ: {ours}, numpy {numpy_zones}, DuckDB {duckdb_zones}.")

        print(f"\n{grouped(len(values))} heart rates into five zones, the same to the nanosecond")
        compare("a whole process, ours with a row a workout", commands["rezone"],
                process_seconds(sys.executable, "-c", NUMPY, directory),
                process_seconds(sys.executable, "-c", DUCKDB, directory))
        seconds = measured["seconds"]
        compare("in a process that runs, from what is stored", seconds["summaries"], numpy_seconds, duckdb_seconds)
        compare("the arrays in memory", seconds["memory"], numpy_seconds, duckdb_seconds)
        compare("every workout read whole from the database", seconds["series"], numpy_seconds, duckdb_seconds)


main(*sys.argv[1:])
