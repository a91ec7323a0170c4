"""Records: parts made out of plain tables, one field at a time, with all that is wrong with them.

The same reader serves files and Python: a part built in Python is read as the table of its fields.
Problems are collected, not raised; a part with a problem is not made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.errors import Problem, did_you_mean, shown_in_message
from jounce.model.fields import FORM, NO_AXES, TYPE_OF, Field, fields_of
from jounce.model.own_laws import is_own_law_record, wrong_own_law_formula, wrong_own_law_record
from jounce.parts import COMPOUNDS, SECTIONS, Input
from jounce.parts.laws import OWN_LAWS
from jounce.units import HEADER, Axes, Quantity, UnitError, parse_unit, rule_of_number, to_si, unit_of_number

SI: Mapping[str, str] = {}  # a header that leaves bare numbers in SI
LONGEST_NAME, LONGEST_TEXT = 100, 10_000
NAME_RULE = "names are letters, digits, spaces, _ and -, at most 100, without a space at the ends"
WRONG = object()  # what a field reads as when it has a problem


def table_of_record(part: Any) -> dict[str, Any]:
    """Returns a part as the table a file would hold; what is None is left out."""
    values = {field.name: getattr(part, field.name) for field in fields_of(type(part))}
    return {name: value for name, value in values.items() if value is not None}


def read_record(
    kind: type,
    table: Mapping[str, Any],
    path: str,
    problems: list[Problem],
    header: Mapping[str, str] = SI,
    axes: Axes = NO_AXES,
    dotted: bool = False,
) -> Any:
    """Returns a part of this kind, or None when the table has a problem. Templates make `dotted` names."""
    before = len(problems)
    fields = fields_of(kind)
    names = [field.name for field in fields]
    if "name" in table:
        for piece in str(table["name"]).split(".") if dotted else [table["name"]]:
            check_record_name(piece, path, problems)
    for key in table:
        if key not in names:
            can = ", ".join(name for name in names if name != "name")
            what = f"key '{key}' is not known here.{did_you_mean(key, names)}"
            problems.append(Problem(f"{path}.{key}", what, f"keys: {can}"))
    if kind is Input:
        axes = _input_axes(table, path, problems)
    values = {}
    for field in fields:
        if field.name in table:
            values[field.name] = _Reader(field, axes, header, problems).read(table[field.name], f"{path}.{field.name}")
        elif field.required:
            what = f"'{field.name}' is missing"
            problems.append(Problem(f"{path}.{field.name}", what, f"add {field.name}: {_wanted(field, axes)}"))
    return kind(**values) if len(problems) == before else None


def read_named_record(
    section: str, name: str, table: Mapping[str, Any], header: Mapping[str, str], problems: list[Problem]
) -> Any:
    """Returns a part under its name in a section of a file, or None when it has a problem."""
    path, kinds = f"{section}.{name}", (SECTIONS | COMPOUNDS)[section]
    if section == "controllers" and "kind" in table and "type" not in table:
        table = {"type" if key == "kind" else key: value for key, value in table.items()}
    plain = None in kinds and (len(kinds) == 1 or "type" not in table)  # the kind that needs no word
    kind = kinds[None] if plain else chosen_record_kind(table, kinds, path, problems)
    if kind is None:
        return None
    if "name" in table:
        what, hint = "key 'name' is not known here", f"the name stands in the heading: [{path}]"
        problems.append(Problem(f"{path}.name", what, hint))
    keys = {key: value for key, value in table.items() if key != "type" or plain}
    return read_record(kind, {**keys, "name": name}, path, problems, header)


def read_record_vector(
    raw: Any, quantity: Quantity, path: str, problems: list[Problem], header: Mapping[str, str] = SI
) -> Any:
    """Returns three numbers in SI or with units, or None when they have a problem."""
    before = len(problems)
    vector = _Reader(Field("", "vector", quantity), NO_AXES, header, problems).read(raw, path)
    return vector if len(problems) == before else None


def read_record_word(raw: Any, path: str, problems: list[Problem], options: tuple[str, ...] = ()) -> str | None:
    """Returns a text, one of the options if there are any, or None when it has a problem."""
    if raw is None or (isinstance(raw, str) and raw == ""):
        what, hint = f"'{path}' is missing", f'write {path} = "..."'
    elif not isinstance(raw, str):
        quoted = ", ".join(f'"{word}"' for word in options)
        what = f"{shown_in_message(raw)} is not text"
        hint = f"one of, in quotes: {quoted}" if options else f"write {path} in quotes"
    elif options and raw not in options:
        what, hint = (
            f"{shown_in_message(raw)} is not known.{did_you_mean(raw, options)}",
            f"one of: {', '.join(options)}",
        )
    elif len(raw) > LONGEST_TEXT:
        what, hint = f"has {len(raw)} characters", f"at most {LONGEST_TEXT}"
    elif not raw.isascii() and any("\ud800" <= c <= "\udfff" for c in raw):
        what, hint = "has half a character, which no file can hold", "type the text again"
    else:
        return raw
    problems.append(Problem(path, what, hint))
    return None


def broken_record_rule(number: float, rule: str, raw: Any) -> tuple[str, str] | None:
    """Returns what is wrong with a number by itself, and what would be right; `raw` is how it was written."""
    if number < 0 and rule != "finite":
        return (
            f"{shown_in_message(raw)} is negative",
            "must be positive" if rule == "positive" else "must not be negative",
        )
    return ("is zero", "must be positive") if number == 0 and rule == "positive" else None


def check_record_name(name: Any, path: str, problems: list[Problem]) -> None:
    """A name is a plain word or a few: it appears in paths, channels and file names."""
    plain = isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and name == name.strip()
    if not plain or not all(c.isalpha() or c.isdecimal() or c in " _-" for c in name):
        problems.append(Problem(path, f"{shown_in_message(name)} is not a name", NAME_RULE))


def _input_axes(table: Mapping[str, Any], path: str, problems: list[Problem]) -> Axes:
    """An input says itself what unit it has; that unit is SI, for it is what `simulate` is given."""
    unit = table.get("unit", "1")
    try:
        if isinstance(unit, str) and parse_unit(unit).factor == 1:
            return Axes("1", unit)
        what, hint = f"{shown_in_message(unit)} is not an SI unit", 'write it in SI: "m", "rad", "N", "N m", "m/s"'
    except UnitError as error:
        what, hint = error.what, error.help
    problems.append(Problem(f"{path}.unit", what, hint))
    return NO_AXES


def _wanted(field: Field, axes: Axes) -> str:
    """Says what belongs into a field, in words."""
    unit = "" if "bushing" in field.quantity.unit else unit_of_number(field.quantity, axes)
    return FORM[field.form] + (f" in {unit}" if unit not in ("", "1") else "")


class _Reader:
    """One field of a part."""

    def __init__(self, field: Field, axes: Axes, header: Mapping[str, str], problems: list[Problem]):
        self.field, self.axes, self.header, self.problems = field, axes, header, problems

    def read(self, raw: Any, path: str) -> Any:
        if hasattr(raw, "tolist"):  # an array or number of NumPy
            raw = raw.tolist()
        return getattr(self, f"_{self.field.form}")(raw, path)

    def _refuse(self, path: str, what: str, hint: str) -> Any:
        self.problems.append(Problem(path, what, hint))
        return WRONG

    def _number(self, raw: Any, path: str, index: int = 0, count: int = 1) -> Any:
        rule = rule_of_number(self.field.quantity, index, count)
        unit = unit_of_number(self.field.quantity, self.axes, index, count)
        try:
            number = to_si(raw, unit, self.header)
        except UnitError as error:
            return self._refuse(path, error.what, error.help)
        wrong = broken_record_rule(number, rule, raw)
        return self._refuse(path, *wrong) if wrong else number

    def _list(self, raw: Any, path: str) -> bool:
        if isinstance(raw, list | tuple):
            return True
        self._refuse(path, f"{shown_in_message(raw)} is not a list", f"needs {_wanted(self.field, self.axes)}")
        return False

    def _vector(self, raw: Any, path: str) -> Any:
        if not self._list(raw, path):
            return WRONG
        if len(raw) != 3:
            return self._refuse(path, f"has {len(raw)} entries", "needs three: [x, y, z]")
        return tuple(self._number(item, f"{path}.{axis}") for axis, item in zip("xyz", raw, strict=True))

    def _numbers(self, raw: Any, path: str) -> Any:
        """A list of numbers, which may be written as rows of equal length; a text is one with its unit at the end."""
        raw = _spread_list_text(raw)
        if not self._list(raw, path):
            return WRONG
        if raw and all(isinstance(row, list | tuple) for row in raw):
            odd = next((i for i, row in enumerate(raw) if len(row) != len(raw[0])), None)
            if odd is not None:
                what = f"has {len(raw[odd])} entries, but the first row has {len(raw[0])}"
                return self._refuse(f"{path}.{odd}", what, "needs rows of equal length")
            raw = [entry for row in raw for entry in row]
        if "bushing" in self.field.quantity.unit and len(raw) not in (6, 36):
            hint = "needs the 6 diagonal terms (x, y, z, rx, ry, rz), or all 36 row by row"
            return self._refuse(path, f"has {len(raw)} entries", hint)
        return tuple(self._number(item, f"{path}.{i}", i, len(raw)) for i, item in enumerate(raw))

    def _word(self, raw: Any, path: str) -> Any:
        words = self.field.words
        return raw if raw == "" and not words else read_record_word(raw, path, self.problems, words)

    def _words(self, raw: Any, path: str) -> Any:
        if not self._list(raw, path):
            return WRONG
        if not raw:
            return self._refuse(path, "is empty", "needs at least one entry")
        if len(set(map(str, raw))) < len(raw):
            return self._refuse(path, f"{shown_in_message(list(raw))} has an entry twice", "each at most once")
        return tuple(self._word(item, f"{path}.{i}") for i, item in enumerate(raw))

    def _flag(self, raw: Any, path: str) -> Any:
        return raw if isinstance(raw, bool) else self._refuse(path, f"{shown_in_message(raw)}", "needs true or false")

    def _choice(self, raw: Any, path: str) -> Any:
        """Returns a table with a type, a law or signal made in Python, or the number of the simplest kind."""
        kinds = {**dict(self.field.kinds), **(OWN_LAWS if self.field.own else {})}
        if self.field.own and type(raw) not in TYPE_OF and is_own_law_record(raw):
            return self._own_law(raw, path)
        if type(raw) in kinds.values():
            raw = {"type": TYPE_OF[type(raw)], **table_of_record(raw)}
        simplest = next(iter(kinds.values()))
        needed = [field for field in fields_of(simplest) if field.required]
        if isinstance(raw, int | float | str) and not isinstance(raw, bool) and len(needed) == 1:
            (field,) = needed
            number = _Reader(field, self.field.axes, self.header, self.problems).read(raw, path)
            return simplest(**{field.name: number})
        if not isinstance(raw, Mapping):
            wanted = "neither number nor table" if len(needed) == 1 else "not a table"
            return self._refuse(path, f"{shown_in_message(raw)} is {wanted}", _kinds_hint(kinds))
        plain = len(kinds) == 1 and "type" not in raw
        kind = simplest if plain else chosen_record_kind(raw, kinds, path, self.problems)
        if kind is None:
            return WRONG
        table = {key: value for key, value in raw.items() if key != "type"}
        law = read_record(kind, table, path, self.problems, self.header, self.field.axes)
        return law if kind in TYPE_OF or law is None else self._own_law(law, path)

    def _own_law(self, law: Any, path: str) -> Any:
        """Reads a law of the user's own: its numbers are read like any, its formula is tried."""
        found = list(wrong_own_law_record(law, path, self.field.axes))
        law = (
            None
            if found
            else read_record(type(law), table_of_record(law), path, self.problems, self.header, self.field.axes)
        )
        found += wrong_own_law_formula(law, path) if law is not None else []
        self.problems += found
        return WRONG if found else law


