# SPDX-License-Identifier: Apache-2.0
"""tools/lint checks what changed and nothing else, and never takes an old answer for a new text.

clang-tidy itself is a stand-in here: it finds every line with the word "flaw" in the files that its
input includes, and says that the input does not compile if two of them hold the word "clash".
"""

import json
import os
import stat
import subprocess

import planted
import pytest

STAND_IN = r"""#!/usr/bin/python3
import os, re, sys
if "--version" in sys.argv:
    print("stand-in 1")
    sys.exit(0)
path = next(a for a in sys.argv if a.endswith(".cc"))
with open(os.environ["TIDY_LOG"], "a") as log:
    log.write(path + "\n")
text = open(path).read()
parts = re.findall(r'#include "(/[^"]+)"', text) or [path]
code = 0
if sum("clash" in open(p).read() for p in parts) > 1:
    print(f"{path}:1:1: error: clash [clang-diagnostic-error]")
    sys.exit(1)
for part in parts:
    for header in [part] + [os.path.join("ROOT", "src", h) for h in re.findall(r'#include "(base/[^"]+)"', open(part).read())]:
        for number, line in enumerate(open(header), 1):
            if "flaw" in line:
                print(f"{header}:{number}:1: error: a flaw [stand-in]")
                code = 1
sys.exit(code)
"""


class Tree:
    """A planted tree with its compile_commands.json and the stand-in."""

    def __init__(self, root, files):
        self.root = root
        self.log = root / "log"
        planted.plant(root, files)
        tool = root / "bin" / "clang-tidy-19"
        tool.parent.mkdir()
        tool.write_text(STAND_IN.replace("ROOT", str(root)))
        tool.chmod(tool.stat().st_mode | stat.S_IEXEC)
        entries = [
            {"directory": str(root), "file": str(root / name), "command": f"g++ -I{root}/src -c {root / name} -o x.o"}
            for name in files if name.endswith(".cc")
        ]
        (root / "build").mkdir()
        (root / "build/compile_commands.json").write_text(json.dumps(entries))

    def lint(self):
        """(exit code, findings, number of files checked, times that clang-tidy ran)."""
        self.log.write_text("")
        env = {**os.environ, "PATH": f"{self.root}/bin:{os.environ['PATH']}", "TIDY_LOG": str(self.log),
               "XDG_CACHE_HOME": str(self.root / "cache")}
        command = [planted.REPOSITORY / "tools/lint", "--root", self.root, "--build", "build"]
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        checked = int(done.stderr.split(" files, ")[1].split(" checked")[0])
        return done.returncode, done.stdout, checked, len(self.log.read_text().splitlines())


FILES = {
    "src/base/a.cc": '#include "base/a.h"\nint a;\n',
    "src/base/b.cc": "int b;\n",
    "src/base/a.h": "int h;\n",
    "src/os/c.cc": "int c;\n",
}


@pytest.fixture
def tree(tmp_path):
    return Tree(tmp_path, FILES)


def test_clean_files_are_checked_once_and_together(tree):
    assert tree.lint() == (0, "", 3, 2)
    assert tree.lint() == (0, "", 0, 0)


def test_a_changed_file_is_checked_again_alone(tree):
    tree.lint()
    planted.plant(tree.root, {"src/base/b.cc": "int flaw;\n"})
    code, out, checked, runs = tree.lint()
    assert (code, checked, runs) == (1, 1, 1)
    assert "src/base/b.cc:1:1: error: a flaw" in out
    assert tree.lint()[0] == 1, "a finding must not be forgotten"
    planted.plant(tree.root, {"src/base/b.cc": "int b;\n"})
    assert tree.lint() == (0, "", 0, 0)


def test_a_changed_header_has_its_users_checked_again(tree):
    tree.lint()
    planted.plant(tree.root, {"src/base/a.h": "int flaw;\n"})
    code, out, checked, _ = tree.lint()
    assert (code, checked) == (1, 1) and "src/base/a.h:1:1: error" in out


def test_a_finding_in_one_file_leaves_the_others_of_its_unit_clean(tree):
    planted.plant(tree.root, {"src/base/b.cc": "int flaw;\n"})
    assert tree.lint()[0::2] == (1, 3)
    assert tree.lint()[0::2] == (1, 1)


def test_a_finding_in_a_header_keeps_its_whole_unit_open(tree):
    planted.plant(tree.root, {"src/base/a.h": "int flaw;\n"})
    assert tree.lint()[0::2] == (1, 3)
    assert tree.lint()[0::2] == (1, 2)


def test_files_that_do_not_compile_together_are_checked_alone(tree):
    planted.plant(tree.root, {"src/base/a.cc": "int clash;\n", "src/base/b.cc": "int clash; // flaw\n"})
    code, out, checked, runs = tree.lint()
    assert (code, checked, runs) == (1, 3, 4)
    assert "b.cc:1:1: error: a flaw" in out and "clash" not in out


@pytest.mark.parametrize("name", [".clang-tidy", "src/.clang-tidy"])
def test_a_changed_configuration_opens_everything_below(tree, name):
    tree.lint()
    planted.plant(tree.root, {name: "Checks: '-*'\n"})
    assert tree.lint()[2] == 3
    assert tree.lint()[2] == 0
