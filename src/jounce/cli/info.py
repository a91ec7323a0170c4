"""jounce info"""

from __future__ import annotations

from typing import Any

import click

from jounce.cli.answer import Answer, answering
from jounce.cli.completing import models
from jounce.cli.waiting import compiling


@click.command("info", short_help="Show what a model consists of, or the settings of a study.")
@click.argument("file", shell_complete=models)
@answering
def command(file: str, answer: Answer) -> None:
    """Show what moves on what in FILE: bodies, joints, loops, mobility; of a study, its settings.

    \b
    Examples:
      jounce info quarter_car
      jounce info small_car --json
      jounce info step-steer
    """
    import jounce
    from jounce.studies import STUDIES

    if file in STUDIES:
        _tell_study(file, answer)
        return
    loaded = jounce.load(file)
    with compiling(answer.quiet):
        text = loaded.summary()
        answer.say(text)
        if answer.as_json:
            answer.give(_about(loaded))


def _tell_study(study: str, answer: Answer) -> None:
    from jounce.studies import default_settings, descriptions

    what, settings = descriptions()[study], default_settings(study)
    answer.say(f"{study}: {what}\n\nsettings, each as --NAME VALUE:")
    for name, default in settings.items():
        shown = "chosen by the study" if default is None else default
        answer.say(f"  --{name.replace('_', '-'):24} {shown}")
    answer.give({"kind": "study", "name": study, "description": what, "settings": settings})


def _about(loaded: Any) -> dict[str, Any]:
    """Counts of what can move, or of what there is."""
    import jounce
    from jounce.cli.check import counts, models_of, ready_of
    from jounce.studies.subject import axle_rows

    if isinstance(loaded, jounce.TirFile):
        formula, notes = type(loaded.tyre).__name__, list(loaded.notes)
        return {"kind": "tyre", "name": loaded.name, "formula": formula, "notes": notes}
    if isinstance(loaded, jounce.Road):
        return {"kind": "road", "name": loaded.name, "elements": len(loaded.elements)}
    if isinstance(loaded, jounce.Vehicle):
        found = [counts(ready_of(model)) for model in models_of(loaded)]
        return {"kind": "vehicle", "name": loaded.name, "axles": axle_rows(loaded), "models": found}
    return {"kind": "mechanism", "name": loaded.name, "models": [counts(jounce.prepare(loaded))]}
