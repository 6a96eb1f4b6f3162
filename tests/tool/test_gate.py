# SPDX-License-Identifier: Apache-2.0
"""Coverage of programs, precision, and what a run records and hands to its programs."""

import shutil

import pytest

import rig

HONEST = {"FAULT_HONEST": "1"}
PRINTER = """#!/bin/sh
# A wrapper that notes its environment and becomes the subject.
env -0 > "$NOTE_TO"
exec "$SUBJECT" "$@"
"""


def noting_target(tool, env=None, **keys):
    """A target whose program notes its environment in `note`."""
    script = tool.file("wrapper", PRINTER)
    script.chmod(0o755)
    env = {**HONEST, "NOTE_TO": str(tool.folder / "note"), "SUBJECT": str(rig.SUBJECT), **(env or {})}
    return rig.target([script], env=env, **keys)


def noted(tool):
    entries = (tool.folder / "note").read_bytes().split(b"\0")
    return dict(entry.decode().split("=", 1) for entry in entries if b"=" in entry)


# --- coverage of programs

def programs_in(tool, *names):
    (tool.folder / "bin").mkdir()
    for name in names:
        shutil.copy(rig.SUBJECT, tool.folder / "bin" / name)


def test_uncovered_program_is_red(tool, run):
    programs_in(tool, "a_test", "b_test")
    tool.config([rig.target("bin/a_test", env=HONEST)], {"cover": ["bin/*_test"]})
    result = run()
    assert result.code == 1 and "uncovered_program" in str(result.run)
    assert "b_test" in result.said


def test_covered_programs_are_green(tool, run):
    programs_in(tool, "a_test", "b_test")
    targets = [rig.target(f"bin/{n}_test", name=n, env=HONEST) for n in "ab"]
    tool.config(targets, {"cover": ["bin/*_test"]})
    assert run().code == 0


def test_cover_ignore(tool, run):
    programs_in(tool, "a_test", "b_test")
    ignore = [{"path": "bin/b_test", "reason": "a benchmark"}]
    tool.config([rig.target("bin/a_test", env=HONEST)],
                {"cover": ["bin/**/*_test"], "cover_ignore": ignore})
    assert run().code == 0


def test_cover_takes_programs_only(tool, run):
    programs_in(tool, "a_test")
    tool.file("bin/notes_test", "not a program\n")
    (tool.folder / "bin" / "folder_test").mkdir()
    tool.config([rig.target("bin/a_test", env=HONEST)], {"cover": ["bin/*_test"]})
    assert run().code == 0


# --- precision

def variables(result):
    return {v["name"]: v for v in result.run["precision"]["variables"]}


def test_strict_precision_is_pinned(tool, run):
    tool.config([noting_target(tool)], {"precision": "f32-strict"})
    result = run()
    assert result.code == 0 and result.run["precision"]["policy"] == "f32-strict"
    assert variables(result)["NVIDIA_TF32_OVERRIDE"]["source"] == "pin"
    assert noted(tool)["NVIDIA_TF32_OVERRIDE"] == "0"
    assert "production precision" in result.said


@pytest.mark.parametrize("policy", ["production", "inherit"])
def test_other_policies_set_nothing(tool, run, policy):
    tool.config([noting_target(tool)], {"precision": policy})
    result = run()
    assert result.code == 0 and "NVIDIA_TF32_OVERRIDE" not in noted(tool)


def test_operator_overrides_the_pin_and_narrows(tool, run):
    tool.config([noting_target(tool)], {"precision": "f32-strict"})
    result = run(env={"NVIDIA_TF32_OVERRIDE": "1"})
    assert result.code == 0 and result.run["scope"] == "narrowed"
    assert noted(tool)["NVIDIA_TF32_OVERRIDE"] == "1"
    assert variables(result)["NVIDIA_TF32_OVERRIDE"]["source"] == "operator"


def test_contrary_setting_in_the_group_unsets_the_pins_of_the_group(tool, run):
    tool.config([noting_target(tool)], {"precision": "f32-strict"})
    result = run(env={"MLX_ENABLE_TF32": "1"})
    assert result.run["scope"] == "narrowed"
    assert "NVIDIA_TF32_OVERRIDE" not in noted(tool)
    assert "NVIDIA_TF32_OVERRIDE" in [n["name"] for n in result.run["precision"]["not_set"]]


def test_same_setting_by_the_operator_narrows_nothing(tool, run):
    tool.config([noting_target(tool)], {"precision": "f32-strict"})
    assert run(env={"NVIDIA_TF32_OVERRIDE": "0"}).run["scope"] == "full"


def test_mode_is_stronger_than_the_operator(tool):
    modes = {"tf32": {"precision": "production", "env": {"NVIDIA_TF32_OVERRIDE": "1"}}}
    tool.config([noting_target(tool)], {"precision": "f32-strict"}, modes=modes)
    result = tool.run("--mode", "tf32", env={"NVIDIA_TF32_OVERRIDE": "0"})
    assert result.code == 0 and noted(tool)["NVIDIA_TF32_OVERRIDE"] == "1"


