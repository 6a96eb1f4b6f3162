# SPDX-License-Identifier: Apache-2.0
"""One test that fails, and ways to make it look better; the way is taken from TRICK."""
import json
import os
import socket
import stat

import pytest


def plugin(request):
    return request.config.pluginmanager.getplugin("cupel-stream")


def open_sockets():
    for fd in range(3, 64):
        try:
            if stat.S_ISSOCK(os.fstat(fd).st_mode):
                yield fd
        except OSError:
            pass


def write_on_the_stream(request):
    line = json.dumps({"e": "end", "n": 1, "k": "0" * 16, "s": 7}) + "\n"
    for fd in open_sockets():
        os.write(fd, line.encode())


def write_in_its_name(request):
    plugin(request).say("phase", n=1, when="call", outcome="passed")
    plugin(request).say("phase", n=1, when="teardown", outcome="passed")
    plugin(request).say("end", n=1)


def report_in_its_name(request):
    item = request.node
    report = pytest.TestReport(item.nodeid, item.location, {}, "passed", None, "call")
    request.config.hook.pytest_runtest_logreport(report=report)


def report_another(request):
    report = pytest.TestReport("test_hostile.py::test_c_fails", ("test_hostile.py", 1, ""), {}, "passed", None, "call")
    request.config.hook.pytest_runtest_logreport(report=report)


def connect_again(request):
    address = socket.socket(fileno=os.dup(plugin(request).stream.fd)).getpeername()
    with socket.create_connection(address) as other:
        other.sendall(b"x\n")


def end_the_session(request):
    write_in_its_name(request)
    plugin(request).say("finish", status=0, failed=0)
    os._exit(0)


def silence_the_plugin(request):
    request.config.pluginmanager.unregister(plugin(request))


TRICKS = [write_on_the_stream, write_in_its_name, report_in_its_name, report_another, connect_again, end_the_session,
          silence_the_plugin]


def test_a_passes():
    pass


def test_b_fails(request):
    for trick in TRICKS:
        if trick.__name__ == os.environ.get("TRICK"):
            trick(request)
    assert os.environ.get("HONEST")


def test_c_fails():
    assert os.environ.get("HONEST")
