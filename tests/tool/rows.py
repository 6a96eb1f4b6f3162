# SPDX-License-Identifier: Apache-2.0
"""Reads the tables of fault and hostile programs, runs a row, and compares."""

import tomllib
from collections import Counter

import invariants
import rig

FAULTS = rig.ROOT / "suites" / "faults" / "faults.toml"
HOSTILE = rig.ROOT / "tests" / "hostile" / "hostile.toml"


def load(path):
    """The rows of a table, each with the table's defaults filled in."""
    table = tomllib.loads(path.read_text())
    defaults = table.pop("defaults", {})
    (rows,) = table.values()
    return [{**defaults, **row} for row in rows]


def faults():
    return load(FAULTS)


def hostile():
    rows = load(HOSTILE)
    for row in rows:
        row["env"] = {"FAULT": row["name"], **row.get("env", {})}
    return rows


def names(rows):
    return [row["name"] for row in rows]


def configure(tool, row, honest=False):
    env = dict(row.get("env", {}))
    if honest:
        env["FAULT_HONEST"] = "1"
    keys = dict(row.get("target", {}))
    if "workdir" in keys:
        (tool.folder / keys["workdir"]).mkdir()
    command = [rig.PROGRAMS / row["program"], *row.get("args", [])]
    gate = {"timeout": "20s", **row.get("gate", {})}
    tool.config([rig.target(command, env=env, **keys)], gate)


def one_of(allowed, value):
    return str(value) in str(allowed).split("|")


def problems_fit(row, found):
    must = set(row.get("problems", []))
    may = set(row.get("may", [])) | must
    return must <= set(found) <= may


def words_of(test):
    return f"{test.get('detail') or ''}\n{test.get('message') or ''}"


def compare(row, result):
    """Asserts that the run came out as the row says."""
    run = result.run
    assert one_of(row["verdict"], run["verdict"]), run["verdict"]
    assert problems_fit(row, result.problems), (row.get("problems", []), result.problems)
    named = row.get("tests", {})
    wrong = []
    for test in run["tests"]:
        want = named.get(test["name"], {"outcome": row.get("rest", "passed")})
        if not one_of(want["outcome"], test["outcome"]):
            wrong.append(f"{test['name']!r}: {test['outcome']}, wanted {want['outcome']}")
        elif want.get("words", "") not in words_of(test):
            wrong.append(f"{test['name']!r}: {words_of(test)!r} lacks {want['words']!r}")
    assert not wrong, "\n".join(wrong)
    listed = {test["name"] for test in run["tests"]}
    assert set(named) <= listed, f"not listed: {set(named) - listed}"
    tally = Counter(test["outcome"] for test in run["tests"])
    for outcome, count in row.get("counts", {}).items():
        assert tally[outcome] == count, tally


def check(tool, row):
    """Runs the row as it is."""
    configure(tool, row)
    result = tool.run()
    assert one_of(row["exit"], result.code), f"exit {result.code}\n" + result.describe()
    if row["exit"] == -9:
        return  # the tool itself was killed; that nothing survives is checked after every case
    invariants.check(result)
    compare(row, result)


def check_twin(tool, row):
    """Runs the honest twin: everything green."""
    configure(tool, row, honest=True)
    result = tool.run()
    invariants.check(result)
    exceptions = row["twin"] if isinstance(row.get("twin"), dict) else {}
    assert result.code == 0 and result.run["verdict"] == "green"
    assert result.problems == []
    for name, outcome in result.outcomes.items():
        assert outcome == exceptions.get(name, "passed"), (name, outcome)
    assert result.run["counts"]["selected"] > 0