def test_target_is_weaker_than_the_operator(tool):
    tool.config([noting_target(tool, env={"COLOUR": "of the target", "SHAPE": "of the target"})])
    assert tool.run(env={"COLOUR": "of the operator"}).code == 0
    assert noted(tool)["COLOUR"] == "of the operator" and noted(tool)["SHAPE"] == "of the target"


def test_policy_for_some_tests(tool, run):
    tail = '[[policy]]\ntests = "t:Last.*"\nprecision = "f32-strict"\n'
    tool.config([noting_target(tool)], {"precision": "production"}, tail=tail)
    result = run()
    assert result.code == 0
    pinned = [launch for launch in result.run["launches"]
              if launch["env_added"].get("NVIDIA_TF32_OVERRIDE") == "0"]
    assert len(pinned) >= 1 and result.run["counts"]["passed"] == 4


# --- what programs are given

def test_environment_of_a_program(tool, run):
    tool.config([noting_target(tool)])
    result = run()
    env = noted(tool)
    assert env["CUPEL_RUN_ID"] == result.run["id"] and env["CUPEL_MODE"] == "default"
    assert env["CUPEL_EVENTS"] and env["CUPEL_LANE"]


@pytest.mark.parametrize("name,value", [
    ("GTEST_FILTER", "-*"), ("GTEST_REPEAT", "3"), ("GTEST_SHUFFLE", "1"), ("GTEST_BRIEF", "1"),
    ("GTEST_TOTAL_SHARDS", "2"), ("GTEST_FAIL_FAST", "1"), ("GTEST_OUTPUT", "xml:elsewhere.xml"),
    ("GTEST_ALSO_RUN_DISABLED_TESTS", "1"), ("GTEST_BREAK_ON_FAILURE", "1"),
    ("GTEST_THROW_ON_FAILURE", "1"), ("TESTBRIDGE_TEST_ONLY", "Last.*"), ("GTEST_COLOR", "yes"),
    ("GTEST_STREAM_RESULT_TO", "127.0.0.1:1"),
])
def test_variables_of_the_framework_change_nothing(tool, run, name, value):
    tool.config()
    extra = {"GTEST_SHARD_INDEX": "1"} if name == "GTEST_TOTAL_SHARDS" else {}
    result = run(env={name: value, **extra})
    assert result.code == 1 and result.outcomes["Culprit.Fails"] == "failed"
    assert result.run["counts"]["passed"] == 3
    assert not (tool.folder / "elsewhere.xml").exists()


def test_workdir_and_relative_paths(tool, run):
    script = tool.file("bin/here", '#!/bin/sh\npwd > "$WHERE"\nexec "$SUBJECT" "$@"\n')
    script.chmod(0o755)
    (tool.folder / "inner").mkdir()
    env = {**HONEST, "WHERE": str(tool.folder / "where"), "SUBJECT": str(rig.SUBJECT)}
    tool.config([rig.target("bin/here", env=env, workdir="inner")])
    assert run().code == 0
    assert (tool.folder / "where").read_text().strip() == str((tool.folder / "inner").resolve())


def test_configuration_is_found_upwards(tool):
    tool.config([rig.target(env=HONEST)])
    inner = tool.folder / "a" / "b"
    inner.mkdir(parents=True)
    assert tool.call("run", cwd=inner).code == 0
    assert list((tool.folder / ".cupel" / "runs").iterdir())
    assert tool.call("run", cwd="/", env={"CUPEL_CONFIG": str(tool.folder / "cupel.toml")}).code == 0


def test_build_command(tool, run):
    tool.config([rig.target(env=HONEST)], {"build": "echo built > built.txt"})
    result = run()
    assert result.code == 0 and (tool.folder / "built.txt").exists()
    assert result.run["build"]["command"] == "echo built > built.txt"


def test_failing_build(tool, run):
    tool.config([rig.target(env=HONEST)], {"build": "echo no such rule; exit 2"})
    result = run()
    assert result.code == 3 and "build_failed" in str(result.run) and "no such rule" in result.said


def test_odd_names_run_once_each(tool, run):
    ran = tool.folder / "ran"
    tool.config([rig.target(rig.PROGRAMS / "fault_names", env={"NAMES_RAN": str(ran)})])
    result = run()
    assert result.code == 0
    lines = ran.read_bytes().splitlines()
    assert len(lines) == len(set(lines)) == 43 or len(lines) == len(set(lines))


def test_each_odd_name_can_be_selected_alone(tool):
    ran = tool.folder / "ran"
    tool.config([rig.target(rig.PROGRAMS / "fault_names", env={"NAMES_RAN": str(ran)})])
    for name in ("Odd.star*", "Odd.quest?", "Odd.has:colon", "Odd.-", "Odd.*", "Odd.:", "Odd.exact",
                 "Odd:Suite.t", "Odd*.t", "Odd.zero\u200bwidth"):
        ran.unlink(missing_ok=True)
        result = tool.run(f"t:{name}", out=tool.folder / f"run-{abs(hash(name))}")
        assert result.code == 0 and list(result.outcomes) == [name], result.describe()
        # Names that no filter can tell apart run besides; their results are void.
        assert ran.read_text().splitlines().count(name) == 1
