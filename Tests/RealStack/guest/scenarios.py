"""What happens inside the virtual machine: Pulsewatt is run, sensors come and go, bluetoothd and the adapter too.

Nothing is judged here. What the commands printed, the files that they wrote, what the sensors really sent and what
the journal says go to the exchange directory, and the checks on the host judge that.
"""

import contextlib
import json
import os
import pathlib
import select
import shutil
import signal
import subprocess
import sys
import time
import traceback

import scripts

EXCHANGE = pathlib.Path("/run/exchange")
STATE = pathlib.Path("/var/lib/pulsewatt")
TRUTH = EXCHANGE / "truth.jsonl"
PULSEWATT = "/usr/local/bin/pulsewatt"
UNIT = "pulsewatt.service"


class GaveUp(Exception):
    """Something did not happen in time. The scenario ends; the next one goes on."""


def say(text):
    print(f"{time.clock_gettime(time.CLOCK_BOOTTIME):7.2f} {text}", flush=True)


def wait_for(what, condition, seconds):
    deadline = time.monotonic() + seconds
    while not (result := condition()):
        if time.monotonic() > deadline:
            raise GaveUp(f"not within {seconds} s: {what}")
        time.sleep(0.1)
    return result


class Sensors:
    """The process behind /dev/vhci, spoken to by lines."""

    def __init__(self):
        self.process = subprocess.Popen(
            [os.environ["REAL_STACK_PYTHON"], "-B", str(pathlib.Path(__file__).with_name("sensors.py")), str(TRUTH)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=open(EXCHANGE / "sensors.log", "wb"),
        )
        self.answer("start", 60)

    def answer(self, line, seconds):
        ready, _, _ = select.select([self.process.stdout], [], [], seconds)
        got = self.process.stdout.readline().decode().strip() if ready else ""
        if got != f"done: {line}":
            raise GaveUp(f"the sensors did not answer to {line!r} (but {got!r}); see sensors.log")

    def tell(self, line):
        say(f"sensors: {line}")
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()
        self.answer(line, 10)


def notifications(address):
    """How many notifications of a sensor reached a subscriber so far."""
    lines = TRUTH.read_text(encoding="utf-8").splitlines()
    return sum(f'"{address}", "uuid"' in line for line in lines)


def wait_for_notifications(*sensors, seconds):
    """Waits until each of these sensors has sent something from now on."""
    before = {sensor["address"]: notifications(sensor["address"]) for sensor in sensors}
    wait_for(
        "notifications of " + " and ".join(sensor["name"] for sensor in sensors),
        lambda: all(notifications(address) > count for address, count in before.items()),
        seconds,
    )


def run(name, *arguments, seconds=60):
    """Runs a command to its end and keeps what it printed as NAME.stdout, NAME.stderr and NAME.status."""
    say("run: " + " ".join(arguments))
    with open(EXCHANGE / f"{name}.stdout", "wb") as out, open(EXCHANGE / f"{name}.stderr", "wb") as err:
        try:
            status = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=out, stderr=err, timeout=seconds).returncode
        except subprocess.TimeoutExpired:
            status = "no end"
    (EXCHANGE / f"{name}.status").write_text(f"{status}\n")
    if status != 0:
        say(f"status {status}: " + (EXCHANGE / f"{name}.stderr").read_text(errors="replace").strip())
    return status


def note_unit(name):
    """Keeps the service's properties as NAME.properties."""
    properties = subprocess.run(
        ["systemctl", "show", "--no-pager", UNIT], capture_output=True, text=True, timeout=20, check=False
    ).stdout
    (EXCHANGE / f"{name}.properties").write_text(properties)
    return dict(line.split("=", 1) for line in properties.splitlines() if "=" in line)


def unit_is(state):
    return subprocess.run(["systemctl", "is-active", UNIT], capture_output=True, text=True, check=False).stdout.strip() == state


def take_workouts(name):
    """Moves the finished workouts from the state directory to NAME-workouts."""
    target = EXCHANGE / f"{name}-workouts"
    target.mkdir()
    for file in sorted((STATE / "workouts").glob("*")):
        if file.is_file():
            status = file.stat()
            with open(target / "files.jsonl", "a", encoding="utf-8") as listing:
                entry = {"name": file.name, "uid": status.st_uid, "mode": status.st_mode & 0o7777, "size": status.st_size}
                listing.write(json.dumps(entry) + "\n")
            shutil.copyfile(file, target / file.name)
            file.unlink()


def workouts():
    return list((STATE / "workouts").glob("*.json"))


