"""The report: what it tells, and that names of others stay text in it."""

from __future__ import annotations

import base64
import math
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

import jounce
from jounce.equations.route import FORMULATIONS, find_route
from jounce.results import Change, Channel, Metric, Record, Result, UsedSetting, Verdict, VerdictCheck
from jounce.results.drawn.outline import Frames, KeptDrawn, Loop, Outline, OutlineBody
from jounce.simulation import methods
from jounce.studies import STUDIES
from jounce.views.page.encoding import Encoder
from jounce.views.page.page import page_run
from jounce.views.report.markup import html_element, table
from jounce.views.report.notebook import notebook_html
from jounce.views.report.references import REFERENCES, full_references
from jounce.views.report.report import report_text

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</style></section><h1>big",
    "שלום עולם " * 3,
    "x" * 3000,
    "\x1b[2J bell\x07 \u202eback",
    "&lt;already&gt; $\\frac$",
)
OUR_TAGS = set(
    "html head meta title style body main nav a header section h1 h2 h3 p dl dt dd div span figure img table thead "
    "tbody tr th td ul li details summary bdi".split()
)


class Parsed(HTMLParser):
    """Tags, attributes and words of a page as a browser would take them."""

    def __init__(self, text: str):
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.words: list[str] = []
        self.images: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        self.images += [value for name, value in attrs if tag == "img" and name == "src"]

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self) -> str:
        return "".join(self.words)


def hostile_result() -> Result:
    """Hostile words wherever a result can carry any."""
    channels = tuple(Channel(f"{word}.force", word[:40], word) for word in HOSTILE)
    echo = "path,value,unit,source,estimated,spread\n" + "".join(
        '"{0}",1.0,"{0}","{0}",yes,"{0}"\n'.format(word.replace('"', '""')) for word in HOSTILE[:3]
    )
    at_rest = Frames(np.zeros((3, 1, 3)), np.tile(np.eye(3), (3, 1, 1, 1)))
    return Result(
        time=np.arange(3.0),
        channels=channels,
        numbers=np.ones((3, len(channels))),
        metrics={word: Metric(1.0, word, word) for word in HOSTILE},
        metadata={
            "model": HOSTILE[0],
            "study": HOSTILE[1],
            "status": HOSTILE[2],
            "notes": list(HOSTILE),
            "settings": {word: word for word in HOSTILE},
            "methods": [[word, word, word] for word in HOSTILE],
            "axles": [{"name": HOSTILE[0], "kind": HOSTILE[1], "steered": True, "x": 0, "track": 1, "wheel_centre": 0}],
            "echo": echo,
            "model_hash": HOSTILE[0],
            "integrator": HOSTILE[1],
            "machine_class": HOSTILE[2],
        },
        drawn=KeptDrawn(hostile_outline(), np.array([1.0, 0.0]), at_rest),
    )


def hostile_outline() -> Outline:
    words = {"name": HOSTILE[0], "axle": HOSTILE[1], "carried_by": HOSTILE[2], "joint": HOSTILE[1], "kind": HOSTILE[0]}
    body = OutlineBody(**words, coordinates=(HOSTILE[2],), freedoms=1, order=0, mass=0, centre=(1, 1, 1))
    return Outline(bodies=(body,), marks=(), loops=(Loop(HOSTILE[0], HOSTILE[1], HOSTILE[2], 1),))


@pytest.mark.filterwarnings("ignore:Glyph")  # fonts need not know Hebrew; what is drawn then is a box
def test_hostile_words_are_text_and_nothing_can_run():
    page = Parsed(report_text(hostile_result()))
    assert set(page.tags) <= OUR_TAGS
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    assert {name for name, _ in page.attributes} <= set(
        "lang charset http-equiv content name class src alt data-head id href aria-label".split()
    )
    assert all(value.startswith("#") for name, value in page.attributes if name == "href")  # within the report
    assert all(source.startswith("data:image/svg+xml;base64,") for source in page.images)
    for word in HOSTILE[:4]:
        assert word in page.text
    assert "xxx…xxx" in page.text and "x" * 101 not in page.text  # its ends, also where two cells meet
    assert "\x1b" not in page.text and "\x07" not in page.text


