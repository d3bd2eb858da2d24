"""`pulsewatt serve` as a process: the strap goes out of range and comes back in one workout."""

from checks import machine, truth
from checks.workout_checks import WorkoutChecks
from guest.scripts import METER, STRAP


class ServeTests(WorkoutChecks):
    def setUp(self):
        self.evidence = machine.evidence()
        self.evidence.require(self, "drop_and_return")
        self.log = self.evidence.truth()
        workouts = self.evidence.workouts("serve")
        self.assertEqual(len(workouts), 1, "one workout, and no second one for the strap's return")
        self.workout = workouts[0]

    def test_the_workout_starts_and_ends_by_itself_with_the_readings(self):
        self.assertEqual(self.evidence.text("serve.status").strip(), "0")
        self.assert_identity(self.workout)
        ends = [entry["t"] for sensor in (STRAP, METER) for entry in truth.sent(self.log, sensor, self.workout)]
        self.assertAlmostEqual(self.workout["duration"]["elapsed_s"], max(ends), delta=0.5)
        starts = [entry for entry in ends if entry >= -1.0]
        self.assertAlmostEqual(min(starts), 0, delta=0.5)

    def test_the_strap_s_absence_is_no_data(self):
        no_data = self.assert_zone_seconds(self.log, self.workout)
        self.assertGreater(no_data, 2, "the strap was away for longer than the hold limit")
        self.assertIn(None, self.workout["series"]["heart_rate"])
        self.assert_series(self.log, self.workout)

    def test_each_beat_before_and_after_is_there_once(self):
        self.assert_beats(self.log, self.workout, gaps=1)

    def test_the_meter_goes_on_meanwhile(self):
        (out,) = truth.events(self.log, STRAP, "out", self.workout)
        (back,) = truth.events(self.log, STRAP, "in", self.workout)
        powers = self.workout["series"]["cycling_power"][int(out) : int(back)]
        self.assertGreater(len(powers), 10)
        self.assertNotIn(None, powers)

    def test_loss_and_return_are_events(self):
        (out,) = truth.events(self.log, STRAP, "out", self.workout)
        (back,) = truth.events(self.log, STRAP, "in", self.workout)
        first_after = min(entry["t"] for entry in truth.sent(self.log, STRAP, self.workout) if entry["t"] > back)
        times = {event["type"]: event["t_s"] for event in self.workout["events"]}
        self.assertEqual([event["type"] for event in self.workout["events"]], ["sensor_lost", "sensor_back"])
        self.assertTrue(out - 0.1 <= times["sensor_lost"] <= out + truth.HEART_RATE_HOLD + 1, (out, times))
        self.assertTrue(back <= times["sensor_back"] <= first_after + 1, (back, first_after, times))
