# SPDX-License-Identifier: Apache-2.0
"""`cupel init`: what it finds in a tree, what it leaves alone, and that what it writes runs."""

import os
import shutil
import subprocess
import tomllib

import pytest

import frameworks
import rig
from test_cargo import chains

PATH = "/usr/local/bin:/usr/bin:/bin"
GREEN = {"CULPRIT": "passes"}  # makes each test of the subject pass
needs_ctest = pytest.mark.skipif(shutil.which("ctest") is None, reason="CTest is not installed")
needs_pytest = pytest.mark.skipif(
    subprocess.run(["python3", "-c", "import pytest"], capture_output=True,
                   env={"PATH": PATH}).returncode != 0,
    reason="python3 has no pytest")


def put(tool, program, at):
    path = tool.folder / "tree" / at
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(program, path)
    return path


def cmake(tool, lines, build="build", kind="Release", generator="Ninja"):
    """A project that builds nothing; its programs have been put into the build tree."""
    tool.file("tree/CMakeLists.txt", "cmake_minimum_required(VERSION 3.21)\nproject(p NONE)\n"
              "enable_testing()\nset(B ${CMAKE_BINARY_DIR})\n" + "\n".join(lines) + "\n")
    subprocess.run(["cmake", "-G", generator, "-S", tool.folder / "tree", "-B",
                    tool.folder / "tree" / build, f"-DCMAKE_BUILD_TYPE={kind}"], check=True,
                   stdout=subprocess.DEVNULL, env=tool.environment())


def init(tool, *words, env=None):
    (tool.folder / "tree").mkdir(exist_ok=True)
    return tool.call("init", *words, cwd=tool.folder / "tree", env=env)


def written(tool):
    return tomllib.loads((tool.folder / "tree" / "cupel.toml").read_text())


def targets(tool):
    return {t["name"]: t for t in written(tool)["target"]}


def verdict(tool, out="run", **keys):
    return tool.run("-c", tool.folder / "tree" / "cupel.toml", out=tool.folder / out,
                    env={**GREEN, **keys})


@needs_ctest
@needs_pytest
def test_a_tree_of_green_programs_runs_green(tool):
    put(tool, rig.SUBJECT, "build/numerics_test")
    put(tool, frameworks.program("doctest_many"), "build/rope_test")
    put(tool, frameworks.program("catch2_v2_many"), "build/loose/alone_test")
    put(tool, "/bin/true", "build/some_tool")
    cmake(tool, ["add_test(NAME numerics COMMAND ${B}/numerics_test)",
                 "add_test(NAME rope COMMAND ${B}/rope_test)",
                 "set_tests_properties(rope PROPERTIES ENVIRONMENT A=b=c WORKING_DIRECTORY /)",
                 "add_test(NAME script COMMAND sh -c \"exit 5\")",
                 "set_tests_properties(script PROPERTIES SKIP_RETURN_CODE 5)"])
    tool.file("tree/tests/test_it.py", "def test_one():\n    pass\n")
    tool.file("tree/known-failures.toml", '[[skip]]\ntest = "script:*"\nreason = "on purpose"\n')
    result = init(tool)
    assert result.code == 0, result.describe()
    found = targets(tool)
    assert set(found) == {"numerics_test", "rope_test", "script", "alone_test", "pytest"}
    assert found["numerics_test"]["command"] == ["build/numerics_test"]
    assert found["rope_test"]["env"] == {"A": "b=c"} and found["rope_test"]["workdir"] == "/"
    assert found["script"]["harness"] == "command" and found["script"]["skip_code"] == 5
    assert found["alone_test"]["harness"] == "catch2"
    assert found["pytest"]["command"] == ["python3", "-m", "pytest", "tests"]
    gate = written(tool)["gate"]
    assert gate["undeclared_skip"] == "red" and gate["cover"] == ["cmake:build"]
    assert "numerics_test  gtest, 4 tests" in result.out
    assert "rope_test      doctest 2.4." in result.out and ", 2000 tests" in result.out
    assert "build/some_tool: it has no mark" in result.out
    config = tool.folder / "tree" / "cupel.toml"
    config.write_text(config.read_text().replace("# ledger =", "ledger ="))
    run = verdict(tool)
    assert run.code == 0, run.describe()
    assert run.run["counts"]["passed"] == 4 + 2000 + 2000 + 1
    assert run.run["counts"]["skipped"] == 1
    # The twin: with a test that fails it is red.
    assert verdict(tool, "red", CULPRIT="").code == 1