@pytest.mark.filterwarnings("ignore:Glyph")
def test_pictures_hold_no_script_and_no_link():
    page = Parsed(report_text(hostile_result()))
    assert page.images
    for source in page.images:
        drawing = ElementTree.fromstring(base64.b64decode(source.partition(",")[2]))
        names = {node.tag.rpartition("}")[2] for node in drawing.iter()}
        assert not names & {"script", "foreignObject", "a", "image"}
        links = [v for node in drawing.iter() for k, v in node.attrib.items() if k.endswith("href")]
        assert all(link.startswith("#") for link in links)


def test_words_that_read_from_right_to_left_keep_to_themselves():
    """A right-to-left override inside a name must not turn the rest of the line round: it is isolated, or gone."""
    assert html_element("p", "\u202eabc") == "<p><bdi>\N{REPLACEMENT CHARACTER}abc</bdi></p>"
    assert html_element("p", "שלום") == "<p><bdi>שלום</bdi></p>"
    assert "<table>" in table(("a",), [("b",)])


def test_a_report_of_a_mechanism_tells_the_counts_that_were_found_by_hand():
    """Four-bar: 3 bars on a tree of 3 hinges, closed by a hinge of 5 rows, of which 3 are redundant: mobility 1."""
    run = jounce.simulate(jounce.load("four_bar"), "0.2 s", integrator="rk4")
    text = report_text(run)
    page = Parsed(text)
    told = dict(re.findall(r"<dt>([^<]+)</dt><dd>([^<]+)</dd>", text))
    assert (told["bodies"], told["coordinates"], told["mobility"]) == ("3", "3", "1")
    assert told["constraint rows"] == "5, 3 of them redundant"
    assert told["redundant rows"] == "D.y, D.turn3, D.turn4"
    assert run.metadata["model_hash"] in page.text and run.metadata["machine_class"] in page.text
    for word in ("Kutta", "Eich", "Wojtyra", "values are estimates", "energy balance"):
        assert word in page.text
    assert len(page.images) >= 2


def test_a_report_and_a_page_tell_what_the_run_was_made_from_and_what_is_wrong_with_it():
    """Changed values old and new, settings with unit and meaning, the check that failed with its limit."""
    record = Record(
        file="my_car.toml",
        changes=(Change("body.mass", 640.0, 700.0, "kg"), Change("axles.front.camber", 0.0, math.radians(-1.5), "rad")),
        settings=(UsedSetting("speed", 20.0, "m/s", "at the start"), UsedSetting("wheels", ["front", "rear"])),
        date="2026-11-16T18:00:00+00:00",
        versions={"jounce": "0.1.0", "numpy": "2.1"},
    )
    verdict = Verdict((VerdictCheck("energy balance", 0.41, "1", 0.01, 0.1, "divided by the work of all elements"),))
    run = replace(hostile_result(), record=record, verdict=verdict)
    text = Parsed(report_text(run)).text
    for words in ("my_car.toml", "2026-11-16T18:00:00+00:00", "jounce 0.1.0, numpy 2.1", "front, rear"):
        assert words in text
    for row in ("body.mass", "640 kg", "700 kg"), ("axles.front.camber", "0 deg", "-1.5 deg"):
        assert re.search("<tr>" + "".join(f"<td[^>]*>{cell}</td>" for cell in row) + "</tr>", report_text(run))
    assert re.search(r"<td[^>]*>speed</td><td[^>]*>72 km/h</td><td[^>]*>at the start</td>", report_text(run))
    assert "energy balance 0.41, above the limit of 0.1 (divided by the work of all elements)" in text
    page = page_run(run, Encoder())
    assert "energy balance 0.41, above the limit" in page.note
    assert [(c.name, c.before, c.value) for c in page.changes] == [
        ("body.mass", "640 kg", "700 kg"),
        ("axles.front.camber", "0 deg", "-1.5 deg"),
    ]
    assert [(s.name, s.value) for s in page.settings] == [("speed", "72 km/h"), ("wheels", "front, rear")]


