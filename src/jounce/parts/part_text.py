"""Parts as text: short, as Python prints them, and whole, to tell one from another."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

LONGEST = 12  # numbers of a table that are printed


def short_text(part: Any) -> str:
    """Returns what Python prints of a part: of a long table how many numbers it has, and its ends."""
    shown = ", ".join(f"{field.name}={_short(getattr(part, field.name))}" for field in fields(part))
    return f"{type(part).__name__}({shown})"


def _short(value: Any) -> str:
    if not isinstance(value, tuple | list):
        return repr(value)
    if len(value) > LONGEST:
        return f"<{len(value)} from {_short(value[0])} to {_short(value[-1])}>"
    inner = ", ".join(map(_short, value))
    return f"[{inner}]" if isinstance(value, list) else f"({inner},)" if len(value) == 1 else f"({inner})"


def whole_text(value: Any) -> str:
    """Returns a text that differs where any number of a part, or of the parts in it, differs."""
    if is_dataclass(value) and not isinstance(value, type):
        inside = ", ".join(f"{field.name}={whole_text(getattr(value, field.name))}" for field in fields(value))
        return f"{type(value).__qualname__}({inside})"
    if isinstance(value, np.ndarray):
        return f"{value.shape}{value.tolist()}"
    if isinstance(value, tuple | list):
        return f"{type(value).__name__}({', '.join(map(whole_text, value))})"
    if isinstance(value, dict):
        return f"dict({', '.join(f'{whole_text(key)}: {whole_text(each)}' for key, each in value.items())})"
    return repr(value)
