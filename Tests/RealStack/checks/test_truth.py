"""The checks' own arithmetic, on cases worked out by hand."""

import unittest

from checks import truth

SAMPLES = [(1.0, 90), (2.0, 91), (3.0, 120), (20.0, 160)]


class TruthTests(unittest.TestCase):
    def test_a_sample_holds_until_the_next_at_most_the_limit_and_never_beyond_the_end(self):
        self.assertEqual(
            truth.spans(SAMPLES, 22.0, 10.0), [(1.0, 2.0, 90), (2.0, 3.0, 91), (3.0, 13.0, 120), (20.0, 22.0, 160)]
        )

    def test_a_value_on_a_border_belongs_above_and_the_rest_is_no_data(self):
        # Below 91: 1..2. From 91: 2..3. From 114: 3..13. From 158: 20..22. Nothing: 0..1 and 13..20.
        zones, no_data = truth.zone_seconds(SAMPLES, [91, 114, 136, 158], 22.0, 10.0)
        self.assertEqual(zones, [1.0, 1.0, 10.0, 0.0, 2.0])
        self.assertEqual(no_data, 8.0)

    def test_a_mean_weighs_by_time(self):
        # 90 for half a second, 91 for one, 120 for half.
        self.assertEqual(truth.mean(SAMPLES, 1.5, 3.5, 22.0, 10.0), (45 + 91 + 60) / 2)
        self.assertIsNone(truth.mean(SAMPLES, 14.0, 15.0, 22.0, 10.0))

    def test_a_range_of_means_spans_what_lateness_can_do(self):
        # At its latest, the sample at 2.0 comes at 3.0, so the second from 2 to 3 may be all 90 or all 91.
        self.assertEqual(truth.mean_range(SAMPLES, 2.0, 3.0, 22.0, 10.0, 1.0), (90.0, 91.0))

    def test_a_range_of_means_knows_that_the_first_after_a_gap_may_be_lost(self):
        # 20.0 comes after a gap, so the second from 20 to 21 may be 160, or 170 from the one at 20.5.
        samples = [*SAMPLES, (20.5, 170)]
        lowest, highest = truth.mean_range(samples, 20.0, 21.0, 22.0, 10.0, 0.5)
        self.assertAlmostEqual(lowest, 160)
        self.assertAlmostEqual(highest, 170)
