"""The gallery of papers: every figure and table has an entry, what proves a capability exists, failures are shown."""

import importlib
import inspect
import json
import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from jounce.cli import COMMANDS, main
from jounce.errors import ModelError, NumericalError
from jounce.model.library import library_path
from jounce.studies import find_study
from jounce_benchmarks.bench import BENCHMARKS
from jounce_papers import gallery as galleries
from jounce_papers.gallery import (
    FAILED,
    IN_PART,
    LEFT,
    SHOWN,
    choose_gallery_entries,
    gallery_entries,
    make_gallery,
)
from jounce_papers.paper_data import OPEN, SEVERITIES, STATES, WORKS, paper_data
from jounce_papers.papers_report import papers_report_text
from jounce_papers.shown import Finding, Shown

ROOT = Path(__file__).parents[2]
ENTRIES = {entry.name: entry for entry in gallery_entries()}
# what the papers have, counted by hand: figures, tables, and statements with numbers
FIGURES = {"szczotka-2007": 15, "houdek-2021": 1, "ciglaric": 9, "kim": 5, "szczotka-2004": 13}
TABLES = {"szczotka-2007": 3, "houdek-2021": 1, "ciglaric": 0, "kim": 1, "szczotka-2004": 0}
MISPRINTS, CAPABILITIES = 39, 128
QUICK = (
    "szczotka-2007-fig-1",
    "szczotka-2007-fig-2",
    "szczotka-2007-fig-3",
    "szczotka-2007-fig-5",
    "szczotka-2007-fig-7",
    "szczotka-2007-table-1",
    "szczotka-2007-table-2",
    "houdek-2021",
    "ciglaric-fig-1",
    "ciglaric-fig-3",
    "ciglaric-fig-5",
    "ciglaric-eq-18-to-21",
    "kim-fig-2",
    "kim-fig-3",
    "szczotka-2004-fig-13",
    "szczotka-2004-eq-2-12-to-2-22",
)


@pytest.fixture(scope="module")
def quick():
    return make_gallery(QUICK)


def numbers_of(paper, word):
    """The numbers of figures or tables that entries of a paper name; a table without a number is the first."""
    found = set()
    for entry in ENTRIES.values():
        if entry.paper == paper and entry.place.startswith(word):
            found |= {int(number) for number in re.findall(r"\d+", entry.place)} or {1}
    return found


@pytest.mark.parametrize("paper", FIGURES)
def test_every_figure_and_table_of_a_paper_has_an_entry(paper):
    assert numbers_of(paper, "Fig.") == set(range(1, FIGURES[paper] + 1))
    assert numbers_of(paper, "Table") == set(range(1, TABLES[paper] + 1))


def test_statements_with_numbers_have_entries_too():
    wanted = {"houdek-2021-last-page", "szczotka-2007-section-5-1", "szczotka-2004-section-2"}
    wanted |= {"ciglaric-eq-18-to-21"}
    assert wanted | {"szczotka-2004-eq-2-12-to-2-22", "szczotka-2004-eq-2-20-to-2-24"} <= set(ENTRIES)


def test_names_are_single_and_papers_those_of_the_data():
    assert len(ENTRIES) == len(gallery_entries())
    assert list(galleries.MODULES) == [paper.name for paper in paper_data().papers]
    assert {entry.paper for entry in ENTRIES.values()} == set(galleries.MODULES)


def test_an_entry_says_what_it_shows_and_proves():
    misprints = {misprint.number for misprint in paper_data().misprints}
    for entry in ENTRIES.values():
        assert entry.title and entry.shows and entry.states and entry.differs and entry.rows, entry.name
        assert set(entry.rows) <= set(range(1, CAPABILITIES + 1)), entry.name
        assert set(re.findall(r"E-\d\d", entry.differs + entry.states)) <= misprints, entry.name
        for command in entry.all_commands():
            assert_command_exists(command)


def test_all_capabilities_have_a_state_and_what_works_is_proved():
    rows = paper_data().rows
    assert [row.number for row in rows] == list(range(1, CAPABILITIES + 1))
    for row in rows:
        assert row.state in STATES and row.paper in galleries.MODULES and row.what and row.place
        assert bool(row.proof) == (row.state != OPEN), row
        assert bool(row.missing) == (row.state != WORKS), row


def test_what_proves_a_capability_exists():
    for row in paper_data().rows:
        for proof in row.proof:
            file, _, test = proof.partition("::")
            if test:
                defined = re.search(rf"^def {test}\(", (ROOT / file).read_text("utf-8"), re.MULTILINE)
                assert defined, f"row {row.number}: {proof}"
            elif proof.startswith("docs/"):
                assert (ROOT / proof).exists(), f"row {row.number}: {proof}"
            else:
                assert_command_exists(proof)


def assert_command_exists(text):
    """The command, its model or run, its study, and that the study takes its settings."""
    program, command, *words = shlex.split(text)
    assert program == "jounce" and command in COMMANDS, text
    options, arguments = {}, []
    while words:
        word = words.pop(0)
        if word.startswith("--"):
            options[word.removeprefix("--").replace("-", "_")] = words.pop(0) if words and words[0][:2] != "--" else ""
        else:
            arguments.append(word)
    if command == "papers":
        assert choose_gallery_entries([options["only"]])
    if command in ("run", "info"):
        assert library_path(arguments[0]).exists()
    if command == "bench":
        assert arguments[0] in BENCHMARKS
    if command != "run":
        return
    if len(arguments) > 1:
        settings = {name: value for name, value in options.items() if name != "set"}
        find_study(arguments[1])(**settings)  # refuses what it does not know
    else:
        known = main.get_command(None, "run").params
        assert {f"--{name.replace('_', '-')}" for name in options} <= {word for each in known for word in each.opts}


