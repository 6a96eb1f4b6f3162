# SPDX-License-Identifier: Apache-2.0
"""What is true of every run, whatever it ran."""

from collections import Counter

OUTCOMES = ("passed", "failed", "crashed", "timed_out", "skipped", "missing", "not_run")
EXITS = {"green": {0}, "known": {0, 2}, "incomplete": {3}, "red": {1}}


def accounting(run):
    """Selected is the sum of the outcomes, and the counts are those of the tests."""
    counts = run["counts"]
    tally = Counter(t["outcome"] for t in run["tests"] if t["outcome"] is not None)
    assert set(tally) <= set(OUTCOMES), tally
    for outcome in OUTCOMES:
        assert counts[outcome] == tally[outcome], (outcome, counts, tally)
    assert counts["selected"] == sum(counts[o] for o in OUTCOMES), counts
    assert counts["listed"] == counts["selected"] + counts["deselected"], counts
    ids = [t["id"] for t in run["tests"]]
    assert len(ids) == len(set(ids)), "a test is there twice"


def verdict_and_exit(result):
    run = result.run
    assert run["schema"] == "cupel.run/1"
    assert run["exit_code"] == result.code, (run["exit_code"], result.code)
    assert result.code in EXITS[run["verdict"]], (run["verdict"], result.code)


def junit_agrees(result):
    """A reader of the JUnit file alone comes to the same end as one of the exit code."""
    suites = result.junit
    failures = suites.findall(".//failure")
    errors = suites.findall(".//error")
    new = errors + [f for f in failures if f.get("type") != "known"]
    if result.code == 0:
        assert not failures and not errors, "JUnit is red where the exit code is 0"
    elif result.code == 2:
        assert failures and not new, "JUnit does not show just the known failures"
    else:
        assert new, f"JUnit is green where the exit code is {result.code}"
    for suite in suites.iter("testsuite"):
        cases = suite.findall("testcase")
        assert int(suite.get("tests")) == len(cases), suite.attrib
        for tag, attribute in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
            count = sum(1 for c in cases if c.find(tag) is not None)
            assert int(suite.get(attribute) or 0) == count, (tag, suite.attrib, count)


def kind_and_body(line):
    """An event of the journal as (kind, members)."""
    kind = line.get("event") or line.get("kind")
    return kind, line


def journal_folds(result):
    """The journal alone tells the outcome of every test, and the verdict."""
    settled = {}
    finished = None
    for line in result.journal:
        kind, body = kind_and_body(line)
        if kind == "test_settled":
            assert body["test"] not in settled, f"settled twice: {body['test']}"
            settled[body["test"]] = body["outcome"]
        elif kind == "run_finished":
            assert finished is None, "finished twice"
            finished = body
    run = result.run
    told = {t["id"]: t["outcome"] for t in run["tests"] if t["outcome"] is not None}
    assert settled == told
    assert finished is not None and finished["verdict"] == run["verdict"]


def check(result):
    """All of them, for a run that came to its end."""
    assert result.run is not None, "no run.json\n" + result.describe()
    accounting(result.run)
    verdict_and_exit(result)
    junit_agrees(result)
    journal_folds(result)
