# SPDX-License-Identifier: Apache-2.0
"""Reads the reports of test programs into one list of results."""

import json
import tempfile
import xml.etree.ElementTree as ElementTree
from collections import Counter, namedtuple
from pathlib import Path

Result = namedtuple("Result", "id outcome text")  # outcome: passed, failed or skipped
TAIL = 6000  # characters of output shown for a failure


def folder():
    """A directory for reports, gone when it is left."""

    class Folder(tempfile.TemporaryDirectory):
        def __enter__(self):
            return Path(super().__enter__())

    return Folder(prefix="cupel-tests-")


def count(results):
    tally = Counter(result.outcome for result in results)
    return {outcome: tally[outcome] for outcome in ("passed", "failed", "skipped")}


def read_gtest(name, text):
    for suite in json.loads(text)["testsuites"]:
        for test in suite["testsuite"]:
            identity = f"{name}:{suite['name']}.{test['name']}"
            if test.get("failures"):
                yield Result(identity, "failed", "\n".join(f["failure"] for f in test["failures"]))
            elif test["result"] == "SKIPPED" or test["status"] == "NOTRUN":
                yield Result(identity, "skipped", "disabled" if test["status"] == "NOTRUN" else "")
            else:
                yield Result(identity, "passed", "")


def identity_of(name, case):
    """pytest's class name is the dotted path of the file, ctest's is empty or the test again."""
    module = (case.get("classname") or "").split(".")[-1]
    return f"{name}:{case.get('name')}" if module in ("", case.get("name")) else \
        f"{name}:{module}:{case.get('name')}"


def read_junit(name, text):
    for case in ElementTree.fromstring(text).iter("testcase"):
        identity = identity_of(name, case)
        bad = [element for tag in ("failure", "error") for element in case.findall(tag)]
        skipped = case.find("skipped")
        said = "".join(case.findtext(tag) or "" for tag in ("system-out", "system-err"))[-TAIL:]
        if bad:
            told = "\n".join(f"{e.get('message') or ''}\n{e.text or ''}" for e in bad)
            yield Result(identity, "failed", f"{told[-TAIL:]}\n{said}")
        elif skipped is not None:
            yield Result(identity, "skipped", skipped.get("message") or "")
        else:
            yield Result(identity, "passed", "")


READERS = {"gtest": read_gtest, "ctest": read_junit, "pytest": read_junit}
MAY_BE_EMPTY = {"ctest"}
GOOD_CODES = {"gtest": {0, 1}, "ctest": {0, 8}, "pytest": {0, 1}}


def merge_same(results):
    """pytest reports a test that fails and then fails to clean up twice; that is one failure."""
    worst = {}
    for result in results:
        before = worst.get(result.id)
        if before is None or before.outcome != "failed":
            worst[result.id] = result
        elif result.outcome == "failed":
            worst[result.id] = before._replace(text=before.text + "\n" + result.text)
    return list(worst.values())


def read(kind, name, report, code, output):
    """The results of one program; what it could not say itself is a failure of the program."""
    results = []
    fault = None
    try:
        results = list(READERS[kind](name, report.read_bytes()))
    except (OSError, ValueError, KeyError, ElementTree.ParseError) as error:
        fault = f"it left no report that can be read: {error}"
    twice = len(results) - len({result.id for result in results})
    if kind == "pytest":
        results = merge_same(results)
    elif twice:
        fault = fault or f"{twice} of its tests ran twice"
    failed = any(result.outcome == "failed" for result in results)
    if fault is None and not results and kind not in MAY_BE_EMPTY:
        fault = "it has no test"
    if code not in GOOD_CODES[kind] or (code != 0) != failed:
        fault = fault or f"it ended with {code}, which does not fit its results"
        fault += "" if isinstance(code, int) else f" ({code})"
    if fault is not None:
        results.append(Result(name, "failed", f"{fault}\n{output[-TAIL:]}"))
    return results
