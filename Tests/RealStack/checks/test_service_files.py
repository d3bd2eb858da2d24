"""The unit, its user, the udev rules and the D-Bus policy, as far as they can be judged without starting them."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

from checks.machine import PROJECT


def run(*arguments):
    return subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


class UnitTests(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        bindir = pathlib.Path(self.directory.name)
        command = bindir / "pulsewatt"
        command.write_text("#!/bin/sh\n")
        command.chmod(0o755)
        source = (PROJECT / "systemd/pulsewatt.service").read_text()
        self.assertIn("@bindir@", source)
        self.unit = bindir / "pulsewatt.service"
        self.unit.write_text(source.replace("@bindir@", str(bindir)))
        self.directives = re.findall(r"^([A-Za-z]+)=(.*)$", source, re.MULTILINE)

    def values(self, name):
        return [value for key, value in self.directives if key == name]

    def test_systemd_finds_no_fault_in_it(self):
        verified = run("systemd-analyze", "verify", "--man=no", self.unit)
        self.assertEqual((verified.returncode, verified.stdout), (0, ""))

    def test_its_exposure_is_at_most_2(self):
        # The threshold is in tenths; systemd-analyze fails above it.
        judged = run("systemd-analyze", "security", "--no-pager", "--offline=true", "--threshold=20", self.unit)
        self.assertRegex(judged.stdout, r"Overall exposure level for pulsewatt.service: \d+\.\d")
        self.assertEqual(judged.returncode, 0, judged.stdout[-200:])

    def test_it_says_when_it_is_ready_and_that_it_lives(self):
        self.assertEqual(self.values("Type"), ["notify"])
        self.assertEqual(len(self.values("WatchdogSec")), 1)
        self.assertEqual(self.values("Restart"), ["on-failure"])

    def test_only_unix_sockets_are_left_open(self):
        self.assertEqual(self.values("RestrictAddressFamilies"), ["AF_UNIX"])

    def test_it_survives_a_restart_of_bluetoothd(self):
        self.assertEqual(self.values("Wants"), ["bluetooth.service"])
        for binding in ("Requires", "BindsTo", "PartOf", "Requisite"):
            self.assertEqual(self.values(binding), [], binding)

    def test_it_keeps_its_user_id_for_the_bus(self):
        self.assertEqual(self.values("User"), ["pulsewatt"])
        self.assertEqual(self.values("PrivateUsers"), [])
        self.assertEqual(self.values("StateDirectory"), ["pulsewatt"])

    def test_its_user_is_made_by_systemd_sysusers(self):
        with tempfile.TemporaryDirectory() as root:
            os.mkdir(f"{root}/etc")
            made = run("systemd-sysusers", f"--root={root}", PROJECT / "systemd/pulsewatt.sysusers.conf")
            self.assertEqual(made.returncode, 0, made.stdout)
            fields = pathlib.Path(root, "etc/passwd").read_text().strip().split(":")
        self.assertEqual((fields[0], fields[5]), ("pulsewatt", "/var/lib/pulsewatt"))
        self.assertIn(fields[6], ("/usr/sbin/nologin", "/sbin/nologin", "/bin/false"))


class ExportUnitTests(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)
        command = self.directory / "pulsewatt"
        command.write_text("#!/bin/sh\n")
        command.chmod(0o755)
        for name in ("pulsewatt-export.service", "pulsewatt-export.path"):
            text = (PROJECT / "systemd" / name).read_text()
            (self.directory / name).write_text(text.replace("@bindir@", str(self.directory)))

    def test_systemd_finds_no_fault_in_them(self):
        verified = run("systemd-analyze", "verify", "--man=no", *sorted(self.directory.glob("pulsewatt-export.*")))
        self.assertEqual((verified.returncode, verified.stdout), (0, ""))

    def test_the_service_has_a_network_and_little_else(self):
        judged = run(
            "systemd-analyze", "security", "--no-pager", "--offline=true", "--threshold=35",
            self.directory / "pulsewatt-export.service",
        )  # fmt: skip
        self.assertEqual(judged.returncode, 0, judged.stdout[-200:])
        self.assertNotIn("PrivateNetwork=yes", (self.directory / "pulsewatt-export.service").read_text())


class UdevRulesTests(unittest.TestCase):
    rules = PROJECT / "udev/70-pulsewatt.rules"

    def test_udev_finds_no_fault_in_them(self):
        if "Unknown command" not in (offered := run("udevadm", "verify", "--help")).stdout:
            verified = run("udevadm", "verify", self.rules)
            self.assertEqual(verified.returncode, 0, verified.stdout)
        else:
            # Before udev 254 there is no judge: at least each rule is made of keys that udev knows.
            self.assertNotEqual(offered.returncode, 0)
            rule = re.compile(
                r'(?:(?:ACTION|SUBSYSTEMS?|ENV\{\w+\}|TEST|ATTR\{[\w./]+\}|TAG|GOTO|LABEL)(?:==|!=|\+=|=)"[^"]*"(?:,\s*|$))+'
            )
            for line in self.rules.read_text().splitlines():
                if line and not line.startswith("#"):
                    self.assertRegex(line, rule)
                    self.assertIsNotNone(rule.fullmatch(line), line)

    def test_every_goto_has_its_label(self):
        text = self.rules.read_text()
        self.assertEqual(set(re.findall(r'GOTO="(\w+)"', text)), set(re.findall(r'LABEL="(\w+)"', text)))


class PolicyTests(unittest.TestCase):
    policy = PROJECT / "dbus/org.pulsewatt.conf"

    def test_it_is_well_formed(self):
        checked = run("xmllint", "--noout", "--nonet", self.policy)
        self.assertEqual((checked.returncode, checked.stdout), (0, ""))

    def test_it_speaks_of_the_service_user_alone_and_opens_bluez_alone(self):
        root = xml.etree.ElementTree.parse(self.policy).getroot()
        self.assertEqual([policy.attrib for policy in root.iter("policy")], [{"user": "pulsewatt"}])
        for rule in root.find("policy"):
            self.assertEqual(rule.tag, "allow")
            self.assertEqual(rule.attrib.get("send_destination"), "org.bluez")
            self.assertIn("send_interface", rule.attrib)
