"""Entries of [Ciglaric], section 2.2: flexible bodies by shape functions, and as a row of rigid ones."""

from __future__ import annotations

import numpy as np

from jounce.elastic.beam_shapes import bending_shapes, bending_wave_numbers
from jounce.parts import ElasticBeam, RigidElements
from jounce_papers.entries.bending_beams import STEEL, bending_frequencies, clamped_beam
from jounce_papers.entry import paper_entry
from jounce_papers.experiments import SharedExperiments
from jounce_papers.shown import Finding, Shown, ShownCurve, ShownPlot, ShownTable

ENDS = (("clamped", "free"), ("clamped", "clamped"), ("clamped", "pinned"), ("pinned", "pinned"))
PRINTED = (1.8751, 4.6941, 7.8548)  # of a beam that is clamped and free, in every table


@paper_entry(
    "ciglaric",
    "Eq. 1-3",
    "Flexible bodies by shape functions",
    shows="Rigid motion of a body plus shapes times amplitudes; the eigen-shapes of Euler-Bernoulli beams with "
    "coefficients that depend on how the ends are held; or a row of rigid bodies with springs between.",
    states="Eq. 1-3, and section 2.2: deformable bodies by a continuum approach, or as super-elements.",
    differs="The paper gives the formulas without numbers. Amplitudes are coordinates of a joint; frames on the body "
    "carry what is joined to it; shortening by bending, which the paper leaves out, stiffens a beam that turns.",
    rows=(36, 37, 38),
)
def beams_by_shapes(_: SharedExperiments) -> Shown:
    xi = np.linspace(0.0, 1.0, 201)
    shapes = [
        ShownPlot(
            f"{start} and {end}",
            "place along the beam [1]",
            tuple(ShownCurve(f"shape {k}", xi, shape(xi)) for k, shape in enumerate(bending_shapes(start, end, 3), 1)),
        )
        for start, end in ENDS
    ]
    waves = bending_wave_numbers("clamped", "free", 3)
    model = clamped_beam(ElasticBeam(**STEEL, modes_z=3.0))
    by_shapes = np.sqrt(bending_frequencies(model))
    counts = (5, 10, 20)
    first = [bending_frequencies(clamped_beam(RigidElements(**STEEL, pieces=float(n))))[0] for n in counts]
    error = 100.0 * (np.array(first) / waves[0] ** 2 - 1.0)
    rows = tuple(
        (f"{start} and {end}", *(f"{w:.6f}" for w in bending_wave_numbers(start, end, 3))) for start, end in ENDS
    )
    return Shown(
        pictures=tuple(shapes),
        tables=(ShownTable("wave numbers lambda", ("ends", "1", "2", "3"), rows),),
        findings=(
            *(
                Finding(
                    f"lambda {k} by linearising the beam",
                    float(found),
                    "1",
                    f"{printed} in tables",
                    printed - 5e-5,
                    printed + 5e-5,
                )
                for k, (found, printed) in enumerate(zip(by_shapes, PRINTED, strict=True), 1)
            ),
            *(
                Finding(f"first frequency of {n} rigid elements above it", float(e), "%", "", 0.0, 1.0)
                for n, e in zip(counts, error, strict=True)
            ),
        ),
    )
