# SPDX-License-Identifier: Apache-2.0
"""The `tool` fixture: a directory and a tool for each case, and what must be true after any."""

import shutil
import tempfile

import pytest

import invariants
import rig


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    if report.when == "call":
        item.failed_in_call = report.failed


def describe_results(tool):
    return "\n\n".join(result.describe() for result in tool.results)


@pytest.fixture
def tool(request):
    assert rig.CUPEL.exists(), f"build the tool first: {rig.CUPEL} is missing"
    folder = tempfile.mkdtemp(prefix="cupel-case-")
    made = rig.Tool(folder)
    yield made
    left = made.no_survivors()
    held = made.held_leases()
    if getattr(request.node, "failed_in_call", True) or left or held:
        print(f"case kept in {folder}\n{describe_results(made)}")
    else:
        shutil.rmtree(folder)
    assert not left, f"processes were left: {left}"
    assert not held, f"leases were left: {held}"


@pytest.fixture
def run(tool):
    """`tool.run`, with everything checked that is true of each run."""

    def checked(*args, **keys):
        result = tool.run(*args, **keys)
        invariants.check(result)
        return result

    return checked
