"""Runs the checks and closes with one line that says how many passed and failed."""

import sys
import unittest

from checks import machine

SERVICE_FILES = ["checks.test_truth", "checks.test_workout_checks", "checks.test_service_files"]
REAL_STACK = [
    "checks.test_scan_and_pair", "checks.test_record", "checks.test_btmon", "checks.test_serve", "checks.test_clock",
    "checks.test_unit", "checks.test_crash", "checks.test_schema",
]  # fmt: skip


def main(arguments):
    if arguments not in ([], ["--service-files"]):
        print("usage: Tests/RealStack/run [--service-files]", file=sys.stderr)
        return 2
    modules = SERVICE_FILES if arguments else SERVICE_FILES + REAL_STACK
    suite = unittest.defaultTestLoader.loadTestsFromNames(modules)
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(suite)
    failed = len({id(test) for test, _ in result.failures + result.errors})  # a test may have both
    if failed:
        machine.show_logs()
    else:
        machine.remove()
    for reason in sorted({reason for _, reason in result.skipped}):
        print(f"\nSKIPPED: {reason}")
    skipped = len(result.skipped)
    passed = result.testsRun - failed - skipped
    print(f"\n{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed or not passed else 0


sys.exit(main(sys.argv[1:]))
