"""What holds for every workout that was recorded from the virtual sensors."""

import unittest

from checks import truth
from guest.scripts import METER, STRAP

# The article's borders, which hold where the rider has told neither age nor resting rate.
BORDERS = [91, 114, 136, 158]
# A file's times are rounded to the millisecond.
MILLISECOND = 0.001
# What one notification more or less can do, and the time that one needs to arrive on a slow emulated machine.
ONE_HEART_RATE = STRAP["period_s"] + 0.25


class WorkoutChecks(unittest.TestCase):
    """Assertions that compare a workout with the truth, within one notification."""

    def heart_rates(self, log, workout):
        return [(entry["t"], entry["bpm"]) for entry in truth.sent(log, STRAP, workout)]

    def powers(self, log, workout):
        return [(entry["t"], entry["watts"]) for entry in truth.sent(log, METER, workout)]

    def assert_identity(self, workout):
        self.assertEqual((workout["format"], workout["version"]), ("pulsewatt.workout", 1))
        self.assertEqual(workout["rider"], "Ada")
        self.assertEqual(workout["activity_type"], "cycling")
        sensors = {sensor["address"]: sensor for sensor in workout["sensors"]}
        self.assertEqual(set(sensors), {STRAP["address"], METER["address"]})
        for details in (STRAP, METER):
            for key in ("name", "battery_percent", "manufacturer", "model", "serial", "firmware"):
                self.assertEqual(sensors[details["address"]][key], details[key], key)
        self.assertEqual(sensors[STRAP["address"]]["body_location"], "chest")
        self.assertEqual(sensors[STRAP["address"]]["provides"], ["heart_rate"])
        self.assertIn("cycling_power", sensors[METER["address"]]["provides"])

    def assert_zone_seconds(self, log, workout):
        group = workout["zone_groups"]["heart_rate"]
        self.assertEqual(group["configuration"]["source"], "app")
        self.assertEqual(
            [(zone["minimum"], zone["maximum"]) for zone in group["configuration"]["zones"]],
            list(zip([None, *BORDERS], [*BORDERS, None])),
        )
        self.assertNotIn("cycling_power", workout["zone_groups"], "without FTP there are no power zones")
        seconds = [zone["duration_s"] for zone in group["zone_durations"]]
        self.assertAlmostEqual(sum(seconds) + group["no_data_s"], workout["duration"]["active_s"], delta=MILLISECOND / 2)
        expected, no_data = truth.zone_seconds(
            self.heart_rates(log, workout), BORDERS, workout["duration"]["elapsed_s"], truth.HEART_RATE_HOLD
        )
        for index, (got, wanted) in enumerate(zip(seconds, expected, strict=True)):
            self.assertAlmostEqual(got, wanted, delta=ONE_HEART_RATE, msg=f"zone {index}")
        self.assertAlmostEqual(group["no_data_s"], no_data, delta=ONE_HEART_RATE, msg="no data")
        return no_data

    def assert_series(self, log, workout):
        """Each second of each series is a mean that the notifications, up to one late, can give; null where none can."""
        end = workout["duration"]["elapsed_s"]
        for key, samples, hold, period in (
            ("heart_rate", self.heart_rates(log, workout), truth.HEART_RATE_HOLD, STRAP["period_s"]),
            ("cycling_power", self.powers(log, workout), truth.POWER_HOLD, METER["period_s"]),
        ):
            series = workout["series"][key]
            self.assertEqual(len(series), len(workout["series"]["t_s"]), key)
            self.assertGreater(len(samples), 10, key)
            for second, got in zip(workout["series"]["t_s"], series):
                wanted = truth.mean_range(samples, second, min(second + 1, end), end, hold, period)
                # At the border of no data one delivery more or less decides between a value and none.
                edge = truth.mean(samples, second + period, second + 1 - period, end, hold) is None
                if got is None:
                    self.assertTrue(wanted is None or edge, f"{key} at {second} s is missing, and {wanted} was sent")
                elif wanted is None:
                    self.fail(f"{key} at {second} s is {got}, and nothing was sent")
                else:
                    self.assertTrue(
                        wanted[0] - 0.51 <= got <= wanted[1] + 0.51, f"{key} at {second} s is {got}, and {wanted} was sent"
                    )

    def assert_statistics(self, log, workout):
        end = workout["duration"]["elapsed_s"]
        for key, samples, hold, period in (
            ("heart_rate", self.heart_rates(log, workout), truth.HEART_RATE_HOLD, STRAP["period_s"]),
            ("cycling_power", self.powers(log, workout), truth.POWER_HOLD, METER["period_s"]),
        ):
            statistics = workout["statistics"][key]
            low, high = truth.mean_range(samples, 0, end, end, hold, period)
            self.assertTrue(low - 0.51 <= statistics["average"] <= high + 0.51, f"{key}: {statistics}, {low}...{high}")
            # The first and the last that were sent may not have arrived in time.
            values = [value for _, value in samples]
            for name, pick in (("minimum", min), ("maximum", max)):
                allowed = {pick(values), pick(values[1:]), pick(values[:-1]), pick(values[1:-1])}
                self.assertIn(statistics[name], allowed, f"{key} {name}")

    def assert_beats(self, log, workout, gaps=0):
        """The intervals are those that were sent, in order, none doubled, changed or moved.

        Where the link was never lost none is missing between the first and the last. A notification at each end and
        at each loss of the link may be, and with it three intervals at 158 bpm.
        """
        sent = [
            interval * 1000 / 1024 for entry in truth.sent(log, STRAP, workout) for interval in entry["rr_1024"]
        ]
        got = workout["rr_intervals"]["ms"]
        times = workout["rr_intervals"]["t_s"]
        self.assertEqual(len(got), len(times))
        missing = len(sent) - len(got)
        self.assertTrue(0 <= missing <= 6 + 3 * gaps, f"{len(sent)} intervals were sent and {len(got)} are in the file")
        pauses = 0
        following = None  # the index in `sent` after the interval that was found last
        for index, interval in enumerate(got):
            first, last = (0, 3) if following is None else (following, following + 3 * (gaps > 0))
            found = [at for at in range(first, min(last + 1, len(sent))) if abs(sent[at] - interval) <= 0.51]
            self.assertNotEqual(found, [], f"interval {index}, {interval} ms, is not the next of {sent[first:last + 1]}")
            following = found[0] + 1
            if index and abs(times[index] - times[index - 1] - interval / 1000) > 0.002:
                pauses += 1
        self.assertEqual(pauses, gaps, "the beats are one chain, but for the gaps")
