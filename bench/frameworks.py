# SPDX-License-Identifier: Apache-2.0
"""Each framework's own runner beside the gate, on the same tests."""

import importlib.util
import shutil
import subprocess
import sys

import measure

TESTS = 2_000


def _config(folder, harness, command, workdir):
    words = ", ".join(f'"{word}"' for word in command)
    text = f"""[gate]
name = "{harness}"
precision = "inherit"

[[target]]
name = "{harness}"
harness = "{harness}"
command = [{words}]
workdir = "{workdir}"
"""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cupel.toml").write_text(text)
    return folder / "cupel.toml"


class Frameworks:
    """Rows of (framework, own runner, its seconds, the gate's seconds, tests that the gate counted)."""

    def __init__(self, build, scratch, runs):
        self.build, self.scratch, self.runs = build, scratch, runs

    def gate(self, harness, command, workdir=None, runs=None):
        """Seconds of a run by the gate, and how many tests passed."""
        folder = self.scratch / f"gate-{harness}-{len(list(self.scratch.iterdir()))}"
        config = _config(folder, harness, command, workdir or folder)
        out = folder / "out"
        words = [self.build / "cupel", "run", "-c", config, "--progress", "none", "--out", out]
        seconds = measure.seconds(words, runs or self.runs, {}, prepare=f"rm -rf {out}")
        return seconds, measure.accounting(out / "run.json")[2]["passed"]

    def program(self, name, harness):
        """A program that is its own runner."""
        program = self.build / f"bench_{name}"
        if not program.exists():
            return None
        own = measure.seconds([program], self.runs, {})
        return (name, "the program itself", own, *self.gate(harness, [program]))

    def pytest(self):
        if importlib.util.find_spec("pytest") is None:
            return None
        folder = self.scratch / "pytest"
        folder.mkdir()
        tests = "\n".join(f"def test_{i}():\n    assert {i} == {i}\n" for i in range(TESTS))
        (folder / "test_many.py").write_text(tests)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_many.py"]
        own = measure.seconds(command, self.runs, {}, folder=folder)
        return ("pytest", "`pytest -q`", own, *self.gate("pytest", command, folder))

    def cargo(self):
        if shutil.which("cargo") is None:
            return None
        folder = self.scratch / "many"
        (folder / "src").mkdir(parents=True)
        (folder / "Cargo.toml").write_text('[package]\nname = "many"\nversion = "0.1.0"\nedition = "2021"\n')
        tests = "\n".join(f"#[test]\nfn t{i}() {{ assert_eq!({i}, {i}); }}" for i in range(TESTS))
        (folder / "src" / "lib.rs").write_text(f"#[cfg(test)]\nmod tests {{\n{tests}\n}}\n")
        command = ["cargo", "test", "--offline"]
        subprocess.run([*command, "--no-run"], cwd=folder, check=True, stderr=subprocess.DEVNULL)
        own = measure.seconds([*command, "--", "--test-threads=1"], self.runs, {}, folder=folder)
        return ("cargo", "`cargo test -- --test-threads=1`", own, *self.gate("cargo", command, folder))

    def rows(self):
        found = [self.program("catch2", "catch2"), self.program("doctest", "doctest"),
                 self.program("boost", "boost"), self.pytest(), self.cargo()]
        return [row for row in found if row is not None]

    def ctest(self, tests, folder):
        """A build tree of discovered tests: (tests, seconds of ctest -j2, of the gate, passed)."""
        own = measure.seconds(["ctest", "--test-dir", folder, "-j2", "-Q"], 1, {})
        return (tests, own, *self.gate("ctest", ["ctest", "--test-dir", str(folder)]))
