# SPDX-License-Identifier: Apache-2.0
"""A cargo workspace through the tool, with each cargo that is here."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import rig

SOURCE = rig.ROOT / "tests" / "frameworks" / "cargo" / "workspace"


def tool_chain(origin):
    """The folder of cargo and rustc of Debian, or those that rustup runs for this user."""
    if origin == "debian":
        return Path("/usr/bin") if Path("/usr/bin/cargo").exists() else None
    home = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo")) / "bin"
    if not (home / "rustc").exists():
        return None
    asked = subprocess.run([home / "rustc", "--print", "sysroot"], capture_output=True, text=True)
    return Path(asked.stdout.strip()) / "bin" if asked.returncode == 0 else None


def chains():
    """Those that are here; one that skips where there is none at all."""
    folders = {origin: tool_chain(origin) for origin in ("debian", "rustup")}
    found = [pytest.param(folder, id=origin) for origin, folder in folders.items()
             if folder is not None and (folder / "cargo").exists()]
    return found or [pytest.param(None, marks=pytest.mark.skip("no cargo"), id="none")]


pytestmark = pytest.mark.parametrize("chain", chains())


@pytest.fixture
def workspace(tool, chain):
    """Copies the workspace into the case and gives a function that writes a configuration for it."""
    shutil.copytree(SOURCE, tool.folder / "ws")

    def configure(*arguments, **keys):
        command = [chain / "cargo", "test", "--offline", *arguments]
        tool.config([rig.target(command, name="ws", harness="cargo", workdir="ws", **keys)],
                    {"timeout": "60s"})

    return configure


@pytest.fixture
def cargo_run(run, chain):
    def started(*args, env=None, **keys):
        path = f"{chain}:/usr/local/bin:/usr/bin:/bin"
        return run(*args, env={"PATH": path, **(env or {})}, **keys)

    return started


def outcomes(result):
    return {test["id"]: test["outcome"] for test in result.run["tests"]}


PROGRAMS = {
    "ws/one/one:tests::runs_in_the_package",
    "ws/one/one.bin:in_main",
    "ws/one/extra:in_extra",
    "ws/one/integration:has_the_environment_of_cargo",
    "ws/one/integration:may_fail",
    "ws/one/ex_tested:in_example",
    "ws/root/root:at_the_root",
    "ws/two/two:in_two",
    "ws/two/two:takes_long",
}


def test_every_program_of_every_member(tool, workspace, cargo_run):
    workspace()
    result = cargo_run()
    found = outcomes(result)
    assert PROGRAMS <= set(found)
    assert found["ws/two/two:takes_long"] == "skipped"
    docs = {name: outcome for name, outcome in found.items() if name.startswith("ws/one/doc:")}
    assert len(docs) == 6 and set(docs.values()) == {"passed", "skipped"}
    assert list(docs.values()).count("skipped") == 1, "the one that says ignore"
    assert not any(name.startswith("ws/two/doc") for name in found)
    custom = [name for name in found if name.startswith("ws/one/custom:")]
    assert len(custom) == 1 and found[custom[0]] == "passed"
    assert result.problems == [] and result.code == 0
    bare = next(t for t in result.run["targets"] if t["name"] == "ws/bare")
    assert bare["listed"] == 0 and bare["harness"] == "cargo"


def test_failures_are_those_of_the_programs(tool, workspace, cargo_run):
    workspace()
    result = cargo_run(env={"FAIL": "1"})
    assert result.code == 1
    failed = {name for name, outcome in outcomes(result).items() if outcome == "failed"}
    assert "ws/one/integration:may_fail" in failed
    assert len(failed) == 2
    (doc,) = failed - {"ws/one/integration:may_fail"}
    assert doc.startswith("ws/one/doc:") and "src/lib.rs - may_fail" in doc
    test = next(t for t in result.run["tests"] if t["id"] == "ws/one/integration:may_fail")
    assert "told to fail" in test["message"]
    assert test["location"]["file"].endswith("tests/integration.rs")


def test_features_and_packages_of_the_command(tool, workspace, cargo_run):
    workspace("-p", "one", "--lib", "--features", "extra")
    result = cargo_run()
    assert set(outcomes(result)) == {"ws/one/one:tests::runs_in_the_package", "ws/one/one:with_feature"}
    assert result.code == 0


def test_one_test_alone(tool, workspace, cargo_run):
    workspace("--lib")
    result = cargo_run("ws/two/two:in_two")
    ran = {name: outcome for name, outcome in outcomes(result).items() if outcome}
    assert ran == {"ws/two/two:in_two": "passed"}
    assert result.code == 0


def test_a_build_error_is_incomplete_with_the_compilers_words(tool, workspace, cargo_run):
    workspace()
    broken = tool.folder / "ws" / "two" / "src" / "lib.rs"
    broken.write_text(broken.read_text() + "pub fn g() -> i32 { \"no number\" }\n")
    result = cargo_run()
    assert result.code == 3 and result.problems == ["build_failed"]
    detail = result.run["targets"][0]["problems"][0]["detail"]
    assert "mismatched types" in detail and "two/src/lib.rs:" in detail


def test_no_workspace_here(tool, workspace, cargo_run):
    workspace()
    (tool.folder / "ws" / "Cargo.toml").unlink()
    result = cargo_run()
    assert result.code == 3 and result.problems == ["list_failed"]
    assert "Cargo.toml" in result.run["targets"][0]["problems"][0]["detail"]


def cover(tool, chain, *arguments, **gate):
    """A gate over the workspace by `cargo test ARGUMENTS`, that covers the whole of it."""
    tool.config([rig.target([chain / "cargo", "test", "--offline", *arguments], name="ws", harness="cargo",
                            workdir="ws")], {"timeout": "60s", "cover": ["cargo:ws"], **gate})


def test_cover_finds_the_programs_that_no_target_builds(tool, workspace, cargo_run, chain):
    cover(tool, chain, "-p", "one", "-p", "root", "--release")
    result = cargo_run()
    assert result.code == 1
    (reason,) = [reason for reason in result.run["reasons"] if "uncovered_program" in reason]
    assert "ws/two/src/lib.rs is found by cover \"cargo:ws\"" in reason


def test_cover_is_content_with_every_program(tool, workspace, cargo_run, chain):
    cover(tool, chain, "--release")
    result = cargo_run(out=tool.folder / "all")
    assert result.code == 0
    cover(tool, chain, "-p", "one", "-p", "root", "--release",
          cover_ignore=[{"path": "ws/two/src/lib.rs", "reason": "tried elsewhere"}])
    result = cargo_run(out=tool.folder / "ignored")
    assert result.code == 0


def test_cover_of_no_workspace(tool, run, chain, cargo_run):
    (tool.folder / "empty").mkdir()
    honest = rig.target(env={"FAULT_HONEST": "1"})
    for place, words in (("empty", "Cargo.toml"), ("absent", "there is no folder")):
        tool.config([honest], {"cover": [f"cargo:{place}"]})
        result = cargo_run(out=tool.folder / f"run-{place}")
        assert result.code == 3
        assert "list_failed" in result.run["reasons"][0] and words in result.run["reasons"][0]


def test_a_failed_build_leaves_no_program_uncovered(tool, workspace, cargo_run, chain):
    cover(tool, chain)
    (tool.folder / "ws" / "two" / "src" / "lib.rs").write_text("no rust\n")
    result = cargo_run()
    assert result.code == 3 and result.problems == ["build_failed"]