def _spread_list_text(raw: Any) -> Any:
    """The entries of "1000, 1500, 2000 rpm", each with the unit; also in a list of texts. Others stay as they are."""
    if isinstance(raw, list | tuple):
        return [_spread_list_text(entry) for entry in raw]
    if not isinstance(raw, str) or "," not in raw or len(raw) > LONGEST_TEXT:
        return raw
    *before, last = (entry.strip() for entry in raw.split(","))
    unit = last[len(last) - len(last.lstrip("+-.0123456789eE")) :].strip()
    return [*(f"{entry} {unit}".strip() for entry in before), last]


def chosen_record_kind(raw: Mapping[str, Any], kinds: Mapping[Any, type], path: str, problems: list[Problem]) -> Any:
    """Returns the class that a table's `type` names, or None."""
    word = raw.get("type")
    if isinstance(word, str) and word in kinds:
        return kinds[word]
    kinds = {key: kind for key, kind in kinds.items() if key is not None}
    what = f"type {shown_in_message(word)} is not known.{did_you_mean(str(word), kinds)}"
    what = what if "type" in raw else "'type' is missing"
    problems.append(Problem(f"{path}.type", what, _kinds_hint(kinds)))
    return None


def _kinds_hint(kinds: Mapping[Any, type]) -> str:
    return f"types: {', '.join(map(str, kinds))}"


