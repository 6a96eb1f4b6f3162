# SPDX-License-Identifier: Apache-2.0
"""A test of each kind that pytest knows."""
import os
import sys
import unittest

import pytest


def test_passes():
    pass


def test_fails():
    assert {"a": 1} == {"a": 2}, "first extra"


def test_raises():
    raise RuntimeError("line one\nline two")


def helper():
    assert 1 == 2, "in the helper"


def test_helper_fails():
    helper()


def test_prints_and_fails():
    print("out text")
    print("err text", file=sys.stderr)
    assert False


@pytest.mark.skip(reason="not on this box")
def test_marked_skip():
    assert False


@pytest.mark.skipif(True, reason="a condition")
def test_skip_if():
    assert False


def test_skips():
    pytest.skip("inside")


@pytest.mark.xfail(reason="known")
def test_expected_failure():
    assert False


@pytest.mark.xfail(reason="known")
def test_unexpected_pass():
    pass


@pytest.mark.xfail(strict=True, reason="must fail")
def test_strict_unexpected_pass():
    pass


@pytest.mark.xfail(run=False, reason="do not run")
def test_never_run():
    os.abort()


def test_xfail_inside():
    pytest.xfail("inside")


@pytest.fixture
def bad_setup():
    raise ValueError("setup broke")


@pytest.fixture
def bad_teardown():
    yield
    raise ValueError("teardown broke")


def test_setup_fails(bad_setup):
    pass


def test_teardown_fails(bad_teardown):
    pass


def test_call_and_teardown_fail(bad_teardown):
    assert False, "the call too"


def test_properties(record_property):
    record_property("speed", 17)
    record_property("note", 'a "q" <b> é')


def test_sys_exit():
    sys.exit(0)


@pytest.mark.parametrize("empty", [])
def test_without_parameters(empty):
    pass


class TestClass:
    def test_method(self):
        pass

    class TestInner:
        def test_deep(self):
            pass


class Old(unittest.TestCase):
    def test_old(self):
        self.assertEqual(1, 1)

    def test_old_skip(self):
        self.skipTest("old skip")

    @unittest.expectedFailure
    def test_old_expected_failure(self):
        self.fail()
