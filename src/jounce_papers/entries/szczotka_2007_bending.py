"""Entry of [Szczotka 2007], sections 3 and 6: links of rigid finite elements that bend far."""

from __future__ import annotations

import numpy as np

from jounce_papers.entries.bending_beams import shape_of_pushed_elements
from jounce_papers.entry import paper_entry
from jounce_papers.experiments import SharedExperiments
from jounce_papers.shown import Finding, Shown, ShownCurve, ShownPlot

TIP = {1: (0.9435668, 0.3017208), 10: (0.4450044, 0.8106090)}  # of the elastica, by elliptic integrals


@paper_entry(
    "szczotka-2007",
    "Section 6",
    "Links of rigid finite elements",
    shows="Flexible links as rigid finite elements, also where they bend far (reference 26 of the paper).",
    states="Joint coordinates make it easy to take flexible links into account by the rigid finite element method.",
    differs="The paper shows none. A clamped beam under a dead load at its tip has a closed form, the elastica.",
    rows=(35,),
)
def beam_of_elements(_: SharedExperiments) -> Shown:
    loads = (1, 3, 10)
    curves = [shape_of_pushed_elements(20, load) for load in loads]
    coarse = {load: shape_of_pushed_elements(10, load)[-1] for load in TIP}
    fine = dict(zip(loads, (curve[-1] for curve in curves), strict=True))
    points = np.array(list(TIP.values()))
    drawn = [
        ShownCurve(f"P L^2/E I = {load}", curve[:, 0], curve[:, 1]) for load, curve in zip(loads, curves, strict=True)
    ]
    return Shown(
        pictures=(
            ShownPlot(
                "height [lengths]",
                "along [lengths]",
                (*drawn, ShownCurve("tips of the elastica", points[:, 0], points[:, 1], ".")),
                equal=True,
            ),
        ),
        findings=tuple(
            Finding(
                f"tip with {n} elements at {load}",
                100.0 * float(np.abs(found[load] / TIP[load] - 1.0).max()),
                "% off the elastica",
                "",
                most=1.0,
            )
            for n, found in ((10, coarse), (20, fine))
            for load in TIP
        ),
    )
