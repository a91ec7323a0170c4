"""Signatures for type checkers, generated from what studies declare: settings as typed dictionaries, studies as
classes, and the verbs with an overload for each study; `load` with one for each kind of file of the library."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from jounce.model.library import library_by_kind, library_path
from jounce.studies import ROOMS, STUDIES, study_class_name
from jounce.studies.study import Study

FOLDER = Path(__file__).parents[1] / "src" / "jounce" / "studies" / "signatures"
HEAD = "# written by docs/tables.py\n"
NAMES = tuple(name for names in ROOMS.values() for name in names)
SUBJECT, FILE = "Car", "File"  # what most studies are of, and what those of measurements are of
KINDS = ("vehicle", "mechanism", "road", "tyre", "job", "result", "state")
OF_LIBRARY = {  # kind -> ending of the file -> class
    "mechanisms": {".toml": "Model"},
    "vehicles": {".toml": "Vehicle"},
    "trailers": {".toml": "Vehicle"},
    "roads": {".toml": "Road"},
    "tyres": {".toml": "LoneTyre", ".tir": "TirFile"},
}
CLASSES = ("Vehicle", "Model", "Road", "LoneTyre | TirFile", "Job | OptimiseJob", "Result", "SavedState")


class Verb:
    """A function whose settings follow from the name of the study."""

    def __init__(self, name: str, what: str, own: Mapping[str, str], returns: str, without_study: bool = False):
        self.name, self.what, self.own, self.returns = name, what, own, returns
        self.without_study = without_study  # whether None may stand for the study

    def overloads(self) -> Iterator[str]:
        """One for each study, and one for a study that was made before."""
        for study in NAMES:
            settings = settings_class(study, self.own)
            car = FILE if STUDIES[study].of_files else SUBJECT
            yield self.line(car, f'Literal["{study}"]', f", **settings: Unpack[{settings}]")
        yield self.line("Any", "Study | None" if self.without_study else "Study", "")

    def line(self, car: str, study: str, settings: str) -> str:
        words = "".join(f", {word}: {kind} = ..." for word, kind in self.own.items() if not kind.startswith("!"))
        words = "".join(f", {w}: {k[1:]}" for w, k in self.own.items() if k.startswith("!")) + words
        star = ", *" if words else ""
        what = f", {self.what}" if self.what else ""
        given = f"car: {car}, study: {study}{what}{star}{words}{settings}"
        return f"@overload\ndef {self.name}({given}) -> {self.returns}: ..."


PROGRESS = {"progress": "bool | Progress"}
PATHS = "values: str | Iterable[str]"
VERBS = (
    Verb("run", "", PROGRESS, "Result"),
    Verb(
        "vary",
        "values: Mapping[str, Any] | str | Path",
        {
            "metrics": "str | Iterable[str] | None",
            "design": "str | Mapping[str, Any] | None",
            "seed": "int | None",
            "out": "str | Path | None",
            "histories": "str | None",
            "workers": "int | None",
        }
        | PROGRESS,
        "Variants",
    ),
    Verb(
        "gradient", PATHS, {"metrics": "str | Iterable[str]", "channels": "str | Iterable[str]"} | PROGRESS, "Gradient"
    ),
    Verb("metric_function", PATHS, {"metrics": "!str | Iterable[str]"}, "MetricFunction"),
    Verb(
        "optimise",
        "values: Mapping[str, tuple[float | str, float | str]], goals: Goal | Sequence[Goal]",
        {"starts": "int", "seed": "int", "method": 'Literal["auto", "least-squares", "slsqp"]', "workers": "int | None"}
        | PROGRESS,
        "Optimisation",
        without_study=True,
    ),
)


def settings_class(study: str, taken: Mapping[str, str] = {}) -> str:
    """The typed dictionary of a study's settings, without those that a verb takes for itself."""
    both = [word for word in taken if word in STUDIES[study].settings]
    return f"{study_class_name(study)}Settings" + "".join(f"Without{word.capitalize()}" for word in both)


def settings_text() -> str:
    """A typed dictionary for each study, and others without what verbs take."""
    lines = [
        '"""Settings of studies as typed dictionaries."""\n',
        "from collections.abc import Mapping, Sequence",
        "from pathlib import Path",
        "from typing import Any, Literal, TypedDict\n",
        "from jounce.parts.roads.road import Road\n",
        f"StudyName = Literal[{', '.join(map(repr, NAMES))}]",
    ]
    made: set[str] = set()
    for study in NAMES:
        for taken in ({}, *(verb.own for verb in VERBS)):
            name = settings_class(study, taken)
            if name not in made:
                made.add(name)
                lines += ["", f"class {name}(TypedDict, total=False):", *fields(STUDIES[study], taken)]
    return "\n".join([HEAD, *lines, ""])