@pytest.mark.parametrize("text", ["jounce papers --only nothing", "jounce run small_car sine-steer --sped 1"])
def test_a_command_that_is_wrong_would_be_found(text):
    with pytest.raises(ModelError):
        assert_command_exists(text)


def test_every_headline_number_has_ours_beside_it_or_says_why_not():
    for number in paper_data().numbers:
        entry = ENTRIES[number.entry]
        assert number.finding or number.remark
        source = inspect.getsource(importlib.import_module(entry.make.__module__))
        assert f'"{number.finding}"' in source or not number.finding, number


def test_misprints_are_numbered_and_weighed():
    misprints = paper_data().misprints
    assert [each.number for each in misprints] == [f"E-{k:02}" for k in range(1, MISPRINTS + 1)]
    assert all(each.severity in SEVERITIES and each.paper in galleries.MODULES for each in misprints)


def test_quick_entries_are_shown_and_their_numbers_hold(quick):
    for exhibit in quick.exhibits:
        assert exhibit.state in (SHOWN, IN_PART), exhibit.reason
        assert exhibit.shown.findings and not exhibit.findings_that_fail()
        assert (exhibit.state == IN_PART) == bool(exhibit.entry.missing)


def test_the_page_holds_entries_rows_and_misprints_and_leads_nowhere_else(quick):
    text = papers_report_text(quick)
    for exhibit in quick.exhibits:
        assert f'id="{exhibit.entry.name}"' in text
    for row in paper_data().rows:
        assert f'id="row-{row.number}"' in text
    assert all(f"E-{k:02}" in text for k in range(1, MISPRINTS + 1))
    assert "<script" not in text and "http://" not in text and "https://" not in text
    there = set(re.findall(r'id="([^"]+)"', text))
    assert {link for link in re.findall(r'href="#([^"]+)"', text)} <= there
    assert text.count("<img src=") == sum(len(exhibit.shown.pictures) for exhibit in quick.exhibits)


@pytest.fixture
def broken(monkeypatch):
    """Two entries: the first can be made to do anything, the second is quick."""
    first, second = ENTRIES["kim-fig-2"], ENTRIES["szczotka-2007-fig-7"]

    def with_first(make):
        entries = (replace(first, make=make), second)
        monkeypatch.setattr(galleries, "gallery_entries", lambda: entries)

    return with_first


def test_an_entry_that_fails_is_shown_as_failed_and_the_others_are_made(broken, tmp_path):
    def fail(_):
        raise NumericalError("the wheel flew off")

    broken(fail)
    answer = CliRunner().invoke(main, ["papers", "--out", str(tmp_path / "p")])
    assert answer.exit_code == 3 and "kim-fig-2: the wheel flew off" in answer.output
    page = (tmp_path / "p" / "papers.html").read_text("utf-8")
    assert "the wheel flew off" in page and 'id="szczotka-2007-fig-7"' in page
    numbers = json.loads((tmp_path / "p" / "papers.json").read_text("utf-8"))
    assert [each["state"] for each in numbers.values()] == [FAILED, SHOWN]


@pytest.mark.parametrize("value", [2.0, float("nan")])
def test_a_number_that_does_not_hold_is_a_failure(broken, value):
    broken(lambda _: Shown(findings=(Finding("ratio", value, "", "1", 0.9, 1.1),)))
    made = make_gallery()
    assert [exhibit.state for exhibit in made.exhibits] == [FAILED, SHOWN]
    assert "ratio is" in made.failed[0].reason and ">= 0.9 and <= 1.1" in made.failed[0].reason
    assert "ratio" in papers_report_text(made)


def test_ctrl_c_keeps_what_has_been_made(broken):
    def press(_):
        raise KeyboardInterrupt

    broken(lambda _: Shown())
    made = make_gallery(workers=1, on_exhibit=press)
    assert made.interrupted
    assert sorted(exhibit.state for exhibit in made.exhibits) in ([LEFT, SHOWN], [SHOWN, SHOWN])
    assert "interrupted" in papers_report_text(made)


def test_the_command_lists_and_refuses(tmp_path):
    listed = CliRunner().invoke(main, ["papers", "--list", "--only", "kim"])
    assert listed.exit_code == 0
    assert [line.split()[0] for line in listed.output.splitlines()] == [n for n in ENTRIES if n.startswith("kim")]
    wrong = CliRunner().invoke(main, ["papers", "--only", "kim-fig-99", "--only", "kym", "--out", str(tmp_path / "p")])
    assert wrong.exit_code == 2 and "2 problems" in wrong.output
    assert "kim-fig-5" in wrong.output and "Did you mean 'kim'" in wrong.output
    assert not (tmp_path / "p").exists()


@pytest.mark.campaign
def test_the_whole_gallery_is_made_and_every_number_holds():
    made = make_gallery()
    assert not made.failed, [exhibit.reason for exhibit in made.failed]
    assert len(made.exhibits) == len(ENTRIES)
    for number in paper_data().numbers:
        assert not number.finding or made.finding(number.entry, number.finding), number
