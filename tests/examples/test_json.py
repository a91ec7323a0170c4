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


def test_a_metric_has_value_unit_and_definition(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outcome = CliRunner().invoke(main, ["kc", "double_wishbone", "--points", "3", "--json"])
    for metric in json.loads(outcome.stdout)["metrics"].values():
        assert list(metric) == ["value", "unit", "definition", "kind"]
        assert is_of(metric["value"], "number") and metric["unit"] and metric["definition"]


def test_the_demo_keeps_its_promise(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    value = json.loads(CliRunner().invoke(main, ["demo", "--json"]).stdout)
    assert list(value) == list(promised("jounce demo"))
    assert all(Path(value[name]).exists() for name in ("page", "report", "picture", "result"))
    assert [list(figure) for figure in value["figures"]] == 3 * [["name", "value", "unit"]]
