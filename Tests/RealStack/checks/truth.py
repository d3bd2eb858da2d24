"""Works out from what the sensors sent what a workout must say. Knows the design's rules, and none of its code.

A sample holds until the next one, at most the hold limit; the rest is no data. A value on a border belongs to the
zone above it. Samples are pairs of seconds from the workout's start and a value.
"""

import datetime
import itertools
import math

HEART_RATE_HOLD = 10.0
POWER_HOLD = 5.0


def start_of(workout):
    return datetime.datetime.fromisoformat(workout["start"]).timestamp()


def sent(truth, sensor, workout):
    """The notifications of a sensor, each with its time in the workout as `t`, up to the workout's end."""
    start = start_of(workout)
    end = workout["duration"]["elapsed_s"]
    entries = []
    for entry in truth:
        if entry["sensor"] == sensor["address"] and "uuid" in entry:
            entries.append(entry | {"t": entry["realtime"] - start})
    # A packet needs some time to arrive, so one that was sent just before the start may be the first.
    return [entry for entry in entries if -1.0 <= entry["t"] <= end]


def events(truth, sensor, name, workout):
    """When something was done to a sensor, in the workout's time."""
    return [
        entry["realtime"] - start_of(workout)
        for entry in truth
        if entry["sensor"] == sensor["address"] and entry.get("event") == name
    ]


def spans(samples, end, hold):
    """What was measured when: (from, to, value), in order, without overlap, between 0 and the end."""
    result = []
    for index, (at, value) in enumerate(samples):
        following = samples[index + 1][0] if index + 1 < len(samples) else math.inf
        first, last = max(at, 0.0), min(following, at + hold, end)
        if last > first:
            result.append((first, last, value))
    return result


def zone_seconds(samples, borders, end, hold):
    """Seconds in each zone, and seconds without data."""
    zones = [0.0] * (len(borders) + 1)
    for first, last, value in spans(samples, end, hold):
        zones[sum(value >= border for border in borders)] += last - first
    return zones, end - sum(zones)


def mean(samples, first, last, end, hold):
    """The time-weighted mean between two moments; None where nothing was measured."""
    weight = total = 0.0
    for begin, until, value in spans(samples, end, hold):
        part = min(until, last) - max(begin, first)
        if part > 0:
            weight += part
            total += part * value
    return total / weight if weight else None


def without_edges(samples, period, *, first, last):
    """The samples without the first or the last ones next to a gap: a notification more or less at each."""
    kept = []
    for index, sample in enumerate(samples):
        before = sample[0] - samples[index - 1][0] if index else math.inf
        after = samples[index + 1][0] - sample[0] if index + 1 < len(samples) else math.inf
        if not (first and before > 2 * period) and not (last and after > 2 * period):
            kept.append(sample)
    return kept


def mean_range(samples, first, last, end, hold, period):
    """The lowest and the highest mean that one notification more or less could give; None where none could.

    That is each delivered up to one period late, and the ones next to a gap delivered or not.
    """
    means = []
    for edges in itertools.product((False, True), repeat=2):
        delivered = without_edges(samples, period, first=edges[0], last=edges[1])
        for step in range(11):
            late = [(at + period * step / 10, value) for at, value in delivered]
            value = mean(late, first, last, end, hold)
            if value is not None:
                means.append(value)
    return (min(means), max(means)) if means else None
