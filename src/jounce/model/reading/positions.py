"""Find the line of every key and table in a TOML text, and refuse what a parser would choke on.

A scanner of brackets, strings and keys, not a parser: it runs before tomllib, on any text, and
never fails but by its limits. tomllib recurses once per bracket and copies a key once per part.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from jounce.errors import Portable, Problem

DEEPEST = 64  # brackets inside brackets
MOST_PARTS = 32  # of a dotted key
LONGEST_LINE = 200_000  # characters
LONGEST_WORD = 400  # characters of a number or bare key; Python counts digits beyond 4300 as an attack

_PLAIN = re.compile(r"[^\s\[\]{}=,.\"'#]+")
_SPACE = re.compile(r"[^\S\n]+")


class TooMuch(Portable, Exception):
    """A limit is passed."""

    def __init__(self, problem: Problem):
        super().__init__(problem.what)
        self.problem = problem


@dataclass(slots=True)
class Positions:
    """Lines of dotted paths."""

    lines: dict[str, int] = field(default_factory=dict)
    starts: dict[int, str] = field(default_factory=dict)  # the first path on a line

    def note(self, path: Sequence[str], line: int) -> None:
        name = ".".join(path)
        self.starts.setdefault(line, name)
        while name and name not in self.lines:  # and the tables it opens on its way
            self.lines[name] = line
            name = name.rpartition(".")[0]

    def line(self, path: str) -> int:
        """Finds the line of the path, or of what it is part of; 1 when nothing of it is in the file."""
        while path and path not in self.lines:
            path = path.rpartition(".")[0]
        return self.lines.get(path, 1)

    def path_at(self, line: int) -> str:
        """Finds what stands on a line, or before it."""
        at = max((at for at in self.starts if at <= line), default=0)
        return self.starts.get(at, "file")


@dataclass(slots=True)
class _Open:
    """A bracket that is not closed yet."""

    bracket: str  # "{", "[", or "" for the file itself
    path: tuple[str, ...]
    entry: int = 0  # of an array


def scan_positions(text: str) -> Positions:
    """Finds the line of each key, table and array entry."""
    positions = Positions()
    stack = [_Open("", ())]
    rows: dict[tuple[str, ...], int] = {}  # of tables opened by [[...]], the last one of each
    key: list[str] = []  # parts read so far, while a key is expected
    value_path: tuple[str, ...] = ()  # of the key last given a value
    expecting, header, doubled = True, False, False
    for token, content, line in _tokens(text):
        top = stack[-1]
        if header:
            if token == "word":
                key.append(content)
                _limit_key(key, line)
            elif token == "[" and not key:
                doubled = True
            elif token in ("]", "\n"):
                stack[0].path = _opened(key, rows, doubled)
                positions.note(stack[0].path, line)
                key, header, doubled, expecting = [], False, False, False
        elif token == "word":
            if expecting:
                key.append(content)
                _limit_key(key, line)
            elif top.bracket == "[":
                positions.note((*top.path, str(top.entry)), line)
        elif token == "=" and expecting:
            path = (*top.path, *key)
            positions.note(path, line)
            key, expecting, value_path = [], False, path
        elif token in ("[", "{"):
            if top.bracket == "" and expecting:
                header, key = True, []
                continue
            if len(stack) > DEEPEST:
                raise TooMuch(_problem(positions, line, f"more than {DEEPEST} brackets inside each other"))
            path = (*top.path, str(top.entry)) if top.bracket == "[" else value_path
            stack.append(_Open(token, path))
            expecting, key = token == "{", []
        elif token in ("]", "}") and len(stack) > 1:
            stack.pop()
            expecting = False
        elif token == "," and top.bracket:
            top.entry += 1
            expecting, key = top.bracket == "{", []
        elif token == "\n" and top.bracket == "":
            expecting, key = True, []
    return positions


def _opened(key: Sequence[str], rows: dict[tuple[str, ...], int], doubled: bool) -> tuple[str, ...]:
    """The path of the table that a heading opens: `phases.1` for the second [[phases]], and for what is inside it."""
    path: tuple[str, ...] = ()
    for k, part in enumerate(key):
        path = (*path, part)
        if doubled and k == len(key) - 1:
            rows[path] = rows.get(path, -1) + 1
        if path in rows:
            path = (*path, str(rows[path]))
    return path


def _problem(positions: Positions, line: int, what: str) -> Problem:
    return Problem(positions.path_at(line), what, "a model file needs no more than a few; was it damaged?", line)


def _limit_key(key: list[str], line: int) -> None:
    what = ""
    if len(key) > MOST_PARTS:
        what = f"a key has more than {MOST_PARTS} parts"
    elif len(key[-1]) > LONGEST_WORD:
        what = f"a key has {len(key[-1])} characters"
    if what:
        raise TooMuch(Problem(".".join(key[:3]), what, "keys look like bodies.NAME.mass", line))


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """Yields words (bare or quoted, the latter without their quotes), punctuation and ends of lines."""
    place, line = 0, 1
    while place < len(text):
        c = text[place]
        if c == "\n":
            yield "\n", c, line
            place, line = place + 1, line + 1
        elif c == "#":
            end = text.find("\n", place)
            place = len(text) if end < 0 else end
        elif c in "\"'":
            end, quotes = _end_of_string(text, place)
            inside = text[place + quotes : max(end - quotes, place + quotes)]
            yield "word", _unescaped(inside) if c == '"' and "\\" in inside else inside, line
            line += text.count("\n", place, end)
            place = end
        elif c in "[]{}=,.":
            yield c, c, line
            place += 1
        elif space := _SPACE.match(text, place):
            place = space.end()
        else:
            word = _PLAIN.match(text, place)
            assert word is not None  # whatever is not space, quote, comment or punctuation is plain
            if len(word[0]) > LONGEST_WORD:
                what = f"a word of {len(word[0])} characters"
                raise TooMuch(Problem(word[0][:20], what, f"numbers and keys have at most {LONGEST_WORD}", line))
            yield "word", word[0], line
            place = word.end()


def _unescaped(text: str) -> str:
    try:
        return json.loads(f'"{text}"', strict=False)  # the same escapes, but for rare ones
    except ValueError:
        return text


def _end_of_string(text: str, start: int) -> tuple[int, int]:
    """Finds where a string ends, and how many quotes enclose it; the end of the line or text if it does not."""
    quote = text[start]
    quotes = 3 if text.startswith(quote * 3, start) else 1
    place = start + quotes
    stop = len(text) if quotes == 3 else (text.find("\n", start) + 1 or len(text) + 1) - 1
    end = text.find(quote * quotes, place, stop)
    while end >= 0:
        escape = text.find("\\", place, end) if quote == '"' else -1
        if escape < 0:
            return end + quotes, quotes
        place = escape + 2
        if place > end:  # the quote found was an escaped one
            end = text.find(quote * quotes, place, stop)
    return stop, quotes
