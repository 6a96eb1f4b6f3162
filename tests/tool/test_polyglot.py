# SPDX-License-Identifier: Apache-2.0
"""The example of one library tested with five frameworks: one verdict."""

import shutil
import subprocess

import pytest

import invariants
import rig

EXAMPLE = rig.ROOT / "examples" / "polyglot"
PATH = "/usr/bin:/bin"  # Debian's tool chains, whatever else there is
TESTS = {
    "sum": 8,
    "dot": 3,
    "norm": 3,
    "rust/accurate/accurate": 2,
    "rust/accurate/exact": 2,
    "rust/accurate/doc": 1,
    "python": 12,
}


def missing():
    """What this machine lacks for the example, by the names of Debian's packages."""
    programs = {"cmake": "cmake", "make": "make", "g++": "g++", "cargo": "cargo", "python3": "python3"}
    files = {
        "/usr/include/gtest/gtest.h": "libgtest-dev",
        "/usr/include/catch2/catch.hpp": "catch2",
        "/usr/include/doctest/doctest.h": "doctest-dev",
    }
    lacks = [package for program, package in programs.items() if shutil.which(program, path=PATH) is None]
    lacks += [package for file, package in files.items() if not rig.Path(file).exists()]
    if "python3" not in lacks and subprocess.run(["/usr/bin/python3", "-c", "import pytest"], check=False).returncode:
        lacks.append("python3-pytest")
    return lacks


LACKS = missing()
pytestmark = pytest.mark.skipif(bool(LACKS), reason=f"the example needs {', '.join(LACKS)}")


@pytest.fixture
def example(tool):
    left_out = shutil.ignore_patterns("build", "target", ".cupel", "__pycache__", "Cargo.lock")
    shutil.copytree(EXAMPLE, tool.folder, dirs_exist_ok=True, ignore=left_out)
    return tool


def outcomes(result):
    """{target: {outcome: how many}}"""
    counts = {}
    for test in result.run["tests"]:
        of_target = counts.setdefault(test["target"], {})
        of_target[test["outcome"]] = of_target.get(test["outcome"], 0) + 1
    return counts


def gate(example):
    """Runs all of it; the first time that builds three programs and a crate."""
    run_dir = example.folder / f"run{len(example.results)}"
    process = example.start("run", "--out", run_dir, "--color", "never", env={"PATH": PATH})
    result = example.finish(process, run_dir, timeout=400)
    invariants.check(result)
    return result


def test_one_verdict_and_each_framework_notices_a_defect(example):
    result = gate(example)
    assert result.code == 0, result.describe()
    assert outcomes(result) == {target: {"passed": count} for target, count in TESTS.items()}

    source = example.folder / "src" / "accurate.cc"
    whole = source.read_text()
    broken = whole.replace("return sum + lost;", "return sum;")
    assert broken != whole
    source.write_text(broken)
    result = gate(example)
    assert result.code == 1, result.describe()
    red = {target for target, found in outcomes(result).items() if found.get("failed")}
    assert red == set(TESTS) - {"rust/accurate/accurate"}, "its unit tests are about lengths"
