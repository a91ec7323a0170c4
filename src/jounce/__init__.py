"""Vehicle multibody dynamics: described by hardpoints, generated once, run as native code."""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

__all__ = [
    "DoubtfulResult",
    "Goal",
    "Interrupted",
    "JounceError",
    "Model",
    "ModelError",
    "NumericalError",
    "OutdatedUse",
    "Result",
    "SetupError",
    "Until",
    "Vehicle",
    "__version__",
    "check",
    "compare",
    "fastest_line",
    "gradient",
    "linearise",
    "load",
    "optimise",
    "prepare",
    "read",
    "register",
    "run",
    "run_job",
    "run_programme",
    "sensitivity",
    "set_up",
    "simulate",
    "standing",
    "start",
    "trim",
    "use",
    "vary",
    "write_equations",
]

if TYPE_CHECKING:
    from jounce import errors as errors
    from jounce import export as export
    from jounce import jobs as jobs
    from jounce import model as model
    from jounce import parts as parts
    from jounce import results as results
    from jounce import simulation as simulation
    from jounce import studies as studies
    from jounce.errors import DoubtfulResult as DoubtfulResult
    from jounce.errors import JounceError as JounceError
    from jounce.errors import ModelError as ModelError
    from jounce.errors import NumericalError as NumericalError
    from jounce.errors import SetupError as SetupError
    from jounce.export.write_equations import write_equations as write_equations
    from jounce.jobs import run_job as run_job
    from jounce.model import Model as Model
    from jounce.model import Vehicle as Vehicle
    from jounce.model import check as check
    from jounce.outdated import OutdatedUse as OutdatedUse
    from jounce.own_parts.register import register as register
    from jounce.own_parts.use_file import use as use
    from jounce.results import Result as Result
    from jounce.results import compare as compare
    from jounce.results import read as read
    from jounce.simulation import Interrupted as Interrupted
    from jounce.simulation import Until as Until
    from jounce.simulation.judging.judged import simulate as simulate
    from jounce.simulation.linear.linearise import linearise as linearise
    from jounce.simulation.prepare import prepare as prepare
    from jounce.simulation.trim import standing as standing
    from jounce.simulation.trim import trim as trim
    from jounce.studies.driving.step_by_step import start as start
    from jounce.studies.fastest_line.fastest_line import fastest_line as fastest_line
    from jounce.studies.optimise.goals import Goal as Goal
    from jounce.studies.programme.run_programme import run_programme as run_programme
    from jounce.studies.signatures.verbs import gradient as gradient
    from jounce.studies.signatures.verbs import load as load
    from jounce.studies.signatures.verbs import optimise as optimise
    from jounce.studies.signatures.verbs import run as run
    from jounce.studies.signatures.verbs import sensitivity as sensitivity
    from jounce.studies.signatures.verbs import vary as vary
    from jounce.studies.stance.set_up import set_up as set_up
else:
    from jounce.old_names import MOVED, find_old_name
    from jounce.public_names import hand_on_names

    # where names live; each is imported when it is first used, so that `import jounce` is instant
    _HOMES = {
        "jounce.errors": ("DoubtfulResult", "JounceError", "ModelError", "NumericalError", "SetupError"),
        "jounce.export": ("write_equations",),
        "jounce.jobs": ("load", "run_job"),
        "jounce.model": ("Model", "Vehicle", "check"),
        "jounce.outdated": ("OutdatedUse",),
        "jounce.own_parts": ("register", "use"),
        "jounce.results": ("Result", "compare", "read"),
        "jounce.simulation": ("Interrupted", "Until", "prepare", "simulate"),
        "jounce.simulation.linear.linearise": ("linearise",),
        "jounce.simulation.trim": ("standing", "trim"),
        "jounce.studies": ("run",),
        "jounce.studies.driving.step_by_step": ("start",),
        "jounce.studies.fastest_line.fastest_line": ("fastest_line",),
        "jounce.studies.gradients.gradient": ("gradient",),
        "jounce.studies.kinematics.sensitivity": ("sensitivity",),
        "jounce.studies.many.vary": ("vary",),
        "jounce.studies.optimise.goals": ("Goal",),
        "jounce.studies.optimise.optimise": ("optimise",),
        "jounce.studies.programme.run_programme": ("run_programme",),
        "jounce.studies.stance.set_up": ("set_up",),
    }
    _PACKAGES = ("errors", "export", "jobs", "model", "parts", "results", "simulation", "studies")
    __getattr__, __dir__ = hand_on_names(
        __name__,
        __all__,
        _HOMES,
        _PACKAGES,
        otherwise=find_old_name,
        near=(*MOVED.values(), "jounce.model.library_models"),
    )
