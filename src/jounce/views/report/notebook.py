"""A run in a notebook: its page in a frame; of one sample, or where the page would swell the notebook, a table."""

from __future__ import annotations

from jounce.results import Result
from jounce.views.page.page import page_text
from jounce.views.report.markup import html_element, join_html, table
from jounce.views.wording import wording_of_number_and_unit, wording_of_title

LARGEST = 3_000_000  # characters of a page that a notebook keeps for every time a run is shown
HEIGHT = "620"  # pixels
MOST_FIGURES = 12  # in the table


def notebook_html(result: Result) -> str:
    """The frame may run the page's script and nothing else: it is cut off from the notebook around it."""
    page = page_text(result) if result.time.size > 1 else ""
    if not page or len(page) > LARGEST:
        return notebook_table(result)
    return html_element(
        "iframe",
        srcdoc=page,
        sandbox="allow-scripts",
        title=wording_of_title(result),
        width="100%",
        height=HEIGHT,
        style="border: 0",
    )


def notebook_table(result: Result) -> str:
    """Returns size and first metrics of a run, and how to see more of it."""
    size = f"{result.time.size} samples of {len(result.channels)} channels; view(path) writes the page"
    figures = list(result.metrics.items())[:MOST_FIGURES]
    rows = [(name.replace("_", " "), *wording_of_number_and_unit(m), m.definition) for name, m in figures]
    shown = [table(("metric", "value", "unit", "definition and sign"), rows, numbers=(1,))] if rows else []
    return join_html([html_element("p", html_element("b", wording_of_title(result)), " ", size), *shown])
