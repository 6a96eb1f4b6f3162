# SPDX-License-Identifier: Apache-2.0
"""A project of somebody else finds the installed client package, and the installed tool runs."""

import os
import pathlib
import subprocess

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("CUPEL_TEST_BUILD", REPOSITORY / "build" / "release"))

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(theirs LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
find_package(cupel VERSION REQUIRED)
add_executable(theirs main.cc)
target_link_libraries(theirs PRIVATE cupel::client)
"""
MAIN = """#include <cupel/compare.hpp>
#include <cupel/measure.hpp>
int main() { return 0; }
"""


def run(*command):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    """An installation of everything."""
    folder = tmp_path_factory.mktemp("prefix")
    done = run("cmake", "--install", BUILD, "--prefix", folder)
    assert done.returncode == 0, done.stderr
    return folder


def configure(folder, prefix, version):
    (folder / "CMakeLists.txt").write_text(PROJECT.replace("VERSION REQUIRED", f"{version} REQUIRED"))
    (folder / "main.cc").write_text(MAIN)
    return run("cmake", "-G", "Ninja", "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={prefix}")


def test_a_project_finds_and_uses_the_client(tmp_path, prefix):
    done = configure(tmp_path, prefix, "0.1")
    assert done.returncode == 0, done.stderr
    done = run("cmake", "--build", tmp_path / "build", "--verbose")
    assert done.returncode == 0, done.stdout
    assert str(prefix) in done.stdout and str(REPOSITORY) not in done.stdout
    assert run(tmp_path / "build" / "theirs").returncode == 0


def test_a_project_that_wants_a_later_version_is_refused(tmp_path, prefix):
    done = configure(tmp_path, prefix, "9.0")
    assert done.returncode != 0 and "9.0" in done.stderr


def test_every_header_is_installed(prefix):
    ours = {p.relative_to(REPOSITORY / "include") for p in (REPOSITORY / "include").rglob("*.h*")}
    theirs = {p.relative_to(prefix / "include") for p in (prefix / "include").rglob("*.h*")}
    assert ours and ours == theirs


def test_the_installed_tool_runs(prefix):
    done = run(prefix / "bin" / "cupel", "--help")
    assert done.returncode == 0 and "run" in done.stdout


def test_the_static_tool_needs_only_glibc():
    tool = BUILD / "static" / "cupel"
    assert run(REPOSITORY / "tools" / "check_static", tool).returncode == 0
    done = run(tool, "--help")
    assert done.returncode == 0 and "run" in done.stdout


STATIC = {"-static-libstdc++": 0, "-shared-libgcc": 1}


@pytest.mark.parametrize("flag,expected", STATIC.items())
def test_check_static_knows_a_library_that_is_not_of_glibc(tmp_path, flag, expected):
    (tmp_path / "a.cc").write_text("#include <iostream>\nint main() { std::cout << 1; }\n")
    done = run("g++", tmp_path / "a.cc", "-o", tmp_path / "a", flag, "-static-libgcc")
    assert done.returncode == 0, done.stderr
    done = run(REPOSITORY / "tools" / "check_static", tmp_path / "a")
    assert done.returncode == expected, done.stdout + done.stderr
    assert ("libstdc++" in done.stderr) == bool(expected)