def fields(study: type[Study], taken: Mapping[str, str]) -> list[str]:
    """Settings with the types of what may be given; those that the study may choose may be None."""
    own = {name: setting for name, setting in study.settings.items() if name not in taken}
    chosen = ' | Literal["auto"] | None'
    kinds = {name: f"{setting.annotation()}{chosen if setting.auto else ''}" for name, setting in own.items()}
    return [f"    {name}: {kind}" for name, kind in kinds.items()] or ["    pass"]


def studies_text() -> str:
    """The classes of studies, as they are made."""
    lines = [
        '"""Studies as values: each is made with its settings."""\n',
        "from typing import Any, Unpack\n",
        "from jounce.studies.signatures import settings as s",
        "from jounce.studies.study import Study",
    ]
    for study in NAMES:
        name = study_class_name(study)
        lines += ["", f"class {name}(Study):"]
        lines += [f"    def __init__(self, **settings: Unpack[s.{name}Settings]) -> None: ..."]
        lines += ["    def __getattr__(self, setting: str) -> Any: ..."]
    return "\n".join([HEAD, *lines, ""])


def verbs_text() -> str:
    """The verbs, an overload for each study."""
    lines = [
        '"""Verbs that take a study: what may be set follows from its name."""\n',
        "from collections.abc import Iterable, Mapping, Sequence",
        "from pathlib import Path",
        "from typing import Any, Literal, Unpack, overload\n",
        "from jounce.jobs.job import Job",
        "from jounce.jobs.optimise_job import OptimiseJob",
        "from jounce.model import LoneTyre, Model, SingleTrackCar, TirFile, Vehicle",
        "from jounce.model.assembly.axle_model import AxleModel",
        "from jounce.parts.roads.road import Road",
        "from jounce.results import Result",
        "from jounce.simulation.stepping.saved_state import SavedState",
        "from jounce.studies.gradients.gradient import Gradient",
        "from jounce.studies.gradients.metric_function import MetricFunction",
        "from jounce.studies.kinematics.wheel_travel import MountedAxle",
        "from jounce.studies.kinematics.sensitivity import Sensitivity",
        "from jounce.studies.many.variants import Variants",
        "from jounce.studies.optimise.goals import Goal",
        "from jounce.studies.optimise.optimise import Optimisation",
        "from jounce.studies.signatures.settings import *",
        "from jounce.studies.study import Progress, Study",
        "from jounce.studies.tyres.tyre_points import TyrePoints\n",
        f"{SUBJECT} = Vehicle | AxleModel | LoneTyre | TirFile | SingleTrackCar",
        f"{FILE} = str | Path | TyrePoints",
    ]
    for verb in VERBS:
        lines += ["", *verb.overloads()]
    car = 'car: Vehicle | MountedAxle, study: Literal["wheel-travel"] = ..., values: str | Iterable[str] | None = ...'
    lines += ["", "@overload", f"def sensitivity({car}, **settings: Unpack[WheelTravelSettings]) -> Sensitivity: ..."]
    car = "car: Vehicle | MountedAxle, study: Study, values: str | Iterable[str] | None = ..."
    lines += ["@overload", f"def sensitivity({car}) -> Sensitivity: ...", ""]
    return "\n".join([HEAD, *lines, *load_overloads(), ""])


def load_overloads() -> Iterator[str]:
    """`load` by names of the library, by the kind that is asked for, and else."""
    for kind, models in library_by_kind().items():
        for ending, returns in OF_LIBRARY[kind].items():
            names = [name for name in models if library_path(name).suffix == ending]
            if names:
                literal = ", ".join(map(repr, names))
                yield f"@overload\ndef load(file: Literal[{literal}], kind: None = ...) -> {returns}: ..."
    for kind, returns in zip(KINDS, CLASSES, strict=True):
        yield f'@overload\ndef load(file: str | Path, kind: Literal["{kind}"]) -> {returns}: ...'
    yield "@overload\ndef load(file: str | Path, kind: None = ...) -> Vehicle | Any: ..."


PAGES: dict[str, Callable[[], str]] = {
    "settings.pyi": settings_text,
    "studies.pyi": studies_text,
    "verbs.pyi": verbs_text,
}


def write_signatures() -> None:
    """Writes the stubs again."""
    for name, text in PAGES.items():
        (FOLDER / name).write_text(text(), "utf-8")
