# SPDX-License-Identifier: Apache-2.0
"""What `cupel list` says of a target: harness and version, tests, those disabled, and how results
will be read. A framework whose programs do not tell its version has none here."""

import json
import re
import shutil
import subprocess

import pytest

import frameworks
import rig

HEADINGS = [
    ("gtest", "ctest_subject", r"gtest, 11 tests, 1 disabled; results by result stream and report"),
    ("catch2", "catch2_v2_many", r"catch2 2\.\d+\.\d+, 2000 tests, 0 disabled; results by streamed XML report"),
    ("doctest", "doctest_many", r"doctest 2\.4\.\d+, 2000 tests, 0 disabled; results by streamed XML report"),
    ("boost", "boost_subject", r"boost, 38 tests, \d+ disabled; results by log and report"),
]
SUITE = """import pytest

def test_one():
    pass

@pytest.mark.skip(reason="not today")
def test_two():
    pass
"""
TREE = """add_test(one sh -c true)
add_test(two sh -c true)
set_tests_properties(two PROPERTIES DISABLED TRUE)
"""


def heading(result):
    assert result.code == 0, result.describe()
    return result.out.splitlines()[0]


@pytest.mark.parametrize("harness, program, words", HEADINGS, ids=[row[0] for row in HEADINGS])
def test_what_is_said_of_a_program(tool, harness, program, words):
    tool.config([frameworks.target(harness, program)])
    first = heading(tool.call("list"))
    assert re.fullmatch("# t: " + words, first), first
    told = json.loads(tool.call("list", "--json").out)["targets"][0]
    version = re.match(r"# t: \w+ ?([0-9.]*),", first).group(1)
    assert told["harness"] == harness and told["version"] == version
    assert first.endswith("results by " + told["channel"])
    disabled = sum(test["disabled"] for test in told["tests"])
    assert f"{len(told['tests'])} tests, {disabled} disabled" in first


@pytest.mark.skipif(subprocess.run(["/usr/bin/python3", "-c", "import pytest"], check=False).returncode != 0,
                    reason="python3 has no pytest")
def test_what_is_said_of_a_suite(tool):
    tool.file("test_it.py", SUITE)
    tool.config([{**rig.target(["/usr/bin/python3", "-m", "pytest", "test_it.py"]), "harness": "pytest"}])
    result = tool.call("list")
    assert re.match(r"# t: pytest \d+\.\d+\.\d+, 2 tests, 1 disabled; results by result stream", heading(result))
    assert "t:test_it.py::test_two  (disabled: not today)\n" in result.out
    tests = json.loads(tool.call("list", "--json").out)["targets"][0]["tests"]
    assert [(t["disabled"], t.get("reason")) for t in tests] == [(False, None), (True, "not today")]


@pytest.mark.skipif(shutil.which("ctest") is None, reason="CTest is not installed")
def test_what_is_said_of_a_build_tree(tool):
    tool.file("build/CTestTestfile.cmake", TREE)
    tool.config([{**rig.target(["ctest", "--test-dir", "build"]), "harness": "ctest"}])
    result = tool.call("list")
    assert re.fullmatch(r"# t: ctest \d+\.\d+\.\d+, 2 tests, 1 disabled; "
                        r"results by ctest's own lines and JUnit report", heading(result))
    assert "t:two  (disabled: its property DISABLED)\n" in result.out


def test_what_is_said_of_a_command(tool):
    tool.config([{**rig.target(["/bin/true"]), "harness": "command"}])
    assert heading(tool.call("list")) == "# t: command, 1 test, 0 disabled; results by exit code"
