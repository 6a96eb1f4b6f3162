# SPDX-License-Identifier: Apache-2.0
"""docs/benchmarks.md from the figures of one run."""

import os
import platform

HEAD = """# Benchmarks

Made by `./dev bench`; every figure is of one run on one machine, so the ratios are what to read.
Measured on {cpu}, {cores} cores, Linux {kernel}{load}.
"""


def _cpu():
    with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
        names = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
    return names[0] if names else platform.machine()


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def _met(value, limit, more=False):
    return "yes" if (value >= limit if more else value <= limit) else "**no**"


def ways(rows, tests):
    """The same program, run in four ways."""
    many = rows["many"]
    bare = many["bare"]
    names = {
        "bare": "the bare program",
        "channels": "the same with the result channels that the gate reads (stream, XML), read and dropped",
        "cupel": "`cupel run`",
    }
    cells = [(names[key], f"{many[key] * 1000:.0f} ms", f"{many[key] / bare:.1f}") for key in names]
    if rows["ctest"]:
        seconds = rows["ctest"][-1][1]
        cells.append(("`ctest -j2` through `gtest_discover_tests`", f"{seconds:.1f} s", f"{seconds / bare:.0f}"))
    return f"## {tests:,} trivial tests\n\n" + table(("way", "time", "times the bare program"), cells)


def limits(rows, tests):
    """What was wanted, and whether it holds."""
    many, one = rows["many"], rows["one"]
    fixed = one["cupel"] - one["channels"]
    grown = {key: many[key] - one[key] for key in many}
    over_channels = (grown["cupel"] - grown["channels"]) / (tests - 1) * 1e6
    over_bare = (grown["cupel"] - grown["bare"]) / (tests - 1) * 1e6
    cells = [
        ("fixed cost of a run, over the same channels", f"{fixed:.2f} s", "0.3 s", _met(fixed, 0.3)),
        ("a test, over the same channels", f"{over_channels:.1f} µs", "30 µs", _met(over_channels, 30)),
        ("a test, over the bare program", f"{over_bare:.1f} µs", "100 µs", _met(over_bare, 100)),
    ]
    if rows["ctest"]:
        ratio = rows["ctest"][-1][1] / many["cupel"]
        cells.append(("faster than `ctest -j2`", f"{ratio:.0f} times", "200 times", _met(ratio, 200, more=True)))
    return table(("figure", "measured", "wanted", "held"), cells)


def trees(rows):
    """The gate over the build tree itself, listing included."""
    cells = []
    for (tests, own, seconds, passed), wanted in zip(rows["ctest"], (20, 100), strict=True):
        ratio = own / seconds
        held = _met(ratio, wanted, more=True) if passed == tests else f"**no**: {passed} passed"
        cells.append((f"{tests:,}", f"{own:.1f} s", f"{seconds:.2f} s", f"{ratio:.0f} times", f"{wanted} times", held))
    head = ("tests", "`ctest -j2`", '`cupel run`, `harness = "ctest"`', "faster", "wanted", "held")
    return "## A build tree of CTest whose tests were discovered\n\n" + table(head, cells)


def frameworks(rows, tests):
    """Each framework's own runner, once through and beside the gate."""
    cells = []
    for name, runner, own, seconds, passed in rows["frameworks"]:
        limit = 1.1 * own + 0.5
        held = _met(seconds, limit) if passed == tests else f"**no**: {passed} passed"
        cells.append((name, runner, f"{own:.2f} s", f"{seconds:.2f} s", f"{limit:.2f} s", held))
    head = ("framework", "its own runner", "time", "`cupel run`", "wanted (1.1 times and 0.5 s)", "held")
    return f"## {tests:,} trivial tests of other frameworks\n\n" + table(head, cells)


def aborts(rows, abort_tests, abort_every):
    seconds, launches, twice, counts = rows["aborts"]
    crashes = abort_tests // abort_every
    cells = [
        ("process starts", launches, crashes + 1, _met(launches, crashes + 1)),
        ("tests that ran twice", twice, 0, _met(twice, 0)),
        ("crashed tests", counts["crashed"], crashes, "yes" if counts["crashed"] == crashes else "**no**"),
    ]
    title = f"## {abort_tests:,} tests of which {crashes} abort\n\n{seconds:.2f} s in all.\n\n"
    return title + table(("figure", "measured", "wanted", "held"), cells)


def memory(rows, tests, flood):
    cells = [
        (f"with {tests:,} tests", f"{rows['memory']:.0f} MiB", "64 MiB", _met(rows["memory"], 64)),
        (f"with {flood / 1e9:.0f} GB of output", f"{rows['flood']:.0f} MiB", "200 MiB", _met(rows["flood"], 200)),
    ]
    return "## Peak memory of cupel\n\n" + table(("run", "measured", "wanted", "held"), cells)


def render(rows, options, tests, framework_tests, abort_tests, abort_every):
    busy = os.getloadavg()[0]
    head = HEAD.format(cpu=_cpu(), cores=os.cpu_count(), kernel=platform.release(),
                       load=f", load {busy:.1f} at the end" if busy > 3 else "")
    parts = [head, ways(rows, tests), limits(rows, tests), aborts(rows, abort_tests, abort_every),
             memory(rows, tests, options.flood)]
    parts += [trees(rows)] if rows["ctest"] else []
    parts += [frameworks(rows, framework_tests)] if rows["frameworks"] else []
    return "\n\n".join(part.strip() for part in parts) + "\n"
