"""The gallery of papers as one page: every figure and table beside ours, the list of capabilities, misprints."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes

from jounce import __version__
from jounce.results.files import write_text_file
from jounce.results.machine import machine_class
from jounce.views.plots.chart import COLOURS, GREY, Chart, Curve, chart_of
from jounce.views.plots.line_drawing import INK, Line, draw_lines, view_axes
from jounce.views.report.markup import Html, html_element, html_pairs, join_html, table
from jounce.views.report.report import PLOT_SIZE, report_page, report_section
from jounce_papers.gallery import FAILED, IN_PART, LEFT, SHOWN, Exhibit, Gallery
from jounce_papers.paper_data import OPEN, PARTLY, WORKS, CapabilityRow, Paper, PaperData, paper_data
from jounce_papers.shown import (
    AXIS,
    BOLD,
    DASHED,
    DOT,
    THIN,
    Finding,
    Picture,
    ShownModel,
    ShownPanel,
    ShownPlot,
    ShownSketch,
    ShownTable,
)

BADGES = {SHOWN: "pass", IN_PART: "part", FAILED: "fail", LEFT: "none", WORKS: "pass", PARTLY: "part", OPEN: "fail"}
DRAWING_SIZE = (5.4, 3.6)  # inches
LOOKS = {BOLD: (INK, 1.8, "-"), THIN: (GREY, 0.9, "-"), DASHED: (GREY, 0.9, "--"), AXIS: (COLOURS[0], 1.5, "-")}


def write_papers_report(made: Gallery, path: Path) -> Path:
    """Write it as one HTML file."""
    return write_text_file(path, papers_report_text(made))


def papers_report_text(made: Gallery) -> str:
    """The whole page."""
    data = paper_data()
    chosen = [paper for paper in data.papers if made.of_paper(paper.name)]
    parts = [
        _head(made, data, chosen),
        *(_paper(made, paper) for paper in chosen),
        report_section("Headline numbers", _headlines(made, data)),
        report_section("Capabilities", _capabilities(made, data)),
        report_section("Misprints", _misprints(data)),
        report_section("Time", _times(made)),
    ]
    return report_page("The papers, made anew", html_element("main", *parts, class_="papers programme"))


# --- head ------------------------------------------------------------------------------------------------


def _head(made: Gallery, data: PaperData, chosen: Iterable[Paper]) -> Html:
    counted = Counter(exhibit.state for exhibit in made.exhibits)
    states = Counter(row.state for row in data.rows)
    cards = {
        "entries shown": (counted[SHOWN], f"of {len(made.exhibits)}"),
        "shown in part": (counted[IN_PART], ""),
        "failed": (counted[FAILED], ""),
        "capabilities that work": (states[WORKS], f"of {len(data.rows)}"),
        "partly": (states[PARTLY], ""),
        "open": (states[OPEN], ""),
    }
    boxes = [
        html_element("div", html_element("dt", name), html_element("dd", str(n), " ", html_element("span", of)))
        for name, (n, of) in cards.items()
    ]
    about = (
        "Every figure and table of the five papers that jounce is based on, made anew: what the paper shows and says, "
        "ours beside it, the command that makes it, what differs and why, and the capabilities that it proves. Our "
        "cars are of the papers' classes; their data are not published."
    )
    return html_element(
        "header",
        html_element("h1", "The papers, made anew"),
        html_element("p", f"{made.seconds:.0f} s on {machine_class()}, jounce {__version__}", class_="study"),
        *([html_element("p", "It was interrupted: some entries are missing.", class_="warning")] * made.interrupted),
        html_element("p", about),
        html_element("dl", *boxes, class_="cards"),
        html_element("div", *(_contents(made, paper) for paper in chosen), class_="chapters"),
    )


def _contents(made: Gallery, paper: Paper) -> Html:
    """The entries of a paper, with links to them."""
    rows = [
        html_element(
            "tr",
            html_element("td", html_element("a", each.entry.place, href=f"#{each.entry.name}")),
            html_element("td", each.entry.title),
            html_element("td", _badge(each.state)),
        )
        for each in made.of_paper(paper.name)
    ]
    body = html_element("table", html_element("tbody", *rows), class_="figures")
    return html_element("section", html_element("h2", paper.heading), body)


def _badge(state: str) -> Html:
    return html_element("span", state, class_=f"badge {BADGES[state]}")


# --- entries ---------------------------------------------------------------------------------------------


def _paper(made: Gallery, paper: Paper) -> Html:
    heading = html_element("h2", f"{paper.authors}: {paper.title}")
    about = html_element("p", paper.about)
    lacks = html_element("p", html_element("b", "It does not give: "), paper.gives_not, class_="note")
    entries = [_exhibit(exhibit) for exhibit in made.of_paper(paper.name)]
    return html_element("section", heading, about, lacks, *entries, id=paper.name, class_="paper")


def _exhibit(exhibit: Exhibit) -> Html:
    entry, shown = exhibit.entry, exhibit.shown
    heading = html_element("h3", f"{entry.place}: {entry.title}", _badge(exhibit.state))
    told = [("The paper shows", entry.shows), ("It says", entry.states), ("Here", entry.differs)]
    warning = exhibit.reason if exhibit.state in (FAILED, LEFT) else ""
    if exhibit.state == IN_PART:
        told.append(("Missing", exhibit.reason))
    return html_element(
        "article",
        heading,
        *([html_element("p", warning, class_="warning")] if warning else []),
        html_pairs(told),
        html_element("div", *(_picture(each) for each in shown.pictures), class_="plots"),
        _findings(shown.findings),
        *(_table(each) for each in shown.tables),
        html_element("pre", "\n".join(entry.all_commands())),
        html_element("p", "Proves ", *_row_links(entry.rows), class_="note"),
        id=entry.name,
    )


def _row_links(rows: Iterable[int]) -> list[Html]:
    data = paper_data()
    found: list[Html] = []
    for number in rows:
        link = html_element("a", f"row {number}", href=f"#row-{number}", title=data.row(number).what)
        found += [link, Html(" ")]
    return found


def _findings(findings: Iterable[Finding]) -> Html:
    rows = [
        (finding.what, finding.paper or "–", _number(finding.value), finding.unit, _kept(finding))
        for finding in findings
    ]
    return table(("number", "paper", "here", "unit", "expected"), rows, numbers=(2,)) if rows else Html()


def _kept(finding: Finding) -> str:
    return "" if not finding.checked else f"{finding.limits} {'✓' if finding.holds else '✗'}"


def _number(value: float | int | str) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _table(shown: ShownTable) -> Html:
    rows = [tuple(_number(cell) for cell in row) for row in shown.rows]
    return html_element("div", html_element("h4", shown.heading), table(shown.head, rows), class_="wide")


def _picture(picture: Picture) -> Html:
    """As a drawing inside the page, whose words cannot act."""
    from matplotlib.figure import Figure

    from jounce.views.plots.line_drawing import LinesSeen, draw_lines_of_model
    from jounce.views.plots.plotter import plot_chart
    from jounce_papers.papers_report import draw_lines_of_sketch

    drawn = isinstance(picture, ShownModel | ShownSketch)
    figure = Figure(figsize=DRAWING_SIZE if drawn else PLOT_SIZE, layout="constrained")
    axis = figure.subplots()
    if isinstance(picture, ShownModel):
        seen = LinesSeen(picture.azimuth, picture.elevation, picture.sample, picture.bodies, picture.shell)
        draw_lines_of_model(axis, picture.run, seen)
    elif isinstance(picture, ShownSketch):
        draw_lines_of_sketch(axis, picture)
    else:
        chart = chart_of(picture.run, picture.panel) if isinstance(picture, ShownPanel) else _chart(picture)
        plot_chart(axis, chart)
    heading = picture.panel.heading if isinstance(picture, ShownPanel) else picture.heading
    image = BytesIO()
    figure.savefig(image, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
    source = "data:image/svg+xml;base64," + base64.b64encode(image.getvalue()).decode("ascii")
    below = [html_element("figcaption", heading)] if drawn else []
    return html_element("figure", html_element("img", src=source, alt=heading), *below)


def _chart(plot: ShownPlot) -> Chart:
    curves = [
        Curve(curve.x, curve.y, curve.label, COLOURS[k % len(COLOURS)], curve.style, curve.width)
        for k, curve in enumerate(plot.curves)
    ]
    return Chart(plot.heading, plot.below, curves, plot.equal, plot.logarithmic)


# --- lists -----------------------------------------------------------------------------------------------


def _headlines(made: Gallery, data: PaperData) -> Html:
    rows = []
    for number in data.numbers:
        finding = made.finding(number.entry, number.finding) if number.finding else None
        ours = f"{_number(finding.value)} {finding.unit}".strip() if finding else "–"
        rows.append((number.number, number.what, _place(data, number.paper, number.place), ours, number.remark))
    return table(("paper's number", "meaning", "where", "here", "remark"), rows)


def _capabilities(made: Gallery, data: PaperData) -> Html:
    """Every row under its chapter; those that are open come again at the end."""
    proving: dict[int, list[str]] = {}
    for exhibit in made.exhibits:
        for number in exhibit.entry.rows:
            proving.setdefault(number, []).append(exhibit.entry.name)
    parts = []
    for chapter in dict.fromkeys(row.chapter for row in data.rows):
        rows = [_capability(row, data, proving.get(row.number, [])) for row in data.rows if row.chapter == chapter]
        head = html_element(
            "tr", *(html_element("th", word) for word in ("row", "capability", "where", "state", "proof"))
        )
        body = html_element("table", html_element("thead", head), html_element("tbody", *rows), class_="rows")
        parts += [html_element("h3", chapter), body]
    waiting = [(row.number, row.what, row.state, row.missing) for row in data.rows if row.state != WORKS]
    parts += [html_element("h3", "Not there yet"), table(("row", "capability", "state", "missing"), waiting)]
    return join_html(parts)


def _capability(row: CapabilityRow, data: PaperData, entries: list[str]) -> Html:
    shown = [html_element("div", html_element("a", name, href=f"#{name}")) for name in entries]
    own = [text for text in row.proof if text.rpartition(" ")[2] not in entries]  # else the link says it
    proof = [html_element("div", html_element("code", text)) for text in map(_readable, own)]
    missing = [html_element("div", f"missing: {row.missing}", class_="note")] if row.missing else []
    cells = (
        html_element("td", str(row.number)),
        html_element("td", row.what, *missing, data_head="capability"),
        html_element("td", _place(data, row.paper, row.place), data_head="where"),
        html_element("td", _badge(row.state), data_head="state"),
        html_element("td", *shown, *proof, data_head="proof", class_="long"),
    )
    return html_element("tr", *cells, id=f"row-{row.number}")


def _readable(proof: str) -> str:
    """The name of a test in words, which break at the end of a line."""
    file, _, test = proof.partition("::")
    return f"{file}: {test.removeprefix('test_').replace('_', ' ')}" if test else proof


def _misprints(data: PaperData) -> Html:
    rows = [
        (each.number, _place(data, each.paper, each.place), each.wrong, each.reading, each.severity)
        for each in data.misprints
    ]
    return table(("", "where", "as printed", "as meant", "weight"), rows)


def _place(data: PaperData, paper: str, place: str) -> str:
    return f"{data.paper(paper).cited}, {place}" if paper else place


def _times(made: Gallery) -> Html:
    slow = sorted(made.exhibits, key=lambda each: -each.seconds)[:10]
    rows: list[tuple[str, object]] = [("whole gallery", f"{made.seconds:.1f} s, {made.workers} entries at a time")]
    return html_pairs([*rows, *((each.entry.name, f"{each.seconds:.1f} s") for each in slow)])


def draw_lines_of_sketch(axis: Axes, sketch: ShownSketch) -> None:
    """Draws strokes, and words next to their points."""
    view = view_axes(sketch.azimuth, sketch.elevation)
    dots = [stroke for stroke in sketch.strokes if stroke.kind == DOT]
    others = [stroke for stroke in sketch.strokes if stroke.kind != DOT]
    draw_lines(
        axis, [Line(np.array(s.points, float), *LOOKS[s.kind]) for s in others], sketch.azimuth, sketch.elevation
    )
    for stroke in dots:
        at = np.array(stroke.points, float) @ view.T
        axis.plot(at[:, 0], at[:, 1], "o", color=INK, markersize=4)
    for word, point in sketch.words:
        x, y = view[:2] @ np.array(point, float)
        axis.annotate(word, (x, y), (4, 3), textcoords="offset points", fontsize=10, color=INK, parse_math=False)
