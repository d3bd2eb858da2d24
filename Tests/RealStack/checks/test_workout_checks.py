"""The checks themselves: they accept a workout that says what was sent, and refuse each way of saying something else."""

import copy
import datetime

from checks import truth
from checks.workout_checks import BORDERS, WorkoutChecks
from guest import scripts

START = datetime.datetime(2026, 11, 30, 6, 0, tzinfo=datetime.timezone.utc)
END = 24.0


def log_entries(sensor, script, absent=()):
    for index, (_, meaning) in zip(range(int(END / sensor["period_s"])), scripts.SCRIPTS[script]()):
        at = index * sensor["period_s"] + 0.2
        if not any(first <= at < last for first, last in absent):
            yield {"sensor": sensor["address"], "uuid": "x", "realtime": START.timestamp() + at, **meaning}


def workout_of(log):
    """What an exact recorder would write, with 40 ms from sensor to recorder."""
    workout = {"start": START.isoformat(), "duration": {"elapsed_s": END, "active_s": END}, "statistics": {}}
    seconds = [float(second) for second in range(int(END))]
    workout["series"] = {"t_s": seconds}
    for key, sensor, meaning, hold in (
        ("heart_rate", scripts.STRAP, "bpm", truth.HEART_RATE_HOLD),
        ("cycling_power", scripts.METER, "watts", truth.POWER_HOLD),
    ):
        samples = [(entry["t"] + 0.04, entry[meaning]) for entry in truth.sent(log, sensor, workout)]
        values = [value for _, value in samples]
        workout["series"][key] = [truth.mean(samples, second, second + 1, END, hold) for second in seconds]
        workout["statistics"][key] = {
            "average": truth.mean(samples, 0, END, END, hold), "minimum": min(values), "maximum": max(values),
        }  # fmt: skip
        if key == "heart_rate":
            zones, no_data = truth.zone_seconds(samples, BORDERS, END, hold)
    edges = [None, *BORDERS, None]
    workout["zone_groups"] = {
        "heart_rate": {
            "configuration": {
                "source": "app",
                "zones": [{"minimum": low, "maximum": high} for low, high in zip(edges, edges[1:])],
            },
            "zone_durations": [{"duration_s": seconds} for seconds in zones],
            "no_data_s": no_data,
        }
    }
    intervals = [rr * 1000 / 1024 for entry in truth.sent(log, scripts.STRAP, workout) for rr in entry["rr_1024"]]
    times = [0.2 + sum(intervals[: index + 1]) / 1000 for index in range(len(intervals))]
    workout["rr_intervals"] = {"t_s": times, "ms": intervals}
    return workout


class WorkoutChecksTests(WorkoutChecks):
    def setUp(self):
        self.log = [
            *log_entries(scripts.STRAP, "ride-heart-rate"),
            *log_entries(scripts.METER, "ride-power", absent=[(6.0, 14.0)]),
        ]
        self.workout = workout_of(self.log)

    def assert_refused(self, check, workout):
        with self.assertRaises(AssertionError):
            check(self.log, workout)

    def changed(self):
        return copy.deepcopy(self.workout)

    def test_what_was_sent_is_accepted(self):
        self.assert_zone_seconds(self.log, self.workout)
        self.assert_series(self.log, self.workout)
        self.assert_statistics(self.log, self.workout)
        self.assert_beats(self.log, self.workout)

    def test_the_first_notification_may_be_missing_and_its_beat_with_it(self):
        late = workout_of(self.log[1:])
        self.assert_zone_seconds(self.log, late)
        self.assert_series(self.log, late)
        self.assert_beats(self.log, late)

    def test_seconds_in_another_zone_are_refused(self):
        moved = self.changed()
        durations = moved["zone_groups"]["heart_rate"]["zone_durations"]
        durations[1]["duration_s"] += 1.5
        durations[2]["duration_s"] -= 1.5
        self.assert_refused(self.assert_zone_seconds, moved)

    def test_a_sum_that_is_off_by_a_millisecond_is_refused(self):
        off = self.changed()
        off["zone_groups"]["heart_rate"]["no_data_s"] += 0.001
        self.assert_refused(self.assert_zone_seconds, off)

    def test_a_border_that_belongs_below_is_refused(self):
        below = self.changed()
        samples = [(at, bpm - 0.5) for at, bpm in self.heart_rates(self.log, below)]
        zones, _ = truth.zone_seconds(samples, BORDERS, END, truth.HEART_RATE_HOLD)
        for zone, seconds in zip(below["zone_groups"]["heart_rate"]["zone_durations"], zones):
            zone["duration_s"] = seconds
        self.assert_refused(self.assert_zone_seconds, below)

    def test_a_series_that_is_late_or_filled_where_nothing_was_sent_is_refused(self):
        late = self.changed()
        late["series"]["heart_rate"] = [None, None, *late["series"]["heart_rate"][:-2]]
        self.assert_refused(self.assert_series, late)
        filled = self.changed()
        self.assertIsNone(filled["series"]["cycling_power"][12])
        filled["series"]["cycling_power"][12] = 0
        self.assert_refused(self.assert_series, filled)

    def test_a_lost_a_doubled_and_a_changed_beat_are_refused(self):
        for change in (lambda ms: ms.pop(10), lambda ms: ms.insert(10, ms[10]), lambda ms: ms.__setitem__(10, ms[10] + 1)):
            changed = self.changed()
            change(changed["rr_intervals"]["ms"])
            times = [sum(changed["rr_intervals"]["ms"][: index + 1]) / 1000 for index in range(len(changed["rr_intervals"]["ms"]))]
            changed["rr_intervals"]["t_s"] = times
            self.assert_refused(self.assert_beats, changed)

    def test_a_wrong_average_and_a_wrong_extreme_are_refused(self):
        for name, change in (("average", 12), ("minimum", 3), ("maximum", 6)):
            changed = self.changed()
            changed["statistics"]["cycling_power"][name] += change
            self.assert_refused(self.assert_statistics, changed)
