# SPDX-License-Identifier: Apache-2.0
"""tools/run_tests calls red what is red: each refusal beside its accepted twin."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
from lib import expected_skips, test_reports  # noqa: E402

Result = test_reports.Result


def gtest_report(*tests):
    """A report of GoogleTest: tests as (name, result, failures)."""
    rows = [{"name": name, "status": "RUN", "result": result,
             **({"failures": [{"failure": text} for text in failures]} if failures else {})}
            for name, result, failures in tests]
    return json.dumps({"testsuites": [{"name": "S", "testsuite": rows}]})


PASSED = ("a", "COMPLETED", [])
FAILED = ("b", "COMPLETED", ["the reason"])


def read(tmp_path, text, code, kind="gtest"):
    report = tmp_path / "report"
    if text is not None:
        report.write_text(text)
    return test_reports.read(kind, "p", report, code, "what it printed")


def counts(results):
    return tuple(test_reports.count(results).values())


@pytest.mark.parametrize("text,code,want", [
    (gtest_report(PASSED), 0, (1, 0, 0)),
    (gtest_report(PASSED, FAILED), 1, (1, 1, 0)),
    (gtest_report(PASSED, ("c", "SKIPPED", [])), 0, (1, 0, 1)),
    (gtest_report(PASSED), 1, (1, 1, 0)),  # a code without a failure
    (gtest_report(FAILED), 0, (0, 2, 0)),  # a failure without a code
    (gtest_report(PASSED), -6, (1, 1, 0)),  # a crash after the tests
    (gtest_report(PASSED, PASSED), 0, (2, 1, 0)),  # one test twice
    (gtest_report(), 0, (0, 1, 0)),  # no test at all
    ("{", 0, (0, 1, 0)),
    (None, 0, (0, 1, 0)),
    (gtest_report(PASSED), "it did not end in time", (1, 1, 0)),
])
def test_gtest_program(tmp_path, text, code, want):
    assert counts(read(tmp_path, text, code)) == want


@pytest.mark.parametrize("body,code,want", [
    ('<testcase name="a" classname="x.m"/>', 0, (1, 0, 0)),
    ('<testcase name="a" classname="x.m"><skipped message="why"/></testcase>', 0, (0, 0, 1)),
    ('<testcase name="a" classname="x.m"><failure message="no">t</failure></testcase>', 1, (0, 1, 0)),
    ('<testcase name="a" classname="m"><failure/></testcase>'
     '<testcase name="a" classname="m"><error/></testcase>', 1, (0, 1, 0)),
    ("", 5, (0, 1, 0)),
    ('<testcase name="a" classname="m"/>', 2, (1, 1, 0)),
])
def test_python_suite(tmp_path, body, code, want):
    assert counts(read(tmp_path, f"<testsuites>{body}</testsuites>", code, "pytest")) == want


def test_failure_shows_its_text(tmp_path):
    results = read(tmp_path, gtest_report(FAILED), 1)
    assert results[0].id == "p:S.b" and "the reason" in results[0].text


def test_crash_shows_what_was_printed(tmp_path):
    assert "what it printed" in read(tmp_path, None, -11)[0].text


SKIP = [Result("p:S.a", "skipped", "no device"), Result("p:S.b", "passed", "")]


@pytest.mark.parametrize("lines,results,faults", [
    ("p:S.a # no device here\n", SKIP, 0),
    ("", SKIP, 1),  # not expected
    ("p:S.a # no device here\np:S.b # it may\n", SKIP, 1),  # did not happen
    ("# a comment\n\n", SKIP[1:], 0),
])
def test_skips(tmp_path, lines, results, faults):
    path = tmp_path / "skips.txt"
    path.write_text(lines)
    assert len(expected_skips.compare(path, results, whole=True)) == faults


def test_condition_that_does_not_hold(tmp_path, monkeypatch):
    path = tmp_path / "skips.txt"
    path.write_text("[gpu] p:S.a # only there\n")
    monkeypatch.setattr(expected_skips, "conditions", lambda: {"gpu": False})
    assert len(expected_skips.compare(path, SKIP, whole=True)) == 1
    assert expected_skips.compare(path, SKIP[1:], whole=True) == []
    monkeypatch.setattr(expected_skips, "conditions", lambda: {"gpu": True})
    assert expected_skips.compare(path, SKIP, whole=True) == []


@pytest.mark.parametrize("line", ["p:S.a\n", "p:S.a #\n", "[nowhere] p:S.a # why\n"])
def test_line_that_cannot_be_read(tmp_path, line):
    path = tmp_path / "skips.txt"
    path.write_text(line)
    with pytest.raises(SystemExit):
        expected_skips.compare(path, [], whole=True)


def test_part_of_a_run_leaves_missing_skips_alone(tmp_path):
    path = tmp_path / "skips.txt"
    path.write_text("p:S.b # it may\n")
    assert expected_skips.compare(path, [], whole=False) == []
