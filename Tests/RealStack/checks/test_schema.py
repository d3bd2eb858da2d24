"""Every file that the machine left keeps to the published schema, says a validator that is not ours."""

import os
import pathlib
import subprocess
import unittest

from checks import machine


class SchemaTests(unittest.TestCase):
    def test_every_workout_is_valid(self):
        evidence = machine.evidence()
        files = [evidence.path("record.json"), evidence.path("clock.json"), *evidence.directory.glob("*-workouts/*.json")]
        self.assertEqual(len(files), 7)
        subprocess.run([machine.PROJECT / "scripts/python-tools"], check=True)
        cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
        validated = subprocess.run(
            [
                cache / "pulsewatt/python-tools/bin/check-jsonschema",
                "--schemafile",
                machine.PROJECT / "docs/workout.schema.json",
                *files,
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        self.assertEqual(validated.returncode, 0, validated.stdout)