@needs_ctest
def test_what_only_ctest_can_say_stays_with_ctest(tool):
    put(tool, rig.SUBJECT, "build/numerics_test")
    cmake(tool, ["add_test(NAME numerics COMMAND ${B}/numerics_test)",
                 "add_test(NAME fails COMMAND sh -c \"exit 1\")",
                 "set_tests_properties(fails PROPERTIES WILL_FAIL TRUE)"])
    assert init(tool).code == 0
    assert [t["harness"] for t in written(tool)["target"]] == ["ctest"]
    assert targets(tool)["ctest"]["command"] == ["ctest", "--test-dir", "build"]
    text = (tool.folder / "tree" / "cupel.toml").read_text()
    assert "# [[target]]\n# name = \"numerics_test\"" in text
    run = verdict(tool)
    assert run.code == 0 and run.run["counts"]["passed"] == 2, run.describe()


@needs_ctest
def test_discovered_tests_are_one_program(tool):
    put(tool, rig.SUBJECT, "build/numerics_test")
    one = 'add_test(NAME {0} COMMAND ${{B}}/numerics_test "--gtest_filter={0}" ' \
          '--gtest_also_run_disabled_tests)\nset_tests_properties({0} PROPERTIES ' \
          'SKIP_REGULAR_EXPRESSION "\\\\[  SKIPPED \\\\]")'
    cmake(tool, [one.format(name) for name in ("Honest.First", "Culprit.Fails")])
    assert init(tool).code == 0
    assert targets(tool)["numerics_test"]["command"] == ["build/numerics_test"]
    assert list(targets(tool)) == ["numerics_test"]
    assert verdict(tool).code == 0


@needs_ctest
def test_of_several_builds_of_the_same_sources_one_is_taken(tool):
    for build in ("build-debug", "build-release"):
        put(tool, rig.SUBJECT, f"{build}/numerics_test")
        cmake(tool, ["add_test(NAME numerics COMMAND ${B}/numerics_test)"], build,
              "Debug" if build == "build-debug" else "Release")
    result = init(tool)
    assert result.code == 0
    assert targets(tool)["numerics_test"]["command"] == ["build-release/numerics_test"]
    assert len(targets(tool)) == 1 and written(tool)["gate"]["cover"] == ["cmake:build-release"]
    assert "build-debug is another build" in result.out


@needs_ctest
def test_of_several_configurations_of_a_tree_one_is_taken(tool):
    for kind in ("Debug", "Release"):
        put(tool, rig.SUBJECT, f"build/{kind}/numerics_test")
    cmake(tool, ["add_test(NAME numerics COMMAND ${B}/$<CONFIG>/numerics_test)",
                 "add_test(NAME fails COMMAND sh -c \"exit 1\")",
                 "set_tests_properties(fails PROPERTIES WILL_FAIL TRUE)"],
          generator="Ninja Multi-Config")
    result = init(tool)
    assert result.code == 0, result.describe()
    assert {n: t["command"] for n, t in targets(tool).items()} == {
        "ctest": ["ctest", "--test-dir", "build", "-C", "Release"]}
    run = verdict(tool)
    assert run.code == 0 and run.run["counts"]["passed"] == 2, run.describe()


@needs_ctest
def test_a_tree_that_is_not_built_is_told(tool):
    put(tool, rig.SUBJECT, "build/numerics_test")
    cmake(tool, ["add_test(NAME numerics COMMAND ${B}/numerics_test)",
                 "add_test(NAME later COMMAND ${B}/later_test)"])
    result = init(tool)
    assert result.code == 1, result.describe()
    assert "build: 1 test of ctest without a program, such as later; build the tree" in result.out
    put(tool, rig.SUBJECT, "build/later_test")
    (tool.folder / "tree" / "cupel.toml").unlink()
    assert init(tool).code == 0


@needs_ctest
def test_a_program_added_later_is_found(tool):
    put(tool, rig.SUBJECT, "build/numerics_test")
    lines = ["add_test(NAME numerics COMMAND ${B}/numerics_test)"]
    cmake(tool, lines)
    assert init(tool).code == 0
    assert verdict(tool).code == 0
    put(tool, rig.SUBJECT, "build/later_test")
    cmake(tool, [*lines, "add_test(NAME later COMMAND ${B}/later_test)"])
    run = verdict(tool, "later")
    assert run.code == 1 and "uncovered_program" in run.said and "later_test" in run.said


def test_an_existing_file_is_not_overwritten(tool):
    put(tool, rig.SUBJECT, "bin/t")
    old = tool.file("tree/cupel.toml", "mine")
    result = init(tool)
    assert result.code == 4 and "not overwritten" in result.err
    assert old.read_text() == "mine"
    shown = init(tool, "--dry-run")
    assert shown.code == 0 and tomllib.loads(shown.out)["target"][0]["command"] == ["bin/t"]
    assert old.read_text() == "mine"
    old.unlink()
    assert init(tool).code == 0 and targets(tool)["t"]["harness"] == "gtest"


