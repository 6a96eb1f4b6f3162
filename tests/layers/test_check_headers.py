# SPDX-License-Identifier: Apache-2.0
"""cmake/CupelHeaders.cmake refuses a header that needs another one before it."""

import subprocess

import planted
import pytest

PROJECT = f"""cmake_minimum_required(VERSION 3.25)
project(planted LANGUAGES CXX)
include({planted.REPOSITORY}/cmake/CupelHeaders.cmake)
cupel_find_headers(${{PROJECT_SOURCE_DIR}}/src base headers)
cupel_headers_alone(base STANDARD 17 FOLDER ${{PROJECT_SOURCE_DIR}}/src FORM "\\"HEADER\\"" HEADERS ${{headers}})
"""
GOOD = "#pragma once\n#include <string>\nnamespace x { inline std::string s; }\n"

CASES = {
    "needs another header": (GOOD.replace("#include <string>\n", ""), "std"),
    "no include guard": (GOOD.replace("#pragma once\n", ""), "redefinition"),
    "of a later standard": (GOOD + "template <class T> concept C = true;\n", "concept"),
}


def build(root):
    command = f"cmake -G Ninja -S {root} -B {root}/build && cmake --build {root}/build --target headers_alone"
    return subprocess.run(command, shell=True, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("bad,words", CASES.values(), ids=CASES.keys())
def test_header_that_does_not_stand_alone(tmp_path, bad, words):
    planted.plant(tmp_path, {"CMakeLists.txt": PROJECT, "src/base/first.h": GOOD, "src/base/second.h": bad})
    done = build(tmp_path)
    assert done.returncode != 0 and words in done.stdout and "second.h" in done.stdout, done.stdout
    planted.plant(tmp_path, {"src/base/second.h": GOOD.replace("s;", "second;")})
    done = build(tmp_path)
    assert done.returncode == 0, done.stdout
    assert "no work to do" in build(tmp_path).stdout
