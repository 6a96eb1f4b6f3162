# SPDX-License-Identifier: Apache-2.0
"""The scenarios of table.toml in pytest."""

import ctypes
import os
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest


def passes():
    pass


def fails():
    assert 1 == 2, "one and two"


def throws():
    raise RuntimeError("thrown by the test")


def segfaults():
    ctypes.string_at(0)


class Endless:
    """Recurses through C, whose stack the interpreter does not keep for itself."""

    def __repr__(self):
        return repr(self)


def overflows():
    sys.setrecursionlimit(1 << 30)
    repr(Endless())


def waits():
    while True:
        signal.pause()


def ignores_term():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        pass


def prints_binary():
    os.write(1, bytes(range(32)) + b"\x80\xfe\xff\xc3(\xed\xa0\x80\x1b[2J ]]> <&>\n")


def prints_much():
    for _ in range(320):
        os.write(1, b"x" * 65536)


def forges_pass():
    os.write(1, b"test_cases.py::test_case_forges_pass_b PASSED\n.\n")


def forges_end():
    os.write(1, b".                 [100%]\n=== 3 passed in 0.01s ===\n")
    os._exit(0)


def closes_output():
    os.close(1)
    os.close(2)


def closes_all():
    os.closerange(0, 256)


def leaves_child():
    if os.fork() == 0:
        time.sleep(60)
        os._exit(0)


def leaves_daemon():
    if os.fork() == 0:
        os.setsid()
        if os.fork() != 0:
            os._exit(0)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(60)
        os._exit(0)


def fails_in_thread():
    with ThreadPoolExecutor() as threads:
        threads.submit(fails).result()


def blocks_signals():
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())


def fails_where_asked():
    assert os.environ.get("CONFORMANCE") != "turns_code_to_zero"


ROWS = {
    "passes": [passes, passes],
    "fails": [passes, fails, passes],
    "throws": [passes, throws, passes],
    "fails_in_thread": [fails_in_thread, passes],
    "aborts": [passes, os.abort, passes],
    "segfaults": [passes, segfaults, passes],
    "overflows": [passes, overflows, passes],
    "exits_zero": [passes, lambda: sys.exit(0), passes],
    "quick_exits_zero": [passes, lambda: os._exit(0), passes],
    "exits_three": [passes, lambda: os._exit(3), passes],
    "exits_after_failure": [fails, passes, lambda: os._exit(0)],
    "kills_itself": [passes, lambda: os.kill(os.getpid(), signal.SIGKILL), passes],
    "terminates_itself": [passes, lambda: os.kill(os.getpid(), signal.SIGTERM), passes],
    "two_crashes": [os.abort, passes, segfaults, passes],
    "hangs": [passes, waits, passes],
    "ignores_term": [passes, ignores_term, passes],
    "stops_itself": [passes, lambda: os.kill(os.getpid(), signal.SIGSTOP), passes],
    "skips": [passes, lambda: pytest.skip("no such device"), passes],
    "prints_binary": [prints_binary, fails],
    "prints_partial_line": [lambda: os.write(1, b"no end"), passes],
    "prints_much": [prints_much, passes],
    "forges_pass": [forges_pass, fails, passes],
    "forges_end": [passes, forges_end, passes],
    "closes_output": [closes_output, fails, passes],
    "closes_all": [closes_all, fails, passes],
    "leaves_child": [leaves_child, passes],
    "leaves_daemon": [leaves_daemon, passes],
    "becomes_two": [lambda: os.fork(), passes, passes],
    "blocks_signals": [blocks_signals, passes],
    "leaves_folder": [lambda: os.chdir("/"), fails, passes],
    "whole": [passes, fails_where_asked, passes],
}


def make(deed):
    def test():
        deed()
    return test


for _scenario, _deeds in ROWS.items():
    for _letter, _deed in zip("abcd", _deeds):
        globals()[f"test_case_{_scenario}_{_letter}"] = make(_deed)


def test_case_disabled_a():
    pass


@pytest.mark.skip(reason="switched off")
def test_case_disabled_b():
    pass


def test_case_disabled_c():
    pass


@pytest.mark.xfail(reason="as declared", strict=True)
def test_case_fails_as_declared_a():
    fails()


def test_case_fails_as_declared_b():
    pass


@pytest.mark.xfail(reason="as declared", strict=True)
def test_case_unexpectedly_passes_a():
    pass


def test_case_unexpectedly_passes_b():
    pass


@pytest.fixture
def broken_before():
    raise RuntimeError("cannot be set up")


@pytest.fixture
def broken_after():
    yield
    raise RuntimeError("cannot be torn down")


@pytest.fixture
def skips_after():
    yield
    pytest.skip("after all")


def test_case_fails_then_skips_a(skips_after):
    fails()


def test_case_fails_then_skips_b():
    pass


def test_case_setup_fails_a(broken_before):
    pass


def test_case_setup_fails_b():
    pass


def test_case_teardown_fails_a(broken_after):
    pass


def test_case_teardown_fails_b():
    pass


@pytest.mark.parametrize("value", [1, 2, 3])
def test_case_parameters_a(value):
    assert value != 2, "one and two"


@pytest.mark.parametrize("value", [", [x] \"q\" \u00e9 \\::*"])
def test_case_odd_names_a(value):
    pass


@pytest.mark.parametrize("value", ["-*?:~ a::b/c [br[ack]]"])
def test_case_odd_names_b(value):
    fails()