def test_the_file_may_have_another_name(tool):
    put(tool, rig.SUBJECT, "t")
    (tool.folder / "tree").mkdir(exist_ok=True)
    result = tool.call("init", "-c", tool.folder / "tree" / "gate.toml")
    assert result.code == 0, result.describe()
    assert 'command = ["./t"]' in (tool.folder / "tree" / "gate.toml").read_text()
    assert tool.call("init", "-c", tool.folder / "no" / "gate.toml").code == 4
    assert tool.call("init", "-c", tool.folder / "tree").code == 4


def test_nothing_found_writes_nothing(tool):
    put(tool, "/bin/true", "bin/true")
    result = init(tool)
    assert result.code == 3 and "no tests were found" in result.err
    assert not (tool.folder / "tree" / "cupel.toml").exists()


def test_a_program_without_marks_is_not_started(tool):
    put(tool, rig.SUBJECT, "bin/t")
    put(tool, "/usr/bin/touch", "bin/touch")  # would make a file of its argument
    before = set(os.listdir(tool.folder / "tree"))
    result = init(tool)
    assert result.code == 0 and "bin/touch: it has no mark" in result.out
    assert set(os.listdir(tool.folder / "tree")) == before | {"cupel.toml"}


@pytest.mark.parametrize("harness, program", [
    ("gtest", "ctest_subject"), ("catch2", "catch2_v2_cases"), ("doctest", "doctest_cases"),
    ("boost", "boost_subject"), ("libtest", "libtest-debian/many"), ("libtest", "libtest-rustup/many")])
def test_each_framework_is_told(tool, harness, program):
    put(tool, frameworks.program(program), "bin/t")
    result = init(tool)
    assert result.code == 0, result.describe()
    assert {n: t["harness"] for n, t in targets(tool).items()} == {"t": harness}


def test_a_program_that_only_quotes_a_framework_is_not_asked(tool):
    """As this tool does, which drives them all; a program of another framework is asked as that."""
    put(tool, rig.CUPEL, "bin/cupel")
    subject = put(tool, rig.SUBJECT, "bin/t")
    subject.write_bytes(subject.read_bytes() + b'doctest version is "')
    result = init(tool)
    assert result.code == 0 and "bin/cupel: it has no mark" in result.out, result.describe()
    assert {n: t["harness"] for n, t in targets(tool).items()} == {"t": "gtest"}


def test_a_program_that_does_not_list_is_told(tool):
    put(tool, rig.SUBJECT, "bin/good")
    bad = put(tool, "/bin/false", "bin/bad")
    bad.write_bytes(bad.read_bytes() + b"N7testing4TestE")  # a mark, and no listing
    result = init(tool)
    assert result.code == 1, result.describe()
    assert "bin/bad: asked as gtest: " in result.out
    assert list(targets(tool)) == ["good"]
    assert "#   bin/bad: " in (tool.folder / "tree" / "cupel.toml").read_text()


def test_where_nobody_looks(tool):
    for place in ("node_modules/x", "target/debug", ".git/hooks", "venv/bin"):
        put(tool, rig.SUBJECT, f"{place}/hidden")
    put(tool, rig.SUBJECT, "bin/t")
    outside = tool.folder / "outside"
    outside.mkdir()
    shutil.copy(rig.SUBJECT, outside / "elsewhere")
    (tool.folder / "tree" / "link").symlink_to(outside)
    (tool.folder / "tree" / "loop").symlink_to(tool.folder / "tree")
    assert init(tool).code == 0
    assert list(targets(tool)) == ["t"]


def test_two_programs_of_one_name(tool):
    put(tool, rig.SUBJECT, "a/gate")
    put(tool, rig.SUBJECT, "b/gate")
    put(tool, rig.SUBJECT, "c/odd name:\"ü")
    assert init(tool).code == 0
    found = targets(tool)
    assert found["gate-tests"]["command"] == ["a/gate"]
    assert found["gate-tests-2"]["command"] == ["b/gate"]
    assert found["odd_name____"]["command"] == ["c/odd name:\"ü"]
    assert verdict(tool).code == 0


def test_a_path_that_no_configuration_can_name(tool):
    put(tool, rig.SUBJECT, "bin/t")
    shutil.copy(rig.SUBJECT, os.fsencode(tool.folder) + b"/tree/bin/odd-\xff")
    result = init(tool)
    assert result.code == 0 and "its path is no UTF-8" in result.out, result.describe()
    assert list(targets(tool)) == ["t"]


@needs_pytest
def test_what_is_asked_sees_no_device(tool):
    """Nothing is leased, so nothing may be used."""
    tool.file("tree/test_it.py", "import os\nopen('seen', 'w').write(os.environ['CUDA_VISIBLE_DEVICES'])\n"
              "def test_one():\n    pass\n")
    result = init(tool, env={"CUDA_VISIBLE_DEVICES": "0"})
    assert result.code == 0 and (tool.folder / "tree" / "seen").read_text() == "", result.describe()


