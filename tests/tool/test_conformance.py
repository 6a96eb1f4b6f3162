# SPDX-License-Identifier: Apache-2.0
"""The conformance table: every scenario in every framework, as the gate must see it."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import invariants
import rig

FOLDER = rig.ROOT / "tests" / "conformance"
TABLE = tomllib.loads((FOLDER / "table.toml").read_text())
COLUMNS = TABLE["column"]
SCENARIOS = {row["name"]: row for row in TABLE["scenario"]}


def own_or_alike(entries, harness):
    """What stands for a column, or for the one that it is like."""
    return entries.get(harness, entries.get(COLUMNS[harness].get("like")))


def cells():
    for name, row in SCENARIOS.items():
        for harness in COLUMNS:
            if own_or_alike(row.get("impossible", {}), harness) is None:
                cell = own_or_alike(row.get("cell", {}), harness) or {}
                yield pytest.param(harness, {**row, **cell}, id=f"{harness}-{name}")


def tree_of(tool, program, variable):
    """A CMake build tree, whose tests are those of the program."""
    if shutil.which("ctest") is None:
        pytest.skip("CTest is not installed")
    subprocess.run(["cmake", "-G", "Ninja", "-S", FOLDER / "ctest", "-B", tool.folder / "build",
                    f"-D{variable}={program}"], check=True, stdout=subprocess.DEVNULL,
                   env=tool.environment())
    return ["ctest", "--test-dir", "build"]


MANIFEST = """[package]
name = "conformance"
version = "0.1.0"
edition = "2021"
"""


def package_of(source):
    """A package whose one test program has that source; built once, in the folder of the build."""
    if not Path("/usr/bin/cargo").exists():
        pytest.skip("cargo is not installed")
    folder = rig.BUILD / "conformance" / "cargo"
    texts = {"Cargo.toml": MANIFEST, "src/lib.rs": "", "tests/cases.rs": (FOLDER / source).read_text()}
    for name, text in texts.items():
        path = folder / name
        if path.exists() and path.read_text() == text:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        # Several cases begin at once: whoever comes second finds the same text.
        written = path.with_name(f"{path.name}.{os.getpid()}")
        written.write_text(text)
        written.replace(path)
    return ["/usr/bin/cargo", "test", "--offline", "--manifest-path", folder / "Cargo.toml"]


def command_of(tool, harness):
    column = COLUMNS[harness]
    if "package" in column:
        return package_of(column["package"])
    if "program" in column:
        program = rig.BUILD / column["program"]
        if not program.exists():
            pytest.skip(f"{program.name} was not built: its framework is not installed")
        return tree_of(tool, program, column["tree"]) if "tree" in column else [program]
    places = {"{source}": str(FOLDER), "{python}": sys.executable}
    return [re.sub(r"{\w+}", lambda found: places[found[0]], word) for word in column["command"]]


def targets(tool, harness, row, env):
    """One for the whole column, or where `each` is set one for every test."""
    column = COLUMNS[harness]
    keys = {"harness": column.get("harness", harness), "env": env, **column.get("target", {}), **row.get("target", {})}
    command = command_of(tool, harness)
    if not column.get("each"):
        return [rig.target(command, **keys)]
    made = []
    for letter in row["tests"]:
        case = prefix(row) + letter
        # Such a test has the name of its program.
        link = tool.folder / row.get("files", {}).get(letter, case)
        link.symlink_to(command[0])
        made.append(rig.target([link, case], name=f"t{letter}", **keys))
    return made


def prefix(row):
    return "case_whole_" if row.get("whole") else f"case_{row['name']}_"


def found_by_letter(row, run):
    """The tests of the scenario, by letter, in the order of the listing."""
    found = {}
    for test in run["tests"]:
        match = re.search(re.escape(prefix(row)) + "([a-z])(?![a-z_])", test["name"])
        if match:
            found.setdefault(match.group(1), []).append(test)
    return found


def fits(wanted, outcome):
    return outcome in wanted.split("|")


def wrong_outcomes(row, found):
    for letter, wanted in row["tests"].items():
        each = wanted if isinstance(wanted, list) else [wanted]
        got = [test["outcome"] for test in found.get(letter, [])]
        if len(got) != len(each) or not all(map(fits, each, got)):
            yield f"{letter}: {got}, wanted {wanted}"
    for letter in set(found) - set(row["tests"]):
        yield f"{letter}: is not in the table"


def wrong_words(row, found):
    for letter, words in row.get("words", {}).items():
        test = found[letter][0]
        said = f"{test.get('detail') or ''}\n{test.get('message') or ''}"
        if words not in said:
            yield f"{letter}: {said!r} lacks {words!r}"
    for letter in row.get("located", []):
        location = found[letter][0]["location"]
        if not location["file"] or not location["line"]:
            yield f"{letter}: no file and line: {location}"
    for letter, names in row.get("subcases", {}).items():
        got = [one["name"] for one in found[letter][0]["subcases"]]
        if got != names:
            yield f"{letter}: sub-cases {got}, wanted {names}"


def wrong_problems(row, problems):
    must = set(row.get("problems", []))
    if not must <= set(problems) <= must | set(row.get("may", [])):
        yield f"problems {problems}, wanted {sorted(must)}"


def verdict_of(row):
    if "verdict" in row:
        return row["verdict"]
    outcomes = [o for w in row["tests"].values() for o in (w if isinstance(w, list) else [w])]
    red = any(not fits("passed|skipped", o) for o in outcomes)
    red = red or any(p != "leaked_process" for p in row.get("problems", []))
    return "red" if red else "green"


@pytest.mark.parametrize("harness,row", cells())
def test_cell(tool, harness, row):
    env = {**COLUMNS[harness].get("env", {}), **row.get("env", {}), **({"CONFORMANCE": row["name"]} if row.get("whole") else {})}
    gate = {"timeout": "20s", **row.get("gate", {})}
    tool.config(targets(tool, harness, row, env), gate)
    filters = [f"-kt*:*{prefix(row)}{letter}*" for letter in row["tests"] or "abc"]
    result = tool.run(*filters)
    invariants.check(result)
    found = found_by_letter(row, {"tests": [t for t in result.run["tests"] if t["outcome"]]})
    wrong = [*wrong_outcomes(row, found)]
    if not wrong:
        wrong = [*wrong_words(row, found)]
    wrong += wrong_problems(row, result.problems)
    if result.run["verdict"] != verdict_of(row):
        wrong.append(f"verdict {result.run['verdict']}, wanted {verdict_of(row)}")
    assert not wrong, "\n".join(wrong)


def test_each_impossible_cell_says_why():
    for name, row in SCENARIOS.items():
        for harness, why in row.get("impossible", {}).items():
            assert harness in COLUMNS and len(why.split()) > 2, (name, harness)
        for harness, cell in row.get("cell", {}).items():
            assert harness in COLUMNS and cell.get("why"), (name, harness)


def test_there_are_enough_scenarios():
    assert len(SCENARIOS) == len(TABLE["scenario"]) >= 40
