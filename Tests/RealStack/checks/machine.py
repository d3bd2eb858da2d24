"""Boots the virtual machine once, on first need, and hands out what it left in the exchange directory."""

import functools
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent.parent
PROJECT = HERE.parent.parent
# A whole run takes some four minutes on two slow cores.
DEADLINE_SECONDS = 540

_exchange = None


class Evidence:
    """The exchange directory after the machine has powered off."""

    def __init__(self, directory):
        self.directory = directory
        self.outcome = json.loads(self.text("outcome.json")) if self.path("outcome.json").exists() else {}

    def path(self, name):
        return self.directory / name

    def text(self, name):
        return self.path(name).read_text(encoding="utf-8", errors="replace")

    def json(self, name):
        return json.loads(self.text(name))

    def status(self, name):
        """The exit status of a command, as text; what the command said on standard error where it is not 0."""
        if not self.path(f"{name}.status").exists():
            return "was not run"
        status = self.text(f"{name}.status").strip()
        if status == "0" or not self.path(f"{name}.stderr").exists():
            return status
        return f"{status}: {self.text(f'{name}.stderr').strip()}"

    def properties(self, name):
        return dict(line.split("=", 1) for line in self.text(f"{name}.properties").splitlines() if "=" in line)

    def truth(self):
        return [json.loads(line) for line in self.text("truth.jsonl").splitlines()]

    def workouts(self, name):
        """The finished workouts that a scenario left, in order of their names."""
        return [json.loads(path.read_text()) for path in sorted(self.path(f"{name}-workouts").glob("*.json"))]

    def files(self, name):
        """The same files as they were in the state directory: name, uid, mode, size."""
        return [json.loads(line) for line in self.text(f"{name}-workouts/files.jsonl").splitlines()]

    def require(self, case, scenario):
        case.assertEqual(self.outcome.get(scenario, "did not run"), "done", f"scenario {scenario}")


def _skip_or_fail(reason):
    if os.environ.get("CI") == "true":
        raise AssertionError(f"in CI the real stack must be there: {reason}")
    raise unittest.SkipTest(f"the tests on a real BlueZ did not run: {reason}")


@functools.cache
def _prepared():
    """What to boot, or the reason why nothing can be."""
    made = subprocess.run([HERE / "prepare"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    print(made.stderr, end="", flush=True)
    reason = (made.stderr.strip().splitlines() or ["prepare said nothing"])[-1]
    if made.returncode == 3:
        return None, reason
    if made.returncode != 0:
        raise AssertionError(f"prepare failed with status {made.returncode}: {reason}")
    return dict(line.split("=", 1) for line in made.stdout.splitlines()), None


def _boot(paths):
    global _exchange
    pulsewatt = pathlib.Path(os.environ.get("PULSEWATT") or PROJECT / ".build/debug/pulsewatt").absolute()
    if not os.access(pulsewatt, os.X_OK):
        raise AssertionError(f"there is no command to test at {pulsewatt}; build it or set PULSEWATT")
    _exchange = pathlib.Path(tempfile.mkdtemp(prefix="pulsewatt-real-stack-", dir=os.environ.get("REAL_STACK_RESULTS")))
    # What `make install` leaves, with the command under test in place of the release build.
    install = subprocess.run(
        ["make", "--no-print-directory", "-C", PROJECT, "install", f"RELEASE={pulsewatt}", f"DESTDIR={_exchange}/install"],
        capture_output=True,
        text=True,
        check=False,
    )
    if install.returncode != 0:
        raise AssertionError(f"make install failed:\n{install.stdout}{install.stderr}")
    (_exchange / "environment").write_text(f"REAL_STACK_GUEST={HERE}/guest\nREAL_STACK_PYTHON={paths['PYTHON']}\n")
    print(f"booting the virtual machine; what it leaves goes to {_exchange}", flush=True)
    started = time.monotonic()
    status = subprocess.run(
        [HERE / "boot", paths["KERNEL"], paths["INITRAMFS"], _exchange, str(DEADLINE_SECONDS)], check=False
    ).returncode
    print(f"the virtual machine ran for {time.monotonic() - started:.0f} s", flush=True)
    evidence = Evidence(_exchange)
    if status != 0:
        raise AssertionError(f"the virtual machine ended with status {status}")
    if not evidence.outcome:
        raise AssertionError("the virtual machine ended before the scenarios did")
    return evidence


@functools.cache
def _evidence_or_failure():
    """One boot for all checks, whether it goes well or not."""
    try:
        paths, reason = _prepared()
        return (None, None, reason) if paths is None else (_boot(paths), None, None)
    except AssertionError as failure:
        return None, str(failure), None


def evidence():
    """What the machine left; boots it on the first call. Skips where no machine can be had, and fails then in CI."""
    result, failure, reason = _evidence_or_failure()
    if reason is not None:
        _skip_or_fail(reason)
    if failure is not None:
        raise AssertionError(failure)
    return result


def show_logs():
    """Prints the ends of the logs, so that a failure in a far-away CI can be understood."""
    if _exchange is None:
        return
    for name, lines in (
        ("console.log", 60), ("qemu.log", 20), ("sensors.log", 30), ("serve.log", 40), ("journal.stdout", 80),
    ):  # fmt: skip
        path = _exchange / name
        if path.exists() and path.stat().st_size:
            print(f"\n---- the end of {path}")
            print("\n".join(path.read_text(errors="replace").splitlines()[-lines:]))


def remove():
    """Removes what the machine left, unless somebody asked for it by name."""
    if _exchange is not None and not os.environ.get("REAL_STACK_RESULTS"):
        shutil.rmtree(_exchange, ignore_errors=True)
