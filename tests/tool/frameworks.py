# SPDX-License-Identifier: Apache-2.0
"""Runs the tool on the programs of tests/frameworks and says how each way of dying must come out."""

import pytest

import rig

PROGRAMS = rig.BUILD / "frameworks"

# Each way to end in the middle of a test: FAULT, the outcome, a word of its detail, what else is red.
DEATHS = [
    ("aborts", "crashed", "SIGABRT"),
    ("segfaults", "crashed", "SIGSEGV"),
    ("is_killed", "crashed", "SIGKILL"),
    ("terminates", "crashed", "SIGABRT"),
    ("exits_0_at_once", "crashed", "code 0"),
    ("exits_3_at_once", "crashed", "code 3"),
]


def program(name):
    """Its path; the case is skipped where its framework was not found when the tree was built."""
    path = PROGRAMS / name
    if not path.exists():
        pytest.skip(f"{name} was not built: its framework is not installed")
    return path


def built(*names):
    """Those of these programs that there are; the first, which then skips, where there is none."""
    return [n for n in names if (PROGRAMS / n).exists()] or [names[0]]


def target(harness, name, **keys):
    return {**rig.target(program(name)), "harness": harness, **keys}


def details(result):
    return {test["name"]: test.get("detail", "") for test in result.run["tests"]}


def reds(result):
    return {n: o for n, o in result.outcomes.items() if o not in ("passed", "skipped", None)}


def subcases(result, name):
    return [s["name"] for s in result.test(name)["subcases"]]


def ran(path):
    """The names that programs noted, as bytes."""
    return [bytes.fromhex(line) for line in path.read_text().splitlines()]


# --- what is asked of every framework whose programs have the tests of tests/frameworks/*/cases.cc

def check_death(tool, run, made, fault, outcome, word):
    """The culprit is named, the rest of the program runs, nothing else is blamed."""
    tool.config([{**made, "env": {"FAULT": fault}}])
    result = run("-k", "t:first*", "-k", "t:culprit", "-k", "t:after*")
    assert result.code == 1
    assert reds(result) == {"culprit": outcome}, result.describe()
    assert word in details(result)["culprit"]
    assert result.outcomes["after it passes"] == "passed"
    assert subcases(result, "culprit") == ["outer", "outer/inner"]


def check_hang(tool, run, made):
    tool.config([{**made, "env": {"FAULT": "hangs"}}], {"timeout": "1s"})
    result = run("-k", "t:culprit", "-k", "t:after*")
    assert result.code == 1
    assert reds(result) == {"culprit": "timed_out"}, result.describe()
    assert result.outcomes["after it passes"] == "passed"


def check_second_runner(tool, run, made):
    """A forked child that returns from its test runs the rest a second time: never green."""
    tool.config([{**made, "env": {"FAULT": "forks"}}])
    result = run("-k", "t:first*", "-k", "t:culprit", "-k", "t:after*")
    assert result.code == 1, result.describe()
    assert "culprit" in result.said


def check_forgery(tool, run, made, fault):
    tool.config([{**made, "env": {"FAULT": fault}}])
    result = run("-k", "t:first*", "-k", "t:culprit", "-k", "t:after*")
    assert result.code == 1, result.describe()
    assert result.outcomes["culprit"] != "passed"
    assert result.outcomes["after it passes"] == "passed"


def check_records_on_stdout_are_output(tool, run, made):
    tool.config([{**made, "env": {"FAULT": "prints_records"}}])
    result = run("-k", "t:first*", "-k", "t:culprit", "-k", "t:after*")
    assert result.code == 0, result.describe()
    assert not result.problems


def check_listing_faults(tool, made, fault, word, **gate):
    tool.config([{**made, "env": {"FAULT": fault}}], gate)
    result = tool.run()
    assert result.code == 3, result.describe()
    assert result.problems == ["list_failed"]
    assert word in result.said


def check_odd_names(tool, run, made, count, twins=()):
    """All of them at once; then every other one; then each alone: what was chosen runs, no more.
    `twins` are names that the framework cannot tell apart: one of them brings the others along."""
    noted = tool.folder / "ran"
    tool.config([{**made, "env": {"NAMES_RAN": str(noted)}}])
    tests = run().run["tests"]
    assert len(tests) == count and len(ran(noted)) == count
    by_name = dict(zip((t["name"] for t in tests), ran(noted)))
    for chosen in [list(by_name)[::2], list(by_name)[1::2], *([n] for n in by_name)]:
        noted.unlink()
        ids = [f"t:{name}" for name in chosen]
        result = run(*ids, out=fresh(tool))
        assert result.code == 0, (chosen, result.describe())
        expected = {*chosen, *(twins if set(twins) & set(chosen) else ())}
        assert sorted(ran(noted)) == sorted(by_name[name] for name in expected), chosen
        settled = {n for n, o in result.outcomes.items() if o is not None}
        assert settled == set(chosen) and result.problems == []


def fresh(tool):
    """A run directory that is not there yet."""
    return tool.folder / f"run{len(tool.results)}"


def check_dies_among_many(tool, run, made, count=2000):
    """One of many tests dies in the middle: two or three launches, not a thousand."""
    tool.config([{**made, "env": {"FAULT": "aborts"}}])
    result = run()
    assert result.code == 1
    assert result.run["counts"]["crashed"] == 1 and result.run["counts"]["passed"] == count - 1
    launches = [launch for launch in result.run["launches"] if launch["purpose"] != "list"]
    assert len(launches) <= 3, len(launches)
