"""A run as a report: one file for browser and printer, with everything that made the numbers. No script, no network."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from jounce import __version__
from jounce.results import Metric, Result
from jounce.results.files import replacing
from jounce.views.page.page_contents import TELLING_KINEMATICS
from jounce.views.report.markup import Html, element, joined, pairs, table
from jounce.views.report.references import cited_works
from jounce.views.report.report_figures import report_figures
from jounce.views.report.report_model import model_part
from jounce.views.report.report_sources import sources_part, values_part
from jounce.views.wording import number_and_unit, title

# nothing is fetched and nothing runs: pictures and style are inside
POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
HEADLINE = 3
# metadata by key: what it is, unit; in the order of reading
QUALITY = (
    ("constraint_gap", "largest gap of a loop", "m"),
    ("velocity_gap", "largest rate of a gap", "m/s"),
    ("energy_balance", "largest change of the energy balance", "J"),
    ("energy_change", "the same by the largest kinetic energy", "1"),
    ("steps", "steps", "1"),
    ("rejected_steps", "rejected steps", "1"),
    ("evaluations", "evaluations of the equations of motion", "1"),
)
SETTING_UNITS = {
    **dict.fromkeys(("step", "duration", "output_step", "rise", "start"), "s"),
    **dict.fromkeys(("height", "length", "spacing", "travel", "width", "radius"), "m"),
    **dict.fromkeys(("angle", "slip_angle", "inclination"), "rad"),
    **{"speed": "m/s", "lateral_acceleration": "m/s^2", "frequency": "Hz", "loads": "N", "torque": "N m"},
}


def write_report(result: Result, path: str | Path) -> Path:
    """Write the report of a run as one HTML file."""
    path = Path(path)
    text = report_text(result)
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8")
    return path


def report_text(result: Result) -> str:
    """The whole report; every name in it is text, whatever it holds."""
    parts = [
        ("Figures", report_figures(result)),
        ("Figures of merit", _metrics(result.metrics)),
        ("Model", model_part(result)),
        ("Settings", _settings(result)),
        ("How far the numbers can be trusted", _quality(result)),
        ("Where the values come from", sources_part(result)),
        ("Methods", _methods(result)),
        ("Origin", _origin(result)),
        ("Every value", values_part(result)),
    ]
    body = element("main", _head(result), *(_section(heading, part) for heading, part in parts if part))
    style = Html(files("jounce.views.report").joinpath("report.css").read_text(encoding="utf-8"))
    top = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", Html(escape(title(result)))),
        element("style", style),
    )
    return f"<!doctype html>\n{element('html', top, element('body', body), lang='en')}\n"


def _section(heading: str, part: Html) -> Html:
    name = heading.lower().replace(" ", "-")
    return element("section", element("h2", heading), part, class_=name)


def _head(result: Result) -> Html:
    about = result.metadata
    study = str(about.get("study", "simulation"))
    status = str(about.get("status", "finished"))
    late = [element("p", f"This run did not finish: {status}.", class_="warning")] if status != "finished" else []
    cards = [
        element("div", element("dt", words), element("dd", number, " ", element("span", unit)))
        for words, number, unit in _headline(result)
    ]
    return element(
        "header",
        element("h1", about.get("model", "model")),
        element("p", study, class_="study"),
        *late,
        *([element("dl", *cards, class_="cards")] if cards else []),
        *(element("p", note, class_="note") for note in about.get("notes", [])),  # type: ignore[attr-defined]
    )


def _headline(result: Result) -> list[tuple[str, str, str]]:
    """The first figures of merit, of kinematics those asked for first; where there are none, how good the run is."""
    names = list(result.metrics)
    asked = [next((n for n in names if n.endswith(f".{last}")), "") for last in TELLING_KINEMATICS]
    first = [name for name in asked if name] or names
    found = [(_words(name), *number_and_unit(result.metrics[name])) for name in first[:HEADLINE]]
    quality = [
        (what, *number_and_unit(Metric(float(result.metadata[key]), unit, "")))  # type: ignore[arg-type]
        for key, what, unit in QUALITY[:3:2]
        if key in result.metadata
    ]
    return found or quality


def _metrics(metrics: Mapping[str, Metric]) -> Html:
    rows = [(_words(name), *number_and_unit(m), m.definition) for name, m in metrics.items()]
    return table(("figure", "value", "unit", "definition and sign"), rows, numbers=(1,)) if rows else Html()


def _settings(result: Result) -> Html:
    given: Any = result.metadata.get("settings", {})
    rows = [(_words(name), _setting(name, value)) for name, value in given.items()]
    integrator = result.metadata.get("integrator")
    return pairs([*([("integrator", integrator)] if integrator else []), *rows]) if rows else Html()


def _setting(name: str, value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(_setting(name, item) for item in value)
    if isinstance(value, float) and name in SETTING_UNITS:
        return " ".join(number_and_unit(Metric(value, SETTING_UNITS[name], "")))
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_setting(str(key), item)}" for key, item in value.items())
    return f"{value:g}" if isinstance(value, float) else str(value)


def _quality(result: Result) -> Html:
    about = result.metadata
    rows: list[tuple[str, object]] = [("status", str(about.get("status", "finished")))]
    for key, what, unit in QUALITY:
        if key in about:
            rows.append((what, " ".join(number_and_unit(Metric(float(about[key]), unit, ""))).strip()))  # type: ignore[arg-type]
    if result.wall_time == result.wall_time:
        timed = "abscissa" not in about and result.duration > 0 and result.wall_time > 0
        factor = f", {result.duration / result.wall_time:.3g} times real time" if timed else ""
        rows.append(("computing time, compilation included", f"{result.wall_time:.3g} s{factor}"))
    return pairs(rows)


def _methods(result: Result) -> Html:
    rows: Any = result.metadata.get("methods", [])
    if not rows:
        return Html()
    works = cited_works(row[2] for row in rows)
    listed = [element("h3", "Works cited"), element("ul", *(element("li", work) for work in works))] if works else []
    return joined([table(("what", "how", "source"), rows), *listed])


def _origin(result: Result) -> Html:
    about = result.metadata
    keys = {"jounce_version": "computed with jounce", "model_hash": "hash of the model", "machine_class": "machine"}
    rows = [(word, about[key]) for key, word in keys.items() if key in about]
    size = f"{result.time.size} samples of {len(result.channels)} channels"
    return pairs([*rows, ("result", size), ("report by", f"jounce {__version__}")])


def _words(name: str) -> str:
    return name.replace("_", " ").replace(".", " ")