def test_a_result_that_was_saved_gives_the_same_report(tmp_path):
    """But for the names that matplotlib makes up inside its drawings."""
    run = jounce.run(jounce.load("double_wishbone"), "wheel-travel", points=5)
    run.save(tmp_path / "kc.h5")
    texts = [re.sub(r'src="[^"]*"', "", report_text(r)) for r in (run, jounce.read(tmp_path / "kc.h5"))]
    assert texts[0] == texts[1]
    assert "double wishbone, steered" in texts[0] and "Allgower" in texts[0]


def test_a_tyre_on_its_rig_cites_its_formula_and_its_file():
    run = jounce.run(jounce.load("tyre_205_55_r16"), "tyre-rig", points=11)
    page = Parsed(report_text(run))
    assert "Magic Formula 5.2" in page.text and "Butterworth-Heinemann" in page.text
    assert "property file: estimates" in page.text
    assert len(page.images) == 9


def test_every_citation_of_methods_parts_and_studies_has_its_work_in_full():
    """Whatever is cited can stand in a report, so the work must be known."""

    from jounce.model.fields import KINDS
    from jounce.parts.citation import cited_works_of
    from jounce.parts.roads import ELEMENTS
    from jounce.simulation.integrators import METHODS

    kinds = [kind for known in (*KINDS, ELEMENTS) for kind in known.values()]
    sources = [kind.source for kind in kinds]
    sources += [method.source for method in METHODS.values()]
    sources += [source for _, source in methods.LOOPS.values()]
    sources += [find_route(name).source for name in FORMULATIONS]
    sources += [methods.SYNTHESIS[1], methods.REDUNDANT[1]]
    texts = [cited_works_of(source) for source in sources]
    texts += [methods.sources_of_methods(study) for study in STUDIES.values()]
    works = [part.strip() for text in texts for part in text.split(";") if part.strip()]
    assert len(works) > 50
    assert [part for part in works if not full_references([part])] == []
    assert list(REFERENCES) == sorted(REFERENCES)


def test_a_notebook_shows_the_page_cut_off_from_the_notebook(monkeypatch):
    run = jounce.simulate(jounce.load("pendulum"), "0.1 s", integrator="rk4")
    shown = Parsed(run._repr_html_())
    assert shown.tags == ["iframe"]
    assert dict(shown.attributes)["sandbox"] == "allow-scripts"
    assert dict(shown.attributes)["srcdoc"].startswith("<!doctype html>")
    monkeypatch.setattr("jounce.views.report.notebook.LARGEST", 1000)
    assert "iframe" not in notebook_html(run) and "pendulum" in notebook_html(run)


def test_a_report_begins_with_the_date_a_drawing_of_the_car_and_contents_that_lead_to_its_parts():
    run = jounce.run(jounce.load("double_wishbone"), "wheel-travel", points=3)
    run = replace(run, record=replace(run.record, date="2026-11-18T03:35:21+00:00", name="first try"))
    text = report_text(run)
    head, _, rest = text.partition("</header>")
    assert "; first try; 18 November 2026, 03:35 UTC" in head
    assert re.search(r'<figure class="drawing"><img src="data:image/svg\+xml;base64,[\w+/]{1000}', head)
    links = re.findall(r'<a href="#([\w-]+)">', head)
    assert links[0] == "plots" and links == re.findall(r'<section class="[\w-]+" id="([\w-]+)"', rest)
    assert 'class="drawing"' not in report_text(replace(hostile_result(), drawn=None))  # a run without a scene has none
