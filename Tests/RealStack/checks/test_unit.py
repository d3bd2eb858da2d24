"""The installed unit under systemd as PID 1, with bluetoothd restarted and the adapter off and out meanwhile."""

import datetime
import re
import unittest

from checks import machine
from checks.workout_checks import WorkoutChecks
from guest.scripts import METER, STRAP


class ServiceTests(unittest.TestCase):
    def setUp(self):
        self.evidence = machine.evidence()

    def test_a_controller_that_appears_starts_it(self):
        # Nothing enables it in the guest: only the udev rule can have started it.
        self.evidence.require(self, "controller_appears")
        unit = self.evidence.properties("started")
        self.assertEqual((unit["ActiveState"], unit["SubState"]), ("active", "running"))
        self.assertEqual(unit["UnitFileState"], "disabled")

    def test_it_runs_as_its_own_user_and_is_little_exposed(self):
        self.evidence.require(self, "controller_appears")
        unit = self.evidence.properties("started")
        self.assertEqual((unit["Type"], unit["User"], unit["Group"]), ("notify", "pulsewatt", "pulsewatt"))
        process = self.evidence.text("started.process")
        (user,) = re.findall(r"^Uid:\t(\d+)", process, re.MULTILINE)
        self.assertNotEqual(user, "0")
        self.assertIn("\nCapEff:\t0000000000000000\n", process)
        (level,) = re.findall(r"Overall exposure level for pulsewatt.service: ([\d.]+)", self.evidence.text("exposure.stdout"))
        self.assertLessEqual(float(level), 2.0)

    def test_systemd_starts_it_again_after_a_crash(self):
        self.evidence.require(self, "controller_appears")
        unit = self.evidence.properties("restarted")
        self.assertEqual((unit["ActiveState"], unit["NRestarts"]), ("active", "1"))

    def test_it_stops_cleanly_when_it_has_nothing_to_do(self):
        self.evidence.require(self, "pair_and_record")
        self.assert_stopped_cleanly("stopped-idle")

    def test_it_feeds_its_watchdog_and_stops_cleanly_in_a_workout(self):
        self.evidence.require(self, "interruptions")
        before, after = self.evidence.properties("before"), self.evidence.properties("after")
        self.assertEqual(after["ActiveState"], "active")
        self.assertEqual((after["MainPID"], after["NRestarts"]), (before["MainPID"], "0"))
        self.assertEqual(after["WatchdogUSec"], "30s")
        self.assertGreater(int(after["WatchdogTimestampMonotonic"]), int(before["WatchdogTimestampMonotonic"]))
        self.assert_stopped_cleanly("stopped")

    def assert_stopped_cleanly(self, name):
        unit = self.evidence.properties(name)
        self.assertEqual((unit["ActiveState"], unit["Result"]), ("inactive", "success"))
        self.assertEqual((unit["ExecMainCode"], unit["ExecMainStatus"]), ("1", "0"), "it exited, with status 0")

    def test_its_hardening_takes_nothing_that_it_needs(self):
        journal = self.evidence.text("journal.stdout")
        self.assertNotRegex(journal, r"pulsewatt\[\d+\]: .*(errno=|Operation not permitted|Permission denied)")
        self.assertNotRegex(journal, r"seccomp|audit: .*pulsewatt")

    def test_the_bus_refused_nothing(self):
        refused = [
            line
            for line in self.evidence.text("journal.stdout").splitlines()
            if "Rejected send message" in line and "pulsewatt" in line
        ]
        self.assertEqual(refused, [])


class InterruptedWorkoutTests(WorkoutChecks):
    def setUp(self):
        self.evidence = machine.evidence()
        self.evidence.require(self, "interruptions")
        self.log = self.evidence.truth()
        workouts = self.evidence.workouts("unit")
        self.assertEqual(len(workouts), 1, "one workout through all interruptions")
        self.workout = workouts[0]

    def test_it_is_one_workout_of_both_sensors(self):
        self.assert_identity(self.workout)

    def test_what_was_sent_is_there_and_the_gaps_are_no_data(self):
        no_data = self.assert_zone_seconds(self.log, self.workout)
        self.assertGreater(no_data, 1, "bluetoothd was away for longer than the hold limit")
        self.assertIn(None, self.workout["series"]["heart_rate"])
        self.assertIn(None, self.workout["series"]["cycling_power"])
        self.assert_series(self.log, self.workout)

    def test_each_interruption_is_a_loss_and_a_return_of_each_sensor(self):
        for details in (STRAP, METER):
            happened = [event["type"] for event in self.workout["events"] if event["sensor"] == details["address"]]
            self.assertEqual(happened, ["sensor_lost", "sensor_back"] * 3, details["name"])

    def test_when_the_sensors_were_last_seen_is_remembered(self):
        end = datetime.datetime.fromisoformat(self.workout["end"])
        for sensor in self.evidence.json("sensors-after.stdout"):
            last_seen = datetime.datetime.fromisoformat(sensor["last_seen"])
            self.assertLess(abs((end - last_seen).total_seconds()), 60, sensor)

    def test_the_file_is_the_service_user_s_and_nobody_else_can_read_it(self):
        (entry,) = self.evidence.files("unit")
        self.assertNotEqual(entry["uid"], 0)
        self.assertEqual(entry["mode"] & 0o007, 0, oct(entry["mode"]))
