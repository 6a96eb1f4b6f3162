# SPDX-License-Identifier: Apache-2.0
"""The files of a tree that the checkers look at, and findings about them."""

import os
import subprocess
import sys

# Folders that hold no source of ours: build outputs, run records, and captured output of other
# programs, which is data whatever its suffix says.
NOT_SOURCE = ("build/", ".git/", ".cupel/", ".cache/", "tests/data/")

CXX_SUFFIXES = (".cc", ".cpp", ".c", ".h", ".hpp", ".cu", ".cuh")


def default_root():
    """The tree that holds these tools."""
    return os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def files(root):
    """Relative paths of all files of the tree, sorted: git's if it is a checkout, else all."""
    if os.path.exists(os.path.join(root, ".git")):
        names = _files_of_git(root)
    else:
        names = _files_of_folder(root)
    return sorted(n for n in names if not n.startswith(NOT_SOURCE))


def _files_of_git(root):
    command = ["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    names = {os.fsdecode(name) for name in listed.split(b"\0") if name}
    return [n for n in names if os.path.isfile(os.path.join(root, n))]


def _files_of_folder(root):
    for folder, folders, names in os.walk(root):
        folders[:] = [f for f in folders if f not in (".git", "__pycache__")]
        for name in names:
            yield os.path.relpath(os.path.join(folder, name), root)


def read_text(root, name):
    """The file's text; undecodable bytes become replacement characters (check_text reports them)."""
    with open(os.path.join(root, name), encoding="utf-8", errors="replace") as file:
        return file.read()


def language(root, name):
    """'cxx', 'python', 'shell', 'cmake', 'rust' or None, by suffix and else by the #! line."""
    if name.endswith(CXX_SUFFIXES):
        return "cxx"
    if name.endswith(".cmake") or os.path.basename(name) == "CMakeLists.txt":
        return "cmake"
    for suffix, found in ((".py", "python"), (".sh", "shell"), (".rs", "rust")):
        if name.endswith(suffix):
            return found
    if "." in os.path.basename(name).lstrip("."):
        return None
    with open(os.path.join(root, name), "rb") as file:
        first = file.readline(200)
    if not first.startswith(b"#!"):
        return None
    return "python" if b"python" in first else "shell"


class Findings:
    """What is wrong, printed as FILE:LINE: message, a compiler's form that editors jump to."""

    def __init__(self, tool):
        self.tool = tool
        self.count = 0

    def add(self, name, line, message):
        self.count += 1
        print(f"{name}:{line}: {message}")

    def finish(self, summary):
        """Prints the last line and gives the exit code: 0 clean, 1 something found."""
        if self.count:
            print(f"{self.tool}: {self.count} found", file=sys.stderr)
            return 1
        print(f"{self.tool}: {summary}", file=sys.stderr)
        return 0
