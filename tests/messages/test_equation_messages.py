"""What is said where equations cannot be written, and that nothing is written then."""

from __future__ import annotations

import subprocess

import pytest
from click.testing import CliRunner

import jounce
from compilers import COMPILERS, compile_c, needs_compiler
from jounce.cli import main
from jounce.errors import BAD_INPUT

HOSTILE = 'a */ #error "b??/ \\'


def said(*words: str) -> str:
    outcome = CliRunner().invoke(main, ["equations", *words])
    assert outcome.exit_code == BAD_INPUT and "Traceback" not in outcome.output
    return " ".join(outcome.stderr.split())


def test_unknown_formats_are_named_with_those_that_there_are(tmp_path):
    text = said("pendulum", "--format", "latx", "--format", "rust", "--out", str(tmp_path))
    assert "'latx' is not known. Did you mean 'latex'?" in text and "'rust' is not known." in text
    assert "one of latex, html, python, c" in text
    assert not list(tmp_path.iterdir())


def test_files_that_are_there_are_kept_unless_they_shall_be_replaced(tmp_path):
    (tmp_path / "pendulum.tex").write_text("mine")
    text = said("pendulum", "--html", "--out", str(tmp_path))
    assert f"{tmp_path}/pendulum.tex is there already" in text and "--replace" in text
    assert [path.name for path in tmp_path.iterdir()] == ["pendulum.tex"]
    assert (tmp_path / "pendulum.tex").read_text() == "mine"
    outcome = CliRunner().invoke(main, ["equations", "pendulum", "--html", "--out", str(tmp_path), "--replace"])
    assert outcome.exit_code == 0, outcome.output
    assert (tmp_path / "pendulum.tex").read_text().startswith("\\documentclass")


def test_a_model_too_large_to_read_is_offered_as_a_program(tmp_path):
    text = said("quarter_car", "--out", str(tmp_path))
    assert "terms" in text and "formats python and c can be written for any model" in text


def test_wrong_paths_and_what_has_no_equations_are_refused(tmp_path):
    text = said("pendulum", "--format", "c", "--sensitivity", "bodies.bob.mas", "--out", str(tmp_path))
    assert "Did you mean 'bodies.bob.mass'?" in text
    assert "needs a mechanism or a vehicle" in said("three_planks", "--out", str(tmp_path))
    assert not list(tmp_path.iterdir())


def test_a_model_with_events_has_no_main_and_its_header_says_why(tmp_path):
    model = jounce.load("pendulum")
    model.add(jounce.parts.DryFriction(name="rub", coordinates=("hinge.angle",), limit="0.1 N m"))
    files = jounce.write_equations(model, tmp_path, formats="c", name="rubbing", jacobian=False)
    assert [path.name for path in files] == ["rubbing.h", "rubbing.c"]
    assert "No main: dry friction changes its phases at events: rub." in files[0].read_text()


@needs_compiler
def test_names_of_users_cannot_break_out_of_comments_and_texts(tmp_path):
    model = jounce.load("pendulum").copy()
    model.name = HOSTILE
    files = jounce.write_equations(model, tmp_path, formats=["c", "python"], jacobian=False)
    sources = [path for path in files if path.suffix == ".c"]
    for compiler in COMPILERS:
        compile_c(compiler, sources, tmp_path / "program", "-O0")
    run = subprocess.run([tmp_path / "program", "0.01"], capture_output=True, text=True, check=True)
    assert run.stdout.startswith("time [s],hinge.angle [rad],")
    compile(next(path for path in files if path.suffix == ".py").read_text(), "exported", "exec")


@pytest.mark.parametrize("text", [HOSTILE, "*/*/", "???/", "/*/", "\\\n", "é\x00"])
def test_texts_stay_texts_in_c(text):
    from jounce.export.c_texts import c_comment, c_string

    inside = c_comment(text)
    assert "*/" not in inside and "/*" not in inside and "??" not in inside and "\\" not in inside and inside.isascii()
    literal = c_string(text)[1:-1]
    assert '"' not in literal and "?" not in literal and literal.isascii()
    assert eval(f'b"{literal}"').decode() == text


def test_a_name_that_python_keeps_for_itself_can_be_imported(tmp_path):
    files = jounce.write_equations(jounce.load("pendulum"), tmp_path, formats="python", name="Class", jacobian=False)
    assert [file.name for file in files] == ["model_class.py"]


@pytest.mark.parametrize(("name", "told"), [("class", True), ("struct", True), ("swing", False)])
def test_a_name_that_a_language_keeps_for_itself_is_changed_and_told(name, told, tmp_path):
    """`class` is a keyword of Python, `struct` one of C [ISO/IEC 9899:1999, section 6.4.1]."""
    words = ["equations", "pendulum", "--format", "python", "--no-jacobian", "--name", name, "--out", str(tmp_path)]
    outcome = CliRunner().invoke(main, words)
    assert outcome.exit_code == 0, outcome.output
    assert (f"'{name}' cannot be a name in C or Python" in outcome.output) == told
    assert (tmp_path / (f"model_{name}.py" if told else f"{name}.py")).exists()