@needs_pytest
def test_suites_of_pytest(tool):
    one = "def test_one():\n    pass\n"
    tool.file("tree/python/pyproject.toml", "[tool.pytest.ini_options]\naddopts = '-q'\n")
    tool.file("tree/python/tests/test_a.py", one)
    tool.file("tree/scripts/checks/test_b.py", one)
    tool.file("tree/docs/pyproject.toml", "[project]\nname = 'x'\n")
    result = init(tool)
    assert result.code == 0, result.describe()
    assert {n: (t["workdir"], t["command"]) for n, t in targets(tool).items()} == {
        "python": ("python", ["python3", "-m", "pytest"]),
        "checks": ("scripts/checks", ["python3", "-m", "pytest"])}
    run = verdict(tool)
    assert run.code == 0 and run.run["counts"]["passed"] == 2


@needs_pytest
def test_a_virtual_environment_beside_the_tests_is_taken(tool):
    tool.file("tree/tests/test_a.py", "def test_one():\n    pass\n")
    (tool.folder / "tree" / ".venv" / "bin").mkdir(parents=True)
    (tool.folder / "tree" / ".venv" / "bin" / "python").symlink_to(shutil.which("python3", path=PATH))
    assert init(tool).code == 0
    assert targets(tool)["pytest"]["command"] == [".venv/bin/python", "-m", "pytest", "tests"]
    assert verdict(tool).code == 0


@needs_pytest
def test_files_that_only_look_like_tests(tool):
    put(tool, rig.SUBJECT, "bin/t")
    tool.file("tree/lib/test_helpers.py", "def helper():\n    pass\n")
    result = init(tool)
    assert result.code == 0, result.describe()
    assert "lib: pytest finds no test there" in result.out
    assert list(targets(tool)) == ["t"]


@needs_pytest
def test_a_suite_that_cannot_be_collected(tool):
    put(tool, rig.SUBJECT, "bin/t")
    tool.file("tree/py/test_a.py", "import there_is_no_such_module\n")
    result = init(tool)
    assert result.code == 1, result.describe()
    assert "py: " in result.out and "test_a.py" in result.out
    assert list(targets(tool)) == ["t"]


@needs_pytest
def test_an_interrupt_writes_nothing(tool):
    tool.file("tree/test_slow.py", "import time\nopen('begun', 'w').close()\ntime.sleep(50)\n")
    process = tool.start("init", cwd=tool.folder / "tree")
    rig.wait_for(lambda: (tool.folder / "tree" / "begun").exists())
    process.terminate()
    result = tool.finish(process)
    assert result.code == 3 and "SIGTERM" in result.err
    assert not (tool.folder / "tree" / "cupel.toml").exists()


CRATE = """#[cfg(test)]
mod tests {
    #[test]
    fn passes() {}
    #[test]
    fn fails_where_asked() {
        assert!(std::env::var("CULPRIT").as_deref() == Ok("passes"));
    }
}
"""


@pytest.mark.parametrize("chain", chains())
def test_a_cargo_workspace(tool, chain):
    path = {"PATH": f"{chain}:{PATH}"}
    tool.file("tree/Cargo.toml", "[workspace]\nmembers = ['one', 'two']\n")
    for name in ("one", "two"):
        tool.file(f"tree/{name}/Cargo.toml", f"[package]\nname = '{name}'\nversion = '0.1.0'\n")
        tool.file(f"tree/{name}/src/lib.rs", CRATE)
    result = init(tool, env=path)
    assert result.code == 0, result.describe()
    assert "cargo  cargo, 2 test programs" in result.out
    assert written(tool)["target"] == [
        {"name": "cargo", "harness": "cargo", "command": ["cargo", "test"]}]
    assert written(tool)["gate"]["cover"] == ["cargo:."]
    assert not (tool.folder / "tree" / "target").exists()
    run = verdict(tool, **path)
    assert run.code == 0, run.describe()
    assert {t["id"] for t in run.run["tests"]} == {
        f"cargo/{name}/{name}:tests::{test}" for name in ("one", "two")
        for test in ("passes", "fails_where_asked")}
    assert verdict(tool, "red", **path, CULPRIT="").code == 1


def test_a_workspace_that_cargo_does_not_read(tool):
    put(tool, rig.SUBJECT, "bin/t")
    tool.file("tree/rust/Cargo.toml", "[workspace]\nmembers = ['absent']\n")
    result = init(tool)
    assert result.code == 1, result.describe()
    assert "rust/Cargo.toml: " in result.out
    assert list(targets(tool)) == ["t"]
