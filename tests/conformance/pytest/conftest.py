# SPDX-License-Identifier: Apache-2.0
"""Deeds of the whole program, done where CONFORMANCE names them."""

import os
import signal
import sys
import time

ASKED = os.environ.get("CONFORMANCE", "")
LISTING = "--collect-only" in sys.argv

if ASKED == "throws_before_main":
    raise RuntimeError("before main")
if LISTING and ASKED == "list_crashes":
    os.abort()
if LISTING and ASKED == "list_hangs":
    time.sleep(3600)
if LISTING and ASKED == "list_exits_zero":
    os._exit(0)
if LISTING and ASKED == "list_prints_garbage":
    os.write(1, b"\0{]\xff<Suite.\n  Test\n<")
    os._exit(0)
if LISTING and ASKED == "list_is_noisy":
    os.write(1, b"Noise.\n  Test\n{\"a\": [\nanother test\n")
    os.write(2, b"warning: \xff\n")


def pytest_unconfigure(config):
    if LISTING:
        return
    if ASKED == "crashes_after_the_run":
        os.kill(os.getpid(), signal.SIGSEGV)
    if ASKED == "hangs_after_the_run":
        time.sleep(3600)
    if ASKED == "turns_code_to_zero":
        os._exit(0)
    if ASKED == "turns_code_to_seven":
        os._exit(7)
