# SPDX-License-Identifier: Apache-2.0
"""tools/check_layers sees each kind of violation, and accepts a twin that differs in one line."""

import planted
import pytest

# Headers that the cases include; each is a file that the checker accepts.
SURROUNDINGS = {
    "src/base/text.h": planted.SPDX,
    "src/model/test_id.h": planted.SPDX,
    "src/os/file.h": planted.SPDX,
    "src/harness/contract.h": planted.SPDX,
    "src/harness/gtest_listing.h": planted.SPDX,
    "src/cli/table.h": planted.SPDX,
    "include/cupel/pact/event.hpp": planted.SPDX,
    "include/cupel/measure.hpp": planted.SPDX,
    "suites/reference/gemm.h": planted.SPDX,
    "suites/reference/deep/own.h": planted.SPDX,
}

# (what, file, violating line, words of the message, accepted line)
CASES = [
    ("layer not in row", "src/model/a.cc", '#include "os/file.h"', "row 'model'", '#include "base/text.h"'),
    ("upward include", "src/base/a.cc", '#include "model/test_id.h"', "row 'base'", '#include "base/text.h"'),
    ("only the contract", "src/engine/a.cc", '#include "harness/gtest_listing.h"', "row 'engine'",
     '#include "harness/contract.h"'),
    ("everything above", "src/proc/a.cc", '#include "cli/table.h"', "row 'proc'", '#include "os/file.h"'),
    ("cli is below the client", "src/cli/a.cc", "#include <cupel/measure.hpp>", "row 'cli'",
     "#include <cupel/pact/event.hpp>"),
    ("suite past the client", "suites/reference/a.cc", "#include <cupel/pact/event.hpp>", "row 'suites'",
     "#include <cupel/measure.hpp>"),
    ("suite into src", "suites/reference/a.cc", '#include "base/text.h"', "row 'suites'",
     '#include "deep/own.h"'),
    ("client into src", "include/cupel/a.hpp", '#include "base/text.h"', "row 'client'",
     "#include <cupel/pact/event.hpp>"),
    ("pact into client", "include/cupel/pact/a.hpp", "#include <cupel/measure.hpp>", "row 'pact'",
     "#include <cupel/pact/event.hpp>"),
    ("probe into client", "probes/a.cc", "#include <cupel/measure.hpp>", "row 'probes'",
     "#include <cupel/pact/event.hpp>"),
    ("library without allow", "src/model/a.cc", "#include <nlohmann/json.hpp>", "allow line",
     "#include <fmt/format.h>"),
    ("library of one layer", "src/engine/a.cc", "#include <CLI/CLI.hpp>", "CLI11", "#include <poll.h>"),
    ("library in the client", "include/cupel/a.hpp", "#include <fmt/format.h>", "fmt", "#include <string>"),
    ("unknown library", "src/cli/a.cc", "#include <absl/strings/str_cat.h>", "no standard, system or allowed",
     "#include <CLI/CLI.hpp>"),
    ("framework in src", "src/harness/a.cc", "#include <gtest/gtest.h>", "test framework", "#include <vector>"),
    ("glue of another", "include/cupel/catch2.hpp", "#include <gtest/gtest.h>", "test framework",
     "#include <catch2/catch.hpp>"),
    ("short own path", "src/base/a.cc", '#include "text.h"', "base/text.h", '#include "base/text.h"'),
    ("no such header", "src/base/a.cc", '#include "base/absent.h"', "no file of src/", '#include "base/text.h"'),
    ("macro include", "src/base/a.cc", "#include CONFIG_H", "macro", '#include "base/text.h"'),
    ("no row", "src/stray/a.cc", "int stray;", "no row", None),
    ("include after a comment", "src/base/a.cc", '/* x */ #include "os/file.h"', "row 'base'",
     '// #include "os/file.h"'),
    ("POSIX in pure", "src/harness/a.cc", "#include <unistd.h>", "pure layer", "#include <cstddef>"),
    ("threads in pure", "src/model/a.cc", "#include <thread>", "pure layer", "#include <chrono>"),
    ("files in pure", "src/format/a.cc", "#include <fstream>", "pure layer", "#include <sstream>"),
    ("folder in pure", "src/format/a.cc", "#include <sys/stat.h>", "pure layer", "#include <cerrno>"),
    ("CUDA in the tool", "src/proc/a.cc", "#include <cuda_runtime.h>", "only probes and suites",
     "#include <sys/wait.h>"),
    ("getenv in pure", "src/model/a.cc", 'auto x = std::getenv("A");', "may not call 'std::getenv'",
     'auto x = env.getenv("A");'),
    ("time in pure", "src/model/a.cc", "auto x = time(nullptr);", "may not call 'time'", "auto x = run.time();"),
    ("time returned", "src/model/a.cc", "int f() { return time(nullptr); }", "may not call 'time'",
     "int time(int seconds);"),
    ("clock in pure", "src/harness/a.cc", "auto x = std::chrono::steady_clock::now();", "pure layer",
     "std::chrono::steady_clock::time_point now;"),
    ("fopen in pure", "src/format/a.cc", 'auto* x = fopen("a", "r");', "pure layer", '// fopen("a", "r")'),
    ("word in a literal", "src/model/a.cc", 'auto x = f(getenv("A"));', "pure layer",
     'auto x = "getenv(A)";'),
    ("printing below cli", "src/proc/a.cc", 'void f() { std::fprintf(stderr, "x"); }', "may not print",
     'void f() { std::fprintf(file, "x"); }'),
    ("cout below cli", "src/engine/a.cc", "void f() { std::cout << 1; }", "may not print",
     "void f(std::ostream& out) { out << 1; }"),
    ("exit below cli", "src/proc/a.cc", "void f() { std::exit(3); }", "end the process", "void f() { _exit(3); }"),
    ("platform if", "src/os/clock.cc", "#ifdef __linux__", "platform suffix", "#ifdef CUPEL_STATIC"),
]


