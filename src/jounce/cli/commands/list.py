"""The command `jounce list`."""

from __future__ import annotations

import click

from jounce.cli.answer import Answer, answer_of_command
from jounce.cli.options import use_own_parts


@click.command("list", short_help="List models, vehicles, roads, tyres, bodies and studies.")
@use_own_parts
@answer_of_command
def command(answer: Answer) -> None:
    """List the mechanisms, vehicles, roads, tyres, bodies of finite elements and studies that come with jounce.

    You can use the name of a model as FILE in other commands.

    \b
    Examples:
      jounce list
      jounce list --json
    """
    from jounce.cli.printed_tables import align_printed_columns
    from jounce.elastic.files.shipped import ABOUT
    from jounce.model.library import library_by_kind
    from jounce.studies import STUDIES
    from jounce.studies.study import study_summary

    studies = {name: study_summary(study) for name, study in STUDIES.items()}
    found = library_by_kind() | {"bodies": ABOUT, "studies": studies}
    if own := _own_parts():
        found["own parts"] = own
    width = max(len(name) for names in found.values() for name in names)
    for kind, names in found.items():
        if not names:
            continue
        answer.say(f"{kind}:\n{align_printed_columns(list(names.items()), numbers=0, least=width)}\n")
    answer.say("jounce info NAME says more about each. jounce run CAR STUDY runs a study.")
    answer.give(found)


def _own_parts() -> dict[str, str]:
    """Tells what --use has registered besides studies: what each is, and the file."""
    from jounce.own_parts.register import REGISTERED

    others = [known for known in REGISTERED.values() if known.sort != "study"]
    return {known.word: f"{known.sort} of {known.file}" for known in others}
