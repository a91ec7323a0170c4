"""Write src/data/types.ts from the records of jounce.views.page.page_data: python web/make_types.py"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from jounce.views.page import page_data

TARGET = Path(__file__).parent / "src" / "data" / "types.ts"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}


def typescript() -> str:
    """All records, and the names of unions that the records use."""
    named = {name: thing for name, thing in vars(page_data).items() if not name.startswith("_")}
    aliases = {"Vec3": page_data.Vec3, "Tone": page_data.Tone, "Shape": page_data.Shape}
    lines = ["// Written by web/make_types.py from src/jounce/views/page/page_data.py. Do not edit.", ""]
    lines += [f"export const FORMAT = {page_data.FORMAT};", ""]
    lines += [f"export type {name} = {_type(alias)};" for name, alias in aliases.items()]
    for record in named.values():
        if is_dataclass(record):
            hints = get_type_hints(record)
            lines += ["", f"export interface {record.__name__} {{"]
            lines += [f"  readonly {f.name}: {_named(hints[f.name], aliases)};" for f in fields(record)]
            lines.append("}")
    return "\n".join(lines) + "\n"


def _named(hint: Any, aliases: dict[str, Any]) -> str:
    return next((name for name, alias in aliases.items() if alias == hint), _type(hint, aliases))


def _type(hint: Any, aliases: dict[str, Any] | None = None) -> str:
    inner = [_named(item, aliases or {}) for item in get_args(hint)] if get_origin(hint) is not Literal else []
    if hint in PLAIN:
        return PLAIN[hint]
    if is_dataclass(hint):
        return hint.__name__
    if get_origin(hint) is Literal:
        return " | ".join(f'"{word}"' for word in get_args(hint))
    if get_origin(hint) is list:
        plain = "|" not in inner[0] and not inner[0].startswith("readonly")
        return f"readonly {inner[0]}[]" if plain else f"readonly ({inner[0]})[]"
    if get_origin(hint) is tuple:
        return f"readonly [{', '.join(inner)}]"
    if isinstance(hint, UnionType):
        return " | ".join(inner)
    raise TypeError(f"no TypeScript for {hint}")


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(typescript(), encoding="utf-8")