def read_record_units(raw: Any, problems: list[Problem]) -> dict[str, str]:
    """Returns the file's `units`: what bare lengths, angles, masses, forces and times are in."""
    if not isinstance(raw, Mapping):
        problems.append(Problem("units", f"{shown_in_message(raw)} is not a table", 'write units = { length = "mm" }'))
        return {}
    header = {}
    for key, unit in raw.items():
        if key not in HEADER:
            what = f"'{key}' is not known here.{did_you_mean(key, HEADER)}"
            problems.append(Problem(f"units.{key}", what, f"keys: {', '.join(HEADER)}"))
            continue
        try:
            if parse_unit(str(unit)).powers == parse_unit(HEADER[key]).powers:
                header[key] = unit
                continue
            what, hint = f"{shown_in_message(unit)} is not a unit of {key}", f'for example "{HEADER[key]}"'
        except UnitError as error:
            what, hint = error.what, error.help
        problems.append(Problem(f"units.{key}", what, hint))
    return header


def named_tables_of_records(
    section: Any, path: str, unread: set[str], problems: list[Problem]
) -> list[tuple[str, Any]]:
    """Returns the named tables of a section."""
    if not isinstance(section, Mapping):
        what = f"{shown_in_message(section)} is not a table of named tables"
        problems.append(Problem(path, what, f"write [{path}.NAME] and its keys below"))
        unread.add(path)
        return []
    found = []
    for name, table in section.items():
        if isinstance(table, Mapping):
            found.append((name, table))
        else:
            unread.add(name)
            what = f"{shown_in_message(table)} is not a table"
            problems.append(Problem(f"{path}.{name}", what, f"write [{path}.{name}] and its keys below"))
    return found
