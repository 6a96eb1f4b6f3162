# SPDX-License-Identifier: Apache-2.0
"""docs/schema/run.schema.json takes the document of the standard run, and nothing that is near it."""

import copy
import json
from pathlib import Path

import jsonschema
import pytest

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "docs/schema/run.schema.json").read_text())
RUN = json.loads((ROOT / "tests/data/report/run.json").read_text())


def accepts(document):
    return jsonschema.Draft202012Validator(SCHEMA).is_valid(document)


def changed(change):
    document = copy.deepcopy(RUN)
    change(document)
    return document


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_the_standard_run_is_accepted():
    assert RUN["tests"] and RUN["launches"]
    jsonschema.validate(RUN, SCHEMA, cls=jsonschema.Draft202012Validator)


@pytest.mark.parametrize("key", [key for key in RUN if key in SCHEMA["required"]])
def test_every_required_key_is_required(key):
    assert not accepts(changed(lambda run: run.pop(key)))


@pytest.mark.parametrize("change", [
    lambda run: run.update(schema="cupel.run/2"),
    lambda run: run.update(verdict="yellow"),
    lambda run: run.update(novelty=1),
    lambda run: run.update(started="2026-11-30"),
    lambda run: run["counts"].update(passed=-1),
    lambda run: run["counts"].pop("missing"),
    lambda run: run["tests"][0].update(outcome="lucky"),
    lambda run: run["tests"][0].pop("known"),
    lambda run: run["tests"][1]["measures"][0].update(observed="many"),
    lambda run: run["tests"][1]["subcases"][0].update(status="perhaps"),
    lambda run: run["launches"][0]["ended"].update(kind="vanished"),
    lambda run: run["targets"][0]["problems"][0].update(kind="bad_luck"),
    lambda run: run["precision"]["variables"][0].update(source="nobody"),
])
def test_what_is_no_run_is_refused(change):
    assert not accepts(changed(change))


@pytest.mark.parametrize("change", [
    lambda run: run.update(verdict=None, finished=None),
    lambda run: run.update(build=None),
    lambda run: run.update(scope="narrowed", narrowed_by=["filter X"]),
    lambda run: run["tests"][0].update(outcome=None, duration_s=None),
    lambda run: run["tests"][1]["measures"][0].update(observed="-inf"),
    lambda run: run["environment"].update(dirty=None),
])
def test_what_a_run_may_also_be_is_accepted(change):
    assert accepts(changed(change))
