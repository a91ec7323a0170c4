"""What the documents show runs, and what they list is there."""

from __future__ import annotations

import ast
import json
import re
import runpy
import shlex
import tomllib
from pathlib import Path
from unittest.mock import patch

import pytest
from click.testing import CliRunner

from jounce import errors
from jounce.cli import main
from jounce.jobs import read_job
from jounce.jobs.optimise_job import read_optimise_job
from jounce.model import load
from jounce.model.templates import TEMPLATES
from jounce.own_parts.register import REGISTERED, forget_registration
from jounce.parts.laws import OWN_LAWS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
LESSONS = DOCS / "tutorials"  # made of the examples, which have tests of their own
PAGES = [ROOT / "README.md", *(page for page in sorted(DOCS.rglob("*.md")) if LESSONS not in page.parents)]

DEAR = {  # blocks of more than 2 s of processor time, for `make campaign`; a cheaper one of each page stays
    "python": {"gradients-0", "optimise-1", "set_up_a_car-0", "trucks_and_trailers-0", "vary_a_car-1"},
    "console": {"gradients-0", "optimise-0", "powertrain-0", "ride-0", "ride-2", "roads-2"},
}


def shown(page: Path, language: str) -> list[str]:
    """Code blocks of a language in a page."""
    return re.findall(rf"```{language}\n(.*?)```", page.read_text("utf-8"), re.DOTALL)


def blocks(language: str) -> list:
    """Code blocks of a language in all pages, each with its page; dear ones are for campaigns."""
    named = {
        f"{page.stem}-{number}": (page, text) for page in PAGES for number, text in enumerate(shown(page, language))
    }
    dear = {name: [pytest.mark.campaign] for name in DEAR.get(language, ())}
    return [pytest.param(*block, id=name, marks=dear.get(name, [])) for name, block in named.items()]


@pytest.fixture
def folder(page, tmp_path, monkeypatch):
    """A folder with the files that the page shows: models and jobs by their names, others as their first line says."""
    monkeypatch.chdir(tmp_path)
    for text in (*shown(page, "python"), *shown(page, "csv")):
        if named := re.match(r"# (\w+\.(?:py|csv))\n", text):
            (tmp_path / named[1]).write_text(text, "utf-8")
    for text in shown(page, "toml"):
        (tmp_path / f"{tomllib.loads(text)['name'].replace(' ', '_')}.toml").write_text(text, "utf-8")
    yield tmp_path
    forget_own_parts()


def forget_own_parts() -> None:
    """What a page registers is gone afterwards."""
    for sort, word in list(REGISTERED):
        forget_registration(sort, word)


@pytest.mark.usefixtures("small_pictures")
@pytest.mark.parametrize(("page", "text"), blocks("python"))
def test_code_in_the_documents_runs(folder, text):
    (folder / "shown.py").write_text(text, "utf-8")
    before = set(folder.iterdir())
    with patch.dict(TEMPLATES), patch.dict(OWN_LAWS):  # what a page adds is gone afterwards
        runpy.run_path("shown.py")
        forget_own_parts()
    written = {path.suffix for path in set(folder.iterdir()) - before}
    assert (".png" in written) == (".plot(" in text)
    assert bool(written & {".h5", ".toml"}) == (".save(" in text)


COMMANDS = [case for case in blocks("console") if case.values[0].stem != "json"]  # test_json.py runs these


@pytest.mark.usefixtures("small_pictures")
@pytest.mark.parametrize(("page", "text"), COMMANDS)
def test_commands_in_the_documents_run(folder, text):
    for line in text.strip().splitlines():
        name, *words = shlex.split(line)
        assert name == "jounce"
        outcome = CliRunner().invoke(main, words)
        assert outcome.exit_code == 0, outcome.output


@pytest.mark.parametrize(("page", "text"), blocks("toml"))
def test_model_and_job_files_in_the_documents_load(page, text, folder):
    if tomllib.loads(text)["kind"] == "job":
        (folder / "shown.toml").write_text(text, "utf-8")
        assert read_optimise_job("shown.toml").starts if "[optimise]" in text else read_job("shown.toml").study
    elif tomllib.loads(text)["kind"] == "tyre":
        assert load(text).forces(slip_angle="2 deg").Fy < 0
    else:
        assert load(text).values()


