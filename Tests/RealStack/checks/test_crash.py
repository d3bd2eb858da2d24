"""The unit is killed in a workout: it goes on with it, and what comes of it is kept everywhere and exported."""

import unittest

from checks import machine
from checks.workout_checks import WorkoutChecks


class CrashTests(WorkoutChecks):
    def setUp(self):
        self.evidence = machine.evidence()
        self.evidence.require(self, "crash")
        workouts = self.evidence.workouts("crash")
        self.assertEqual(len(workouts), 1, "one workout, before the crash and after it")
        self.workout = workouts[0]
        self.log = self.evidence.truth()

    def test_the_process_was_another_one_afterwards(self):
        before, after = self.evidence.properties("before-crash"), self.evidence.properties("after-crash")
        self.assertNotEqual(before["MainPID"], after["MainPID"])
        self.assertIn("went on with the interrupted workout of Ada", self.evidence.text("journal.stdout"))

    def test_the_workout_says_so_and_has_what_was_sent(self):
        self.assert_identity(self.workout)
        self.assertEqual([event["type"] for event in self.workout["events"]].count("recovered"), 1)
        self.assert_zone_seconds(self.log, self.workout)

    def test_nothing_is_left_to_recover(self):
        recordings = self.evidence.json("recordings.stdout")
        self.assertGreaterEqual(len(recordings), 4)
        self.assertEqual({recording["state"] for recording in recordings}, {"finished"})

    def test_the_health_database_has_every_workout(self):
        listed = {workout["id"] for workout in self.evidence.json("workouts-list.stdout")}
        self.assertIn(self.workout["id"], listed)
        for name in ("serve", "unit"):
            self.assertIn(self.evidence.workouts(name)[0]["id"], listed, name)


class ExportTests(unittest.TestCase):
    def setUp(self):
        self.evidence = machine.evidence()
        self.evidence.require(self, "crash")

    def test_a_failed_export_is_seen_and_waits(self):
        (job,) = self.evidence.json("exports-failed.stdout")
        self.assertEqual((job["state"], job["attempts"], job["rider"]), ("waiting", 1, "Ada"))
        self.assertEqual(job["failure"], "the command ended with exit status 6: no network")
        self.assertIsNotNone(job["next_attempt"])

    def test_a_retry_reaches_the_unit_and_the_files_arrive(self):
        (job,) = self.evidence.json("exports-done.stdout")
        self.assertEqual((job["state"], job["failure"]), ("done", None))
        arrived = {path.suffix: path for path in self.evidence.path("exported").iterdir()}
        self.assertEqual(set(arrived), {".json", ".fit"})
        (kept,) = self.evidence.path("crash-workouts").glob("*.json")
        self.assertEqual(arrived[".json"].read_bytes(), kept.read_bytes())
        self.assertEqual(arrived[".fit"].read_bytes()[8:12], b".FIT")

    def test_the_table_for_people_says_it(self):
        self.assertIn("done", self.evidence.text("exports-table.stdout"))