def controller_appears(sensors):
    """The udev rule starts the service, which has nothing to do as nothing is paired. Then it crashes."""
    wait_for("the service to be active", lambda: unit_is("active"), 60)
    unit = note_unit("started")
    status = pathlib.Path(f"/proc/{unit['MainPID']}/status")
    (EXCHANGE / "started.process").write_text(status.read_text())
    run("exposure", "systemd-analyze", "security", "--no-pager", UNIT, seconds=30)
    run("crash", "systemctl", "kill", "--signal=KILL", UNIT)
    wait_for(
        "the service to be active again",
        lambda: unit_is("active") and note_unit("restarted")["MainPID"] not in ("0", unit["MainPID"]),
        60,
    )


def scan(sensors):
    wait_for(
        "a powered adapter",
        lambda: b"Powered: yes"
        in subprocess.run(["bluetoothctl", "show"], capture_output=True, timeout=20, check=False).stdout,
        30,
    )
    run("scan", PULSEWATT, "scan", "--duration", "6s", "--json")


def pair(sensors):
    """As the README says: pair as root, into the service's own state directory."""
    run("pair-strap", PULSEWATT, "pair", scripts.STRAP["address"], "--rider", "Ada")
    run("pair-meter", PULSEWATT, "pair", scripts.METER["address"], "--rider", "Ada")
    run("sensors-json", PULSEWATT, "sensors", "--json")
    run("sensors", PULSEWATT, "sensors")
    run("pair-unknown", PULSEWATT, "pair", "C0:F1:F2:F3:F4:99", "--duration", "5s")
    (EXCHANGE / "sensors-file.json").write_bytes((STATE / "sensors.json").read_bytes())


