"""`pulsewatt record`: what lands on disk is what the sensors sent."""

from checks import machine, truth
from checks.workout_checks import BORDERS, WorkoutChecks


class RecordTests(WorkoutChecks):
    def setUp(self):
        self.evidence = machine.evidence()
        self.evidence.require(self, "pair_and_record")
        self.assertEqual(self.evidence.status("record"), "0")
        self.workout = self.evidence.json("record.json")
        self.log = self.evidence.truth()

    def test_it_is_the_rider_s_workout_with_both_sensors(self):
        self.assert_identity(self.workout)
        self.assertEqual(self.workout["duration"]["paused_s"], 0)
        self.assertAlmostEqual(self.workout["duration"]["elapsed_s"], 24, delta=1)

    def test_each_zone_has_the_seconds_that_were_sent(self):
        self.assert_zone_seconds(self.log, self.workout)
        # The script has something for each zone, else this would show little.
        zones, _ = truth.zone_seconds(
            self.heart_rates(self.log, self.workout),
            BORDERS,
            self.workout["duration"]["elapsed_s"],
            truth.HEART_RATE_HOLD,
        )
        self.assertTrue(all(seconds > 1.5 for seconds in zones), zones)

    def test_each_second_is_what_was_sent(self):
        self.assert_series(self.log, self.workout)

    def test_averages_and_extremes_are_those_of_what_was_sent(self):
        self.assert_statistics(self.log, self.workout)
        self.assertAlmostEqual(self.workout["statistics"]["cycling_cadence"]["average"], 90, delta=3)

    def test_each_beat_is_there_once(self):
        self.assert_beats(self.log, self.workout)

    def test_the_summary_names_the_file(self):
        self.assertIn("/run/exchange/record.json", self.evidence.text("record.stdout"))

    def test_the_history_has_the_same_workout(self):
        self.assertEqual(self.evidence.workouts("record"), [self.workout])
