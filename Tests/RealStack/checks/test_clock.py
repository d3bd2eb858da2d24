"""Somebody sets the wall clock while `pulsewatt record` runs: nothing of the workout moves."""

from checks import machine
from checks.workout_checks import WorkoutChecks


class ClockTests(WorkoutChecks):
    def setUp(self):
        self.evidence = machine.evidence()
        self.evidence.require(self, "clock_steps")
        self.assertEqual(self.evidence.status("clock"), "0")
        self.workout = self.evidence.json("clock.json")
        log = self.evidence.truth()
        # The wall time that the sensors would have had, had nobody set the clock: their boot time is not touched.
        offset = log[0]["realtime"] - log[0]["boottime"]
        self.log = [entry | {"realtime": entry["boottime"] + offset} for entry in log]

    def test_the_clock_was_really_set(self):
        for step in ("clock-ahead", "clock-back", "clock-right"):
            self.assertEqual(self.evidence.status(step), "0", step)
        offsets = {round((entry["realtime"] - entry["boottime"]) / 600) for entry in self.evidence.truth()}
        self.assertGreaterEqual(len(offsets), 3)

    def test_the_duration_is_that_of_the_boot_clock(self):
        self.assert_identity(self.workout)
        self.assertEqual(self.workout["duration"]["paused_s"], 0)
        self.assertAlmostEqual(self.workout["duration"]["elapsed_s"], 24, delta=1)

    def test_each_step_is_an_event_and_nothing_else_happened(self):
        steps = [event["t_s"] for event in self.workout["events"]]
        self.assertEqual([event["type"] for event in self.workout["events"]], ["clock_step", "clock_step"])
        self.assertTrue(5 <= steps[0] <= 12 and 5 <= steps[1] - steps[0] <= 9, steps)

    def test_zones_series_figures_and_beats_are_those_of_what_was_sent(self):
        self.assert_zone_seconds(self.log, self.workout)
        self.assert_series(self.log, self.workout)
        self.assert_statistics(self.log, self.workout)
        self.assert_beats(self.log, self.workout)