def test_a_page_with_dear_blocks_has_one_that_always_runs():
    """And each of them is there: a page that loses a block, or moves one, shows up here."""
    names = {language: {case.id for case in blocks(language)} for language in DEAR}
    cheap = {name.rpartition("-")[0] for language, dear in DEAR.items() for name in names[language] - dear}
    for language, dear in DEAR.items():
        assert dear <= names[language]
        assert {name.rpartition("-")[0] for name in dear} <= cheap


def test_the_first_screen_is_ten_lines_of_code():
    text = shown(ROOT / "README.md", "python")[0]
    assert len([line for line in text.splitlines() if line.strip()]) <= 10


@pytest.mark.parametrize(
    ("page", "row"),
    [
        ("howto/write_a_model_file.md", "| `free_length` | a number | m |"),
        ("howto/roads.md", "| `wavelength` | a number | m |"),
        ("howto/kc.md", "| `toe` | deg | -s steer; positive for toe-in |"),
        ("reference/vehicle_file.md", "| `free_length` | a number, positive | m | none | without load"),
        ("reference/job_file.md", "| `until` | conditions: the phase ends when one of them holds |"),
        ("reference/python.md", "jounce.read(path: str | Path) -> Result"),
        ("reference/command_line.md", "| `--start JOINT.COORDINATE=VALUE` | Start position. |"),
        ("reference/channels.md", "| `vehicle.yaw_rate` | rad/s | angular velocity about the vertical |"),
        ("reference/studies.md", "| `lateral_acceleration` | 4 m/s^2 |"),
        ("reference/code_map.md", "| `spring.py` | A spring between two points. |"),
        ("papers/README.md", "| rigid bodies of the car | 21 |"),
        ("papers/kim.md", "| freedoms that a universal joint leaves | 2 | 2 | = 2 |"),
    ],
)
def test_the_tables_of_the_source_are_not_stale(page, row, monkeypatch):
    """`python docs/tables.py` writes them; a new part, key, output, name or option shows up here."""
    monkeypatch.syspath_prepend(DOCS)
    tables = runpy.run_path(str(DOCS / "tables.py"))
    text = (DOCS / page).read_text("utf-8")
    assert tables["page_with_tables"](DOCS / page) == text
    assert row in text


def test_every_key_and_hardpoint_of_a_vehicle_file_has_a_meaning():
    """The reference page is made of comments beside the fields: a new key without one shows up here."""
    text = (DOCS / "reference" / "vehicle_file.md").read_text("utf-8")
    rows = [row.strip("|").split("|") for row in re.findall(r"^\| `.*\|$", text, re.MULTILINE)]
    assert len(rows) > 120
    assert [row[0] for row in rows if not row[-1].strip()] == []


@pytest.mark.parametrize("lesson", sorted((ROOT / "examples").glob("[0-9]*.py")), ids=lambda lesson: lesson.stem)
def test_the_page_of_a_lesson_has_all_of_its_program(lesson):
    """Comments become prose, and nothing of the code is lost: Python reads the same program."""
    page = runpy.run_path(str(DOCS / "lessons.py"))["page_of"](lesson, "42\n", ["picture.png"])
    code = "\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    wanted = ast.parse(lesson.read_text("utf-8"))
    del wanted.body[0]  # the docstring
    assert ast.dump(ast.parse(code)) == ast.dump(wanted)
    assert "\n42\n" in page and "(picture.png)" in page


def test_the_page_of_agreement_is_what_was_measured():
    """`make agreement` measures and writes both; here only the words are laid out again."""
    agreement = runpy.run_path(str(DOCS / "agreement.py"))
    figures = json.loads(agreement["FIGURES"].read_text("utf-8"))
    claims = {name for group in agreement["CLAIMS"].values() for name in group}
    assert claims == set(figures["claims"])
    assert agreement["page"](figures) == agreement["PAGE"].read_text("utf-8")


def test_every_exit_code_is_explained():
    text = (ROOT / "docs" / "reference" / "exit_codes.md").read_text("utf-8")
    codes = (errors.OK, errors.BAD_INPUT, errors.NUMERICAL_FAILURE, errors.BAD_ENVIRONMENT, errors.INTERRUPTED)
    assert [int(code) for code in re.findall(r"^\| (\d+) \|", text, re.MULTILINE)] == sorted({1, *codes})
