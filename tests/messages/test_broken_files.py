"""Each broken file is refused with the place, the line, what is wrong and what would be right.

The first line of a file says what is expected: `# expects: part of the message @ path`; the faulty
line ends in `# <- here` (none does when something is missing from the whole file). What cannot
carry such comments, or would be too large to keep, stands in a table below.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from jounce.errors import ModelError
from jounce.model import load

FOLDER = Path(__file__).parent / "broken"
MARK = "# expects: "
HEAD = 'format = 1\nkind = "mechanism"\nname = "pendulum"\n'


def expectation(file: Path) -> tuple[str, str] | None:
    first = file.read_bytes().split(b"\n")[0].decode("utf-8", "replace")
    if not first.startswith(MARK):
        return None
    what, _, where = first.removeprefix(MARK).rpartition(" @ ")
    return what, where


def marked_line(file: Path) -> int:
    lines = file.read_text("utf-8").split("\n")
    return next((n for n, line in enumerate(lines, 1) if line.endswith("# <- here")), 1)


FILES = sorted(FOLDER.glob("*.toml"))
SPEAKING = [file for file in FILES if expectation(file)]
WITHOUT_COMMENT = {
    "binary.toml": "not text: byte 0xff",
    "utf16.toml": "not text: byte 0xff",
    "empty.toml": "the file is empty",
    "only_spaces.toml": "the file is empty",
}
TOO_LARGE = {
    "nested 1000 deep": (HEAD + "x = " + "[" * 1000 + "]" * 1000, "64 brackets", 4),
    "inline tables 1000 deep": (HEAD + "x = " + "{a=" * 1000 + "1" + "}" * 1000, "64 brackets", 4),
    "a key of 20000 parts": (HEAD + ".".join(["a"] * 20_000) + " = 1", "more than 32 parts", 4),
    "a heading of 20000 parts": (HEAD + f"[{'.'.join(['a'] * 20_000)}]\nb = 1", "more than 32 parts", 4),
    "a quoted key of dots": (HEAD + f'"{"." * 150_000}" = 1', "a key has 150000 characters", 4),
    "a number of 5000 digits": (HEAD + "\nx = " + "1" * 5000, "a word of 5000 characters", 5),
    "a line of a million": (HEAD + "#" + "x" * 1_000_000, "a line of 1000001 characters", 4),
    "a file of 6 million bytes": (HEAD + "#\n" * 3_000_000, "bytes", 1),
    "a string that does not end": (HEAD + 'x = """' + '\\"""\n' * 100_000, "not TOML", 100_003),
    "a string of escapes": (HEAD + 'x = """' + "\\n\\n\n" * 500_000 + '"""', "'x' is not known", 4),
}


@pytest.mark.parametrize("file", SPEAKING, ids=lambda file: file.stem)
def test_a_broken_file_is_refused_where_it_is_broken(file):
    what, where = expectation(file)
    with pytest.raises(ModelError) as refusal:
        load(file)
    problems = refusal.value.problems
    found = [p for p in problems if p.where == where and what in p.what]
    assert found, f"expected '{what}' at {where}, got\n{refusal.value}"
    assert len(problems) == 1, f"one mistake, one message; got\n{refusal.value}"
    assert found[0].help
    assert found[0].line == marked_line(file)
    assert f"{file}:{found[0].line}: {where}" in str(refusal.value)


@pytest.mark.parametrize("name, what", WITHOUT_COMMENT.items())
def test_a_file_that_is_no_text_is_refused(name, what):
    with pytest.raises(ModelError) as refusal:
        load(FOLDER / name)
    (problem,) = refusal.value.problems
    assert what in problem.what and problem.line and problem.help


@pytest.mark.parametrize("text, what, line", TOO_LARGE.values(), ids=TOO_LARGE)
def test_a_text_beyond_the_limits_is_refused_in_no_time(text, what, line):
    start = time.process_time()
    with pytest.raises(ModelError) as refusal:
        load(text + "\n")
    found = [p for p in refusal.value.problems if what in p.what]
    assert found and found[0].line == line and found[0].help
    assert time.process_time() - start < 5.0  # a second suffices; tomllib alone takes minutes on some


def test_all_problems_are_listed_at_once_in_the_order_of_the_file():
    text = HEAD + (
        '[bodies.arm]\nmass = -1\ncentre = [1, 2]\ncolour = "red"\n'
        '[joints.pin]\ntype = "revolute"\nparent = "grund"\nchild = "arm"\n'
        "point = [0, 0, 0]\naxis = [0, 0, 0]\n"
    )
    with pytest.raises(ModelError) as refusal:
        load(text)
    assert [(p.line, p.where) for p in refusal.value.problems] == [
        (5, "bodies.arm.mass"),
        (6, "bodies.arm.centre"),
        (7, "bodies.arm.colour"),
        (10, "joints.pin.parent"),
        (13, "joints.pin.axis"),
    ]


def test_a_message_never_sends_control_characters_to_the_terminal():
    text = HEAD + '"\\u001b[2Jkey" = 1\n[bodies.arm]\nmass = "2 \\u001b[31m"\n"\\u0007" = 1\n'
    with pytest.raises(ModelError) as refusal:
        load(text)
    assert len(refusal.value.problems) == 3
    assert all(c.isprintable() or c == "\n" for c in str(refusal.value))


def test_a_file_that_is_not_there_is_refused():
    with pytest.raises(ModelError, match="cannot be read"):
        load("no_such_file.toml")


def test_every_file_has_an_expectation():
    silent = {file.name for file in FILES if not expectation(file)}
    assert silent == set(WITHOUT_COMMENT)
    assert len(FILES) > 100
