"""What Debian's Bluetooth monitor saw, made into a workout: the same that `record` made of it."""

import json
import os
import pathlib
import subprocess

from checks import machine
from checks.workout_checks import WorkoutChecks


class BluetoothCaptureTests(WorkoutChecks):
    def setUp(self):
        self.evidence = machine.evidence()
        self.evidence.require(self, "pair_and_record")
        pulsewatt = pathlib.Path(os.environ.get("PULSEWATT") or machine.PROJECT / ".build/debug/pulsewatt")
        replayed = subprocess.run(
            [pulsewatt, "replay", self.evidence.path("btmon.snoop"), "--time-zone", "UTC"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        self.assertEqual((replayed.returncode, replayed.stderr), (0, ""))
        self.workout = json.loads(replayed.stdout)
        self.log = self.evidence.truth()

    def test_it_is_when_the_sensors_sent(self):
        recorded = self.evidence.json("record.json")
        self.assertGreaterEqual(
            self.workout["duration"]["elapsed_s"], recorded["duration"]["elapsed_s"] - 1
        )

    def test_zones_figures_and_beats_are_those_of_what_was_sent(self):
        # Not each second: the monitor runs beside the emulated processor, and has its times late now and then.
        self.assert_zone_seconds(self.log, self.workout)
        self.assert_statistics(self.log, self.workout)
        self.assert_beats(self.log, self.workout)
