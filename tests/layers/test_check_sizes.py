# SPDX-License-Identifier: Apache-2.0
"""tools/check_sizes measures files and functions, and refuses what is one line too long."""

import planted
import pytest


def body(count):
    return "".join(f"  f({n});\n" for n in range(count))


# Heads of C++ functions of every form; each must be measured, so each is planted one line too long.
HEADS = {
    "plain": "int f(int a) {\n",
    "head of two lines": "int f(int a,\n      int b) {\n",
    "template": "template <class T> T f(const T& a = {}) {\n",
    "returns a struct": "struct X f() {\n",
    "operator": "bool X::operator==(const X& o) const {\n",
    "constructor": "X::X(int a) : a_{a}, b_(a) {\n",
    "trailing return": "auto f() noexcept -> int {\n",
    "gtest": "TEST(Suite, Name) {\n",
    "in a class": "class X : public Y {\n public:\n  void f() const override {\n",
    "in namespaces": "namespace a::b {\nnamespace {\nint f() {\n",
    "after braces in strings": 'const char* s = "}}{{";\nchar c = \'{\'; int n = 1\'000;\nint f() {\n',
    "after a raw string": 'auto s = R"x({" { )x";\nint f() {\n',
    "after an initialiser": "int a[] = {1, 2};\nstd::vector<int> v{1, 2};\nint f() {\n",
    "after a table with lambdas": "const Row t[] = {{1, [](int a) { return a; }}};\nint f() {\n",
    "after an extern block": 'extern "C" {\nint g();\n}\nint f() {\n',
    "after a macro and a class": "MACRO()\nclass alignas(64) X {\n int f() {\n",
}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS.keys())
def test_function_of_61_lines_is_refused_and_of_60_accepted(tmp_path, head):
    first = head.rstrip("\n").split("\n")
    own = 2 if head == HEADS["head of two lines"] else 1
    closing = "}\n" * (head.count("{\n"))
    if head == HEADS["after an extern block"]:
        closing = "}\n"
    short = "\n".join(f"int g{n}() {{ return {n}; }}" for n in range(40)) + "\n"
    for inner, expected in ((60 - own, 1), (59 - own, 0)):
        planted.plant(tmp_path, {"src/base/a.cc": head + body(inner) + closing, "src/base/b.cc": short})
        code, out, _ = planted.check("check_sizes", tmp_path)
        assert code == expected, f"{inner} inner lines after {first[-1]!r}\n{out}"
        assert ("has 61 lines" in out) == bool(expected)


OTHER_LANGUAGES = {
    "a.py": ("def f():\n", "    x = 1\n", ""),
    "run.sh": ("f() {\n", "  x=1\n", "}\n"),
    "a.cmake": ("function(f)\n", "  set(x 1)\n", "endfunction()\n"),
}


@pytest.mark.parametrize("name", OTHER_LANGUAGES)
def test_other_languages_are_measured_too(tmp_path, name):
    head, line, end = OTHER_LANGUAGES[name]
    short = {"b.py": "".join(f"def g{n}():\n    return 1\n\n\n" for n in range(40))}
    inner = 60 - (1 if end else 0)
    planted.plant(tmp_path, {name: head + line * inner + end, **short})
    code, out, _ = planted.check("check_sizes", tmp_path)
    assert code == 1 and f"{name}:1: 'f' has 61 lines" in out
    planted.plant(tmp_path, {name: head + line * (inner - 1) + end})
    assert planted.check("check_sizes", tmp_path)[0] == 0


def test_file_of_601_lines_is_refused(tmp_path):
    many = {f"src/base/n{n}.cc": "int x;\n" for n in range(40)}
    planted.plant(tmp_path, {**many, "src/base/a.cc": "int x;\n" * 601})
    code, out, _ = planted.check("check_sizes", tmp_path)
    assert code == 1 and "src/base/a.cc:1: the file has 601 lines" in out
    planted.plant(tmp_path, {"src/base/a.cc": "int x;\n" * 600})
    assert planted.check("check_sizes", tmp_path)[0] == 0


def test_one_file_in_twenty_may_pass_the_aim(tmp_path):
    files = {f"src/base/n{n}.cc": "int x;\n" for n in range(19)}
    planted.plant(tmp_path, {**files, "src/base/a.cc": "int x;\n" * 401})
    assert planted.check("check_sizes", tmp_path)[0] == 0
    planted.plant(tmp_path, {"src/base/b.cc": "int x;\n" * 401})
    code, out, _ = planted.check("check_sizes", tmp_path)
    assert code == 1 and "2 of 21 files" in out


def test_one_function_in_twenty_may_pass_the_aim(tmp_path):
    short = "".join(f"int g{n}() {{ return 1; }}\n" for n in range(19))
    long = "int f() {\n" + body(29) + "}\n"
    planted.plant(tmp_path, {"src/base/a.cc": short + long})
    assert planted.check("check_sizes", tmp_path)[0] == 0
    planted.plant(tmp_path, {"src/base/a.cc": short + long + long})
    code, out, _ = planted.check("check_sizes", tmp_path)
    assert code == 1 and "2 of 21 functions" in out


def test_file_names_of_src_are_unique(tmp_path):
    planted.plant(tmp_path, {"src/base/text.cc": "\n", "src/os/text.cc": "\n"})
    code, out, _ = planted.check("check_sizes", tmp_path)
    assert code == 1 and "src/os/text.cc:1: has the same file name as src/base/text.cc" in out
    (tmp_path / "src/os/text.cc").rename(tmp_path / "src/os/os_text.cc")
    planted.plant(tmp_path, {"tests/unit/base/text.cc": "\n"})
    assert planted.check("check_sizes", tmp_path)[0] == 0


def test_captured_data_is_not_measured(tmp_path):
    planted.plant(tmp_path, {"tests/data/gtest/a.cc": "int x;\n" * 700})
    assert planted.check("check_sizes", tmp_path)[0] == 0
