"""What `--json` prints has the keys and types that docs/reference/json.md promises."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from jounce.cli import COMMANDS, main

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "json.md").read_text("utf-8")
SECTION = re.compile(r"^## (.+?)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
SECTIONS = dict(SECTION.findall(PAGE))
RUN = {heading: text for heading, text in SECTIONS.items() if "```console" in text}
ROW = re.compile(r"^\| `(\w+)` \| (text|number|integer|flag|list|object)(\?)? \|", re.MULTILINE)
TYPES = {"text": str, "number": (int, float), "integer": int, "flag": bool, "list": list, "object": dict}


def promised(heading: str) -> dict[str, tuple[str, bool]]:
    """Keys of a command's answer with their types, and whether they may be null."""
    return {name: (kind, bool(null)) for name, kind, null in ROW.findall(SECTIONS[heading])}


def is_of(value: object, kind: str) -> bool:
    return isinstance(value, TYPES[kind]) and (kind == "flag" or not isinstance(value, bool))


def test_every_command_that_speaks_json_is_described():
    described = {heading.removeprefix("jounce ").split(",")[0] for heading in SECTIONS}
    assert described == set(COMMANDS) - {"completion"}


@pytest.mark.usefixtures("small_pictures")
@pytest.mark.parametrize("heading", RUN)
def test_keys_and_types_are_those_of_the_page(heading, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for line in re.search(r"```console\n(.*?)```", RUN[heading], re.DOTALL)[1].strip().splitlines():
        outcome = CliRunner().invoke(main, shlex.split(line)[1:])
        assert outcome.exit_code == 0, outcome.output
    (said,) = outcome.stdout.splitlines()
    value = json.loads(said, parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))
    assert list(value) == list(promised(heading))
    for name, (kind, null) in promised(heading).items():
        assert is_of(value[name], kind) or (null and value[name] is None), name


@pytest.mark.usefixtures("small_pictures")
def test_a_metric_has_value_unit_and_definition(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outcome = CliRunner().invoke(main, ["kc", "double_wishbone", "--points", "3", "--json"])
    for metric in json.loads(outcome.stdout)["metrics"].values():
        assert list(metric) == ["value", "unit", "definition", "kind"]
        assert is_of(metric["value"], "number") and metric["unit"] and metric["definition"]


@pytest.mark.usefixtures("small_pictures")
def test_the_demo_keeps_its_promise(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    value = json.loads(CliRunner().invoke(main, ["demo", "--json"]).stdout)
    assert list(value) == list(promised("jounce demo"))
    assert all(Path(value[name]).exists() for name in ("page", "report", "picture", "result"))
    assert [list(figure) for figure in value["figures"]] == 3 * [["name", "value", "unit"]]


def test_every_model_of_a_vehicle_has_its_incidence_matrix_and_says_what_carries_what(tmp_path, monkeypatch):
    """Each joint has one parent and one child [Ciglaric, eq. 8]; those of the tree come first."""
    monkeypatch.chdir(tmp_path)
    about = json.loads(CliRunner().invoke(main, ["info", "hmmwv", "--json"]).stdout)
    assert [model["name"] for model in about["models"]][-1] == "HMMWV"
    for model in about["models"]:
        incidence = model["incidence"]
        assert incidence["bodies"] == ["ground", *(row["body"] for row in model["tree"])]
        for joint, column in zip(incidence["joints"], zip(*incidence["matrix"], strict=True), strict=True):
            assert sorted(column) == [-1, *[0] * (len(column) - 2), 1], joint
        tree = {(row["body"], row["parent"]) for row in model["tree"]}
        for number, row in enumerate(model["tree"]):  # the joints of the tree come first, in its order
            column = [entries[number] for entries in incidence["matrix"]]
            ends = incidence["bodies"][column.index(1)], incidence["bodies"][column.index(-1)]
            assert ends in tree or ends[::-1] in tree, row
    (spring,) = (e for e in about["models"][-1]["elements"] if e["element"] == "rear_left.spring")
    assert (spring["kind"], spring["bodies"]) == ("spring", ["body", "rear_left.lower_arm"])
