"""Make a page of every lesson: its prose, its program, what it prints and draws.  python docs/lessons.py

A lesson is a program in examples/. Its docstring and the comments that stand alone between empty lines are prose,
the rest is code. It runs once in docs/_build/lessons; a later build takes what is there while nothing has changed.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LESSONS = sorted((ROOT / "examples").glob("[0-9]*.py"))
PAGES = ROOT / "docs" / "tutorials"
RUNS = ROOT / "docs" / "_build" / "lessons"

LABEL = re.compile(r"^(Objective|Model|Run|What to look for)([:.])", re.MULTILINE)
PROSE = re.compile(r"(?:^|\n\n)((?:#[^\n]*\n)+)")


def page_of(lesson: Path, printed: str, made: list[str]) -> str:
    """The lesson as a page in MyST; what it made are pictures, and pages for the browser."""
    pictures, pages = ([path for path in made if path.endswith(ending)] for ending in (".png", ".html"))
    source = lesson.read_text("utf-8")
    head = ast.parse(source).body[0]
    title, _, introduction = ast.literal_eval(head.value).partition("\n")  # type: ignore[attr-defined]
    body = "\n".join(source.splitlines()[head.end_lineno :]).strip() + "\n"
    short, _, subtitle = re.sub(r"[:,] ", "\n", title.rstrip("."), count=1).partition("\n")
    blocks = [f"# {int(lesson.name[:2])}. {short}", f"*{subtitle}*" if subtitle else "", _prose(introduction)]
    code, *turns = PROSE.split(body)
    blocks.append(_code(code))
    for comment, code in zip(turns[::2], turns[1::2], strict=True):
        blocks += [_prose(re.sub(r"^# ?", "", comment, flags=re.MULTILINE)), _code(code)]
    blocks += ["## What it prints", f"```text\n{printed.rstrip()}\n```"] if printed.strip() else []
    blocks += ["## What it draws", *(f"![{lesson.stem}]({picture})" for picture in pictures)] if pictures else []
    blocks += [f"[{Path(path).name}]({path}) is for the browser." for path in pages]
    blocks.append(f"The whole program is `examples/{lesson.name}`.")
    return "\n\n".join(block for block in blocks if block) + "\n"


def _prose(text: str) -> str:
    """Words that open a paragraph in every lesson are set in bold."""
    return LABEL.sub(r"**\1\2**", text.strip())


def _code(text: str) -> str:
    return f"```python\n{text.strip()}\n```" if text.strip() else ""


def ran(lesson: Path) -> Path:
    """The folder in which the lesson ran, with what it printed in printed.txt."""
    folder = RUNS / lesson.stem
    printed = folder / "printed.txt"
    newest = max(path.stat().st_mtime for path in (lesson, *(ROOT / "src" / "jounce").rglob("*.py")))
    if not printed.exists() or printed.stat().st_mtime < newest:
        print(f"lesson {lesson.name}", flush=True)
        folder.mkdir(parents=True, exist_ok=True)
        environment = {**os.environ, "MPLBACKEND": "Agg"}
        found = subprocess.run(
            [sys.executable, str(lesson)], cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        if found.returncode:
            raise SystemExit(f"{lesson.name} failed:\n{found.stderr}")
        printed.write_text(found.stdout, "utf-8")
    return folder


def write_pages() -> None:
    """All lessons as docs/tutorials/*.md."""
    PAGES.mkdir(exist_ok=True)
    for lesson in LESSONS:
        folder = ran(lesson)
        made = [os.path.relpath(path, PAGES) for path in sorted(folder.iterdir())]
        page = page_of(lesson, (folder / "printed.txt").read_text("utf-8"), made)
        target = PAGES / f"{lesson.stem}.md"
        if not target.exists() or target.read_text("utf-8") != page:
            target.write_text(page, "utf-8")  # untouched pages are not read again


if __name__ == "__main__":
    write_pages()
