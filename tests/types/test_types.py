"""Type checkers know what verbs take and give: mistakes are found, right scripts are left alone, stubs are current."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SCRIPTS = ("six_mistakes.py", "right_script.py")


@pytest.fixture(scope="module")
def found():
    """Lines with errors of each script, by mypy in strict mode, with what it says of them."""
    words = [
        "--strict",
        "--follow-imports=silent",
        "--config-file=",
        "--cache-dir",
        str(ROOT / ".mypy_cache" / "users"),
    ]
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", *words, *SCRIPTS],
        cwd=HERE,
        env={"MYPYPATH": str(ROOT / "src"), "PATH": ""},
        capture_output=True,
        text=True,
    )
    errors = re.findall(r"^(\w+\.py):(\d+): error: (.*)$", ran.stdout, re.MULTILINE)
    assert "checked 2 source files" in ran.stdout, ran.stdout[-500:] + ran.stderr
    return {name: {int(line): text for file, line, text in errors if file == name} for name in SCRIPTS}


def test_each_of_six_mistakes_is_found(found):
    lines = (HERE / "six_mistakes.py").read_text("utf-8").splitlines()
    marked = {number for number, line in enumerate(lines, start=1) if "# mistake" in line}
    assert len(marked) == 6 and set(found["six_mistakes.py"]) == marked


def test_a_right_script_is_left_alone(found):
    assert found["right_script.py"] == {}


def test_stubs_are_those_of_the_declarations(monkeypatch):
    """A study, a setting, a part or a model of the library that is new or other is in the stubs, by docs/tables.py."""
    monkeypatch.syspath_prepend(ROOT / "docs")
    import part_signatures
    import signatures

    for made in (signatures, part_signatures):
        for name, text in made.PAGES.items():
            assert (made.FOLDER / name).read_text("utf-8") == text(), f"{name}: run python docs/tables.py"
