"""A run as a page for the browser: one file, no network, data inside."""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import asdict, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from jounce import __version__
from jounce.results import Result
from jounce.results.files import replacing
from jounce.results.pairing import laid_over
from jounce.views.page.encoding import Encoder
from jounce.views.page.page_contents import page_run
from jounce.views.page.page_data import FORMAT, Page, Run
from jounce.views.plots.default_panels import open_panels

PLACE = '<script type="text/plain" id="data"></script>'


def write_page(result: Result, path: str | Path, compare: Result | None = None) -> Path:
    """Write the page of a run, with a second one laid over it if `compare` is given."""
    path = Path(path)
    text = page_text(result, compare)
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8")
    return path


def page_text(result: Result, compare: Result | None = None) -> str:
    """The whole page. Data enter in base64, so that no name of anybody can become markup."""
    payload = base64.b64encode(zlib.compress(_packed(result, compare), 9)).decode("ascii")
    template = files("jounce.views.page").joinpath("page.html").read_text(encoding="utf-8")
    return template.replace(PLACE, f"{PLACE.removesuffix('</script>')}{payload}</script>")


def _packed(result: Result, compare: Result | None) -> bytes:
    """Length of the description (4 bytes, low first), description in JSON, binary part."""
    timed = "abscissa" not in result.metadata
    encoder = Encoder()
    runs = [page_run(result, encoder)]
    if compare is not None:
        runs = _told_apart(runs[0], page_run(laid_over(result, compare), encoder))
    page = Page(FORMAT, f"jounce {__version__}", timed, runs, open_panels(result))
    description = json.dumps(_plain(asdict(page)), allow_nan=False, separators=(",", ":")).encode("ascii")
    return len(description).to_bytes(4, "little") + description + encoder.data


def _told_apart(first: Run, second: Run) -> list[Run]:
    """Two runs of one label are the first and the second."""
    if first.label != second.label:
        return [first, second]
    return [replace(run, label=f"{run.label} ({k})") for k, run in ((1, first), (2, second))]


def _plain(value: Any) -> Any:
    """JSON has no lone surrogates worth keeping: what a browser could not read becomes a replacement sign."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value
