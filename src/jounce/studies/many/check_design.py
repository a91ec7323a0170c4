"""Check a design before it runs: what it is, in words, and which of its variants cannot be built."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from jounce.errors import ModelError
from jounce.studies.many.designs.design import Design
from jounce.studies.many.designs.spread import DISTRIBUTIONS, Levels

TRIED = 1000  # variants, from the first on
TOLD = 5  # reasons


def describe_design(design: Design, metrics: int) -> str:
    """Describes the design in one line."""
    varied = f"{len(design.columns)} varied number{'s' if len(design.columns) != 1 else ''}"
    return f"design: {design.count} variants by {design.method}, {varied}, {metrics} metrics"


def describe_design_columns(design: Design) -> list[str]:
    """Returns a line for each varied number."""
    lines = [f"{design.count} variants by {design.method}"]
    words = {kind: word for word, kind in DISTRIBUTIONS.items()}
    for column in design.columns:
        unit = "" if column.unit == "1" else f" {column.unit}"
        if isinstance(column.spread, Levels):
            values = column.spread.values
            told = f"{len(values)} values from {min(values):g} to {max(values):g}{unit}"
        else:
            numbers = ", ".join(f"{name} {value}" for name, value in asdict(column.spread).items())
            told = f"{words[type(column.spread)]}, {numbers}{unit}"
        lines.append(f"{column.path}: {told}")
    return lines


def refused_variants(subject: Any, design: Design) -> list[str]:
    """Returns which of the first variants cannot be built, in lines; nothing runs."""
    found = []
    tried = min(design.count, TRIED)
    for variant in design.variants(0, tried):
        try:
            subject.with_values(variant.values)
        except ModelError as error:
            found.append((variant.number, error.problems[0]))
    if not found:
        return []
    told = [f"  variant {number}: {problem.where}: {problem.what}" for number, problem in found[:TOLD]]
    more = [f"  and {len(found) - TOLD} more"] if len(found) > TOLD else []
    return [f"{len(found)} of the first {tried} variants cannot be built; their rows will say so", *told, *more]
