# SPDX-License-Identifier: Apache-2.0
import unittest


def test_all_pass(subtests):
    for i in range(3):
        with subtests.test(msg="part", i=i):
            assert i < 3


def test_one_fails(subtests):
    for i in range(3):
        with subtests.test(i=i):
            assert i != 1, "not one"


class Old(unittest.TestCase):
    def test_old(self):
        for i in range(3):
            with self.subTest(i=i):
                self.assertNotEqual(i, 1)
