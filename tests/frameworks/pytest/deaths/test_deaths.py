# SPDX-License-Identifier: Apache-2.0
"""Four honest tests around one that ends as DIE says."""
import ctypes
import os
import signal
import sys
import time

import pytest


def test_a_passes():
    print("said before")


def test_a_fails():
    assert 1 == 2


def hang_in_native_code():
    # While it holds the interpreter's lock, as a kernel launch that waits does.
    ctypes.PyDLL(None).sleep(1000)


def fork_and_return():
    if os.fork() == 0:
        return
    os.wait()


def should_stop(request):
    request.session.shouldstop = "enough"


WAYS = {
    "abort": os.abort,
    "segv": lambda: ctypes.string_at(0),
    "kill": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "hang": lambda: time.sleep(1000),
    "hang_native": hang_in_native_code,
    "exit0": lambda: os._exit(0),
    "exit3": lambda: os._exit(3),
    "sys_exit": lambda: sys.exit(0),
    "fork": fork_and_return,
    "close_output": lambda: os.closerange(1, 3),
    "close_all": lambda: os.closerange(3, 256),
    "pytest_exit": lambda: pytest.exit("stop here", 0),
    "none": lambda: None,
}


def test_b_dies(request):
    way = os.environ.get("DIE", "none")
    if way == "interrupt":
        raise KeyboardInterrupt
    if way == "should_stop":
        return should_stop(request)
    WAYS[way]()


def test_c_passes():
    pass


def test_c_fails():
    assert False
