"""What the documents show runs, and what they list is there."""

from __future__ import annotations

import re
import runpy
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from jounce import errors
from jounce.cli import main
from jounce.model import load

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(language: str) -> list:
    """Code blocks of a language in all pages."""
    found = []
    for page in PAGES:
        for number, text in enumerate(re.findall(rf"```{language}\n(.*?)```", page.read_text("utf-8"), re.DOTALL)):
            found.append(pytest.param(text, id=f"{page.stem}-{number}"))
    return found


@pytest.mark.parametrize("text", blocks("python"))
def test_code_in_the_documents_runs(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shown.py").write_text(text, "utf-8")
    runpy.run_path("shown.py")
    assert list(tmp_path.glob("*.png")) and list(tmp_path.glob("*.h5"))


@pytest.mark.parametrize("text", blocks("console"))
def test_commands_in_the_documents_run(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for line in text.strip().splitlines():
        name, *words = shlex.split(line)
        assert name == "jounce"
        outcome = CliRunner().invoke(main, words)
        assert outcome.exit_code == 0, outcome.output


@pytest.mark.parametrize("text", blocks("toml"))
def test_model_files_in_the_documents_load(text):
    assert load(text).bodies


def test_the_first_screen_is_ten_lines_of_code():
    text = blocks("python")[0].values[0]
    assert len([line for line in text.splitlines() if line.strip()]) <= 10


def test_the_tables_of_parts_are_not_stale():
    """`python docs/tables.py` writes them; a new part or key shows up here."""
    tables = runpy.run_path(str(ROOT / "docs" / "tables.py"))
    text = tables["PAGE"].read_text("utf-8")
    assert tables["page_with_tables"](text) == text
    assert '`type = "revolute"`' in text and "| `free_length` | a number | m |" in text


def test_every_exit_code_is_explained():
    text = (ROOT / "docs" / "reference" / "exit_codes.md").read_text("utf-8")
    codes = (errors.OK, errors.BAD_INPUT, errors.NUMERICAL_FAILURE, errors.BAD_ENVIRONMENT, errors.INTERRUPTED)
    assert [int(code) for code in re.findall(r"^\| (\d+) \|", text, re.MULTILINE)] == sorted({1, *codes})