@contextlib.contextmanager
def watched_by_btmon():
    """Debian's own Bluetooth monitor keeps what goes between the kernel and the controller, as btmon.snoop."""
    file = pathlib.Path("/run/btmon.snoop")
    btmon = subprocess.Popen(["btmon", "-w", str(file)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        wait_for("btmon to write", lambda: file.exists() and file.stat().st_size > 0, 20)
        yield
    finally:
        btmon.send_signal(signal.SIGINT)
        btmon.wait(20)
        shutil.copyfile(file, EXCHANGE / file.name)


def pair_and_record(sensors):
    """In one capture, so that it holds the discovery of the services and what they sent."""
    with watched_by_btmon():
        pair(sensors)
        record(sensors)


def record(sensors):
    run("stop-idle", "systemctl", "stop", UNIT)
    note_unit("stopped-idle")
    sensors.tell("strap play ride-heart-rate")
    sensors.tell("meter play ride-power")
    run(
        "record", PULSEWATT, "record", "--duration", "24s", "--rider", "Ada",
        "--output", "/run/exchange/record.json",
    )  # fmt: skip
    take_workouts("record")


def drop_and_return(sensors):
    """`serve` as a plain process; the strap goes out of range for longer than the hold limit and comes back."""
    sensors.tell("strap play steady-heart-rate")
    sensors.tell("meter play steady-power")
    say("run: pulsewatt serve --finish-after 8s")
    with open(EXCHANGE / "serve.log", "wb") as log:
        serve = subprocess.Popen(
            [PULSEWATT, "serve", "--finish-after", "8s"], stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
    try:
        wait_for_notifications(scripts.STRAP, scripts.METER, seconds=60)
        time.sleep(5)
        sensors.tell("strap out")
        time.sleep(12)
        sensors.tell("strap in")
        wait_for_notifications(scripts.STRAP, seconds=60)
        time.sleep(4)
        sensors.tell("strap silent")
        sensors.tell("meter silent")
        wait_for("the workout to finish by itself", workouts, 30)
        say("the workout has finished by itself")
        sensors.tell("strap talk")
        sensors.tell("meter talk")
    finally:
        serve.send_signal(signal.SIGTERM)
        try:
            status = serve.wait(30)
        except subprocess.TimeoutExpired:
            serve.kill()
            status = "no end"
        (EXCHANGE / "serve.status").write_text(f"{status}\n")
        take_workouts("serve")


def clock_steps(sensors):
    """The wall clock is set an hour ahead and half a day back while `record` runs, then right again."""
    sensors.tell("strap play ride-heart-rate")
    sensors.tell("meter play ride-power")
    say("run: pulsewatt record, and the clock is set meanwhile")
    with open(EXCHANGE / "clock.stderr", "wb") as log:
        recording = subprocess.Popen(
            [PULSEWATT, "record", "--duration", "24s", "--rider", "Ada", "--output", "/run/exchange/clock.json"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log,
        )  # fmt: skip
    try:
        wait_for_notifications(scripts.STRAP, scripts.METER, seconds=60)
        time.sleep(6)
        run("clock-ahead", "date", "--set", "+1 hour")
        time.sleep(6)
        run("clock-back", "date", "--set", "-13 hours")
        status = recording.wait(60)
    except subprocess.TimeoutExpired:
        recording.kill()
        status = "no end"
    finally:
        run("clock-right", "date", "--set", "+12 hours")
    (EXCHANGE / "clock.status").write_text(f"{status}\n")
    take_workouts("clock")


def interruptions(sensors):
    """The unit; bluetoothd restarts, the adapter goes off and on, then out and in, all in one workout that `systemctl stop` ends."""
    sensors.tell("strap play steady-heart-rate")
    sensors.tell("meter play steady-power")
    run("start", "systemctl", "start", UNIT)
    note_unit("before")
    both = (scripts.STRAP, scripts.METER)
    try:
        wait_for_notifications(*both, seconds=60)
        time.sleep(4)
        # Away for longer than a sample holds, so that there is a gap to be seen.
        run("stop-bluetoothd", "systemctl", "stop", "bluetooth.service")
        time.sleep(11)
        run("start-bluetoothd", "systemctl", "start", "bluetooth.service")
        wait_for_notifications(*both, seconds=60)
        time.sleep(4)
        run("power-off", "bluetoothctl", "power", "off")
        time.sleep(4)
        run("power-on", "bluetoothctl", "power", "on")
        wait_for_notifications(*both, seconds=60)
        time.sleep(4)
        sensors.tell("adapter out")
        time.sleep(4)
        sensors.tell("adapter in")
        wait_for_notifications(*both, seconds=60)
        time.sleep(4)
    finally:
        note_unit("after")
        run("stop", "systemctl", "stop", UNIT)
        note_unit("stopped")
        take_workouts("unit")
        run("sensors-after", PULSEWATT, "sensors", "--json")


def crash(sensors):
    """The unit is killed in a workout and goes on with it; what comes of it goes through the unit of exports."""
    configuration = pathlib.Path("/etc/pulsewatt/pulsewatt.conf")
    configuration.parent.mkdir(exist_ok=True)
    # The first attempt fails, as an upload without a network does.
    configuration.write_text(
        "[export]\nformats = json, fit\n"
        'command = [ -e "$STATE_DIRECTORY/network" ] || { echo no network >&2; exit 6; }; '
        'mkdir -p "$STATE_DIRECTORY/exported" && cp "$@" "$STATE_DIRECTORY/exported/"\n'
    )
    run("start-export", "systemctl", "start", "pulsewatt-export.path")
    sensors.tell("strap play ride-heart-rate")
    sensors.tell("meter play ride-power")
    both = (scripts.STRAP, scripts.METER)
    run("start-crash", "systemctl", "start", UNIT)
    try:
        wait_for_notifications(*both, seconds=60)
        time.sleep(8)
        unit = note_unit("before-crash")
        run("crash-in-workout", "systemctl", "kill", "--signal=KILL", UNIT)
        wait_for(
            "the service to be active again",
            lambda: unit_is("active") and note_unit("after-crash")["MainPID"] not in ("0", unit["MainPID"]),
            60,
        )
        wait_for_notifications(*both, seconds=60)
        time.sleep(6)
    finally:
        run("stop-crash", "systemctl", "stop", UNIT)
    exports = lambda: json.loads(
        subprocess.run([PULSEWATT, "exports", "--json"], capture_output=True, text=True, check=False).stdout or "[]"
    )
    wait_for("the first attempt of the export", lambda: any(job["attempts"] == 1 for job in exports()), 60)
    run("exports-failed", PULSEWATT, "exports", "--json")
    # The network comes back, and a person does not want to wait for the second attempt.
    (STATE / "network").touch()
    run("retry-export", PULSEWATT, "exports", "retry")
    wait_for("the export to be done", lambda: all(job["state"] == "done" for job in exports()), 30)
    run("exports-done", PULSEWATT, "exports", "--json")
    run("exports-table", PULSEWATT, "exports")
    run("workouts-list", PULSEWATT, "workouts", "list", "--rider", "Ada", "--json")
    run("recordings", PULSEWATT, "recordings", "--json")
    shutil.copytree(STATE / "exported", EXCHANGE / "exported")
    take_workouts("crash")


def main():
    say("the guest is up")
    outcome = {}
    with contextlib.ExitStack() as stack:
        try:
            sensors = Sensors()
            stack.callback(sensors.process.kill)
        except (GaveUp, OSError) as error:
            outcome["sensors"] = str(error)
            sensors = None
        for scenario in (controller_appears, scan, pair_and_record, drop_and_return, clock_steps, interruptions, crash):
            if sensors is None:
                break
            say(f"scenario: {scenario.__name__}")
            try:
                scenario(sensors)
                outcome[scenario.__name__] = "done"
            except GaveUp as error:
                outcome[scenario.__name__] = str(error)
            except Exception:
                outcome[scenario.__name__] = traceback.format_exc()
            if outcome[scenario.__name__] != "done":
                say(outcome[scenario.__name__])
        run("journal", "journalctl", "--no-pager", "--boot", "--output", "short-monotonic")
    (EXCHANGE / "outcome.json").write_text(json.dumps(outcome))
    os.sync()
    say("the guest is done")


sys.exit(main())
