"""Scan and pair, as a person does it at first."""

import unittest

from checks import machine
from guest.scripts import METER, STRAP


class ScanTests(unittest.TestCase):
    def setUp(self):
        self.evidence = machine.evidence()
        self.evidence.require(self, "scan")

    def test_a_scan_sees_both_sensors_with_their_names_and_services(self):
        self.assertEqual(self.evidence.status("scan"), "0")
        found = {sensor["address"]: sensor for sensor in self.evidence.json("scan.stdout")}
        self.assertEqual(set(found), {STRAP["address"], METER["address"]})
        for details, service in ((STRAP, "heart_rate"), (METER, "cycling_power")):
            with self.subTest(sensor=details["name"]):
                sensor = found[details["address"]]
                self.assertEqual(sensor["name"], details["name"])
                self.assertEqual(sensor["services"], [service])


class PairTests(unittest.TestCase):
    def setUp(self):
        self.evidence = machine.evidence()
        self.evidence.require(self, "pair_and_record")

    def test_both_sensors_can_be_paired(self):
        self.assertEqual(self.evidence.status("pair-strap"), "0")
        self.assertEqual(self.evidence.status("pair-meter"), "0")

    def test_paired_sensors_are_listed_with_rider_battery_and_what_they_say_of_themselves(self):
        self.assertEqual(self.evidence.status("sensors-json"), "0")
        listed = {sensor["address"]: sensor for sensor in self.evidence.json("sensors-json.stdout")}
        self.assertEqual(set(listed), {STRAP["address"], METER["address"]})
        for details in (STRAP, METER):
            with self.subTest(sensor=details["name"]):
                sensor = listed[details["address"]]
                self.assertEqual(sensor["rider"], "Ada")
                for key in ("name", "battery_percent", "manufacturer", "model", "serial", "firmware"):
                    self.assertEqual(sensor[key], details[key], key)

    def test_the_table_for_people_names_both(self):
        self.assertEqual(self.evidence.status("sensors"), "0")
        table = self.evidence.text("sensors.stdout")
        for details in (STRAP, METER):
            self.assertIn(details["name"], table)
            self.assertIn(details["address"], table)
            self.assertRegex(table, rf"{details['battery_percent']}\s?%")

    def test_a_sensor_that_is_not_there_is_an_error_that_names_it(self):
        self.assertEqual(self.evidence.text("pair-unknown.status").strip(), "1")
        self.assertIn("C0:F1:F2:F3:F4:99", self.evidence.text("pair-unknown.stderr"))
