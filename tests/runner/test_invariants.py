# SPDX-License-Identifier: Apache-2.0
"""What the rig of the whole-tool cases asserts of every run, it notices when it is broken."""

import copy
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tool"))
import invariants  # noqa: E402

RUN = {
    "schema": "cupel.run/1", "verdict": "red", "exit_code": 1,
    "counts": {"listed": 3, "selected": 2, "deselected": 1, "passed": 1, "failed": 1, "crashed": 0,
               "timed_out": 0, "skipped": 0, "missing": 0, "not_run": 0},
    "tests": [{"id": "t:a", "outcome": "passed"}, {"id": "t:b", "outcome": "failed"}],
}
JUNIT = ('<testsuites><testsuite name="t" tests="2" failures="1" errors="0" skipped="0">'
         '<testcase name="a"/><testcase name="b"><failure message="no"/></testcase>'
         "</testsuite></testsuites>")
JOURNAL = [{"event": "test_settled", "test": "t:a", "outcome": "passed"},
           {"event": "test_settled", "test": "t:b", "outcome": "failed"},
           {"event": "run_finished", "verdict": "red"}]


class Fake:
    def __init__(self):
        self.code = 1
        self.run = copy.deepcopy(RUN)
        self.junit_text = JUNIT
        self.journal = copy.deepcopy(JOURNAL)

    @property
    def junit(self):
        return ElementTree.fromstring(self.junit_text)

    def replace(self, old, new):
        assert old in self.junit_text
        self.junit_text = self.junit_text.replace(old, new)


def test_honest_run_is_accepted():
    invariants.check(Fake())


@pytest.mark.parametrize("lie", [
    lambda f: setattr(f, "code", 0),
    lambda f: f.run.update(exit_code=2),
    lambda f: f.run.update(verdict="green"),
    lambda f: f.run.update(schema="cupel.run/0"),
    lambda f: f.run["counts"].update(passed=2),
    lambda f: f.run["counts"].update(selected=3),
    lambda f: f.run["counts"].update(listed=2),
    lambda f: f.run["tests"].pop(),
    lambda f: f.run["tests"].append({"id": "t:b", "outcome": None}),
    lambda f: f.run["tests"][0].update(outcome="fine"),
    lambda f: f.replace('<failure message="no"/>', ""),
    lambda f: f.replace('<failure message="no"/>', '<failure type="known"/>'),
    lambda f: f.replace('tests="2"', 'tests="3"'),
    lambda f: f.replace('failures="1"', 'failures="0"'),
    lambda f: f.journal.pop(0),
    lambda f: f.journal[0].update(outcome="failed"),
    lambda f: f.journal.append(dict(f.journal[0])),
    lambda f: f.journal.pop(),
    lambda f: f.journal[2].update(verdict="green"),
])
def test_lie_is_noticed(lie):
    fake = Fake()
    lie(fake)
    with pytest.raises(AssertionError):
        invariants.check(fake)


def known_run():
    fake = Fake()
    fake.code = 2
    fake.run.update(verdict="known", exit_code=2)
    fake.journal[2].update(verdict="known")
    fake.replace('<failure message="no"/>', '<failure type="known" message="no"/>')
    return fake


def test_known_run_is_accepted():
    invariants.check(known_run())


def test_known_run_with_a_new_failure_is_noticed():
    fake = known_run()
    fake.replace(' type="known"', "")
    with pytest.raises(AssertionError):
        invariants.check(fake)
