"""Texts of users in C: comments and string literals that cannot end early, whatever they hold."""

from __future__ import annotations

from collections.abc import Iterable

LITERAL = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _.,:;+-*/()[]<>=^|")


def c_comment(text: str) -> str:
    """The text as it may stand within a comment."""
    plain = "".join(c if c.isascii() and c.isprintable() and c != "\\" else "?" for c in " ".join(text.split()))
    for mark, apart in (("*/", "* /"), ("/*", "/ *"), ("??", "? ?")):
        while mark in plain:
            plain = plain.replace(mark, apart)
    return plain


def c_string(text: str) -> str:
    """The text as a string literal; every other character as its bytes in octal digits."""
    made = "".join(c if c in LITERAL else "".join(f"\\{byte:03o}" for byte in c.encode()) for c in text)
    return f'"{made}"'


def c_strings(name: str, texts: Iterable[str]) -> str:
    """An array of string literals."""
    listed = [c_string(text) for text in texts]
    rows = ",\n    ".join(listed or ['""'])
    return f"const char *const {name}[{max(len(listed), 1)}] = {{\n    {rows}\n}};\n"
