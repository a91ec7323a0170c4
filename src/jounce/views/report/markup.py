"""HTML markup in which only our own tags are tags: whatever else is put in, is text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

LONG_WORD = 36  # characters that may be broken anywhere, lest they push a table off the page
LONGEST_WORD = 100  # characters that are shown of a word; its middle is left out
TOO_LONG = re.compile(rf"\S{{{LONGEST_WORD + 1},}}")


class Html(str):
    """Text that is markup already; only `element` and `joined` make it."""

    __slots__ = ()


def html_element(tag: str, *children: Any, **attributes: str) -> Html:
    """`<tag attributes>children</tag>`; a child that is not Html is shown as text, in its own direction of writing."""
    inside = "".join(child if isinstance(child, Html) else html_text(child) for child in children)
    own = "".join(f' {name.rstrip("_").replace("_", "-")}="{escape(value)}"' for name, value in attributes.items())
    return Html(f"<{tag}{own}>" if tag in ("img", "meta") else f"<{tag}{own}>{inside}</{tag}>")


def html_text(value: object) -> Html:
    """As text: no markup, no control characters, no word longer than a line; right-to-left words keep to themselves."""
    shown = "".join(c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in str(value))
    shown = TOO_LONG.sub(lambda word: f"{word[0][: LONGEST_WORD // 2]}…{word[0][1 - LONGEST_WORD // 2 :]}", shown)
    return Html(f"<bdi>{escape(shown)}</bdi>") if not shown.isascii() else Html(escape(shown))


def join_html(parts: Iterable[Html]) -> Html:
    return Html("".join(parts))


def table(head: Sequence[str], rows: Iterable[Sequence[object]], numbers: Sequence[int] = ()) -> Html:
    """Columns of `numbers` are aligned to the right. On a narrow screen each cell carries its heading."""

    def cell(tag: str, k: int, value: object) -> Html:
        long = max(map(len, str(value).split()), default=0) > LONG_WORD
        kind = "number" if k in numbers else "unit" if head[k] == "unit" else "long" if long else ""
        attributes = {"class_": kind} if kind else {}
        if tag == "td" and head[k]:
            attributes["data_head"] = head[k]
        return html_element(tag, value, **attributes)

    top = join_html(cell("th", k, word) for k, word in enumerate(head))
    body = join_html(html_element("tr", *(cell("td", k, value) for k, value in enumerate(row))) for row in rows)
    return html_element("table", html_element("thead", html_element("tr", top)), html_element("tbody", body))


def html_pairs(rows: Iterable[tuple[str, object]]) -> Html:
    """Names and what they stand for, beside each other."""
    return html_element(
        "dl", *(join_html([html_element("dt", name), html_element("dd", value)]) for name, value in rows)
    )