@pytest.mark.parametrize("what,name,bad,words,good", CASES, ids=[c[0] for c in CASES])
def test_violation_and_its_twin(tmp_path, what, name, bad, words, good):
    planted.plant(tmp_path, {**SURROUNDINGS, name: planted.SPDX + bad + "\n"})
    code, out, _ = planted.check("check_layers", tmp_path)
    assert code == 1, f"{what}: not seen"
    assert len(out.splitlines()) == 1, out
    line = 1 if what == "no row" else 2
    assert out.startswith(f"{name}:{line}: ") and words in out
    if good is not None:
        planted.plant(tmp_path, {name: planted.SPDX + good + "\n"})
        assert planted.check("check_layers", tmp_path)[:2] == (0, ""), f"{what}: the twin is refused"


def test_platform_if_is_accepted_in_a_suffixed_file(tmp_path):
    text = planted.SPDX + "#if defined(__x86_64__)\n#endif\n"
    planted.plant(tmp_path, {"suites/reference/gemm_x86.cc": text})
    assert planted.check("check_layers", tmp_path)[0] == 0
    planted.plant(tmp_path, {"suites/reference/gemm.cc": text})
    assert planted.check("check_layers", tmp_path)[0] == 1


TABLES = [
    ("two blocks", planted.PAGE + planted.PAGE, "exactly one"),
    ("no block", "# Architecture\n", "exactly one"),
    ("unknown layer", planted.PAGE.replace("model    : base", "model    : bass"), "'bass'"),
    ("arrow upwards", planted.PAGE.replace("base     :", "base     : model", 1), "no row above"),
    ("second row", planted.PAGE.replace("pact     :", "base     :"), "second row"),
    ("unknown library", planted.PAGE.replace("allow fmt", "allow absl"), "absl"),
    ("allow for nobody", planted.PAGE.replace("allow fmt: any of src", "allow fmt: forge"), "forge"),
    ("not a row", planted.PAGE.replace("pact     :", "pact"), "neither"),
]


@pytest.mark.parametrize("what,page,words", TABLES, ids=[t[0] for t in TABLES])
def test_a_wrong_table_is_refused(tmp_path, what, page, words):
    planted.plant(tmp_path, SURROUNDINGS, page)
    code, out, _ = planted.check("check_layers", tmp_path)
    assert code == 1 and words in out, what
    planted.plant(tmp_path, SURROUNDINGS)
    assert planted.check("check_layers", tmp_path)[0] == 0


def test_this_repository_keeps_its_table():
    code, out, _ = planted.check("check_layers", planted.REPOSITORY)
    assert code == 0, out
