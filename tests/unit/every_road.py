"""One road for each element, rough enough that everything in its evaluation runs."""

from __future__ import annotations

import numpy as np

from jounce.parts.roads import Bump, Flat, FrictionPatch, Iso8608, Plank, Road, Sinusoid, Slope, SplineSurface

_RANDOM = np.random.default_rng(5)
_X, _Y = np.linspace(0, 20, 41), np.sort(_RANDOM.uniform(-3, 3, 13))  # across at any distance
ELEMENTS = {
    "flat": Flat(friction=0.7),
    "slope": Slope(grade=0.08, bank=-0.03),
    "slope with a start": Slope(grade=0.08, bank=0.03, start=4, transition=6),
    "long sinusoid": Sinusoid(amplitude=0.01, wavelength=8),
    "oblique sinusoid": Sinusoid(amplitude=0.01, wavelength=0.7, direction=0.4, start=2),
    "washboard": Sinusoid(amplitude=0.03, wavelength=0.4, start=3, fade=2),
    "bump": Bump(height=0.1, length=0.5, start=5, y_min=-0.5, y_max=1.0),
    "flat bumps": Bump(height=0.05, length=2.0, start=3, count=4, spacing=3, side="left"),
    "planks": Plank(height=0.025, length=0.1, start=5, count=3, side="right"),
    "turned plank": Plank(height=0.025, length=0.3, start=6, direction=0.5, y_min=-1, y_max=1.5, count=4, spacing=2),
    "turned bump": Bump(height=0.08, length=0.6, start=-8, direction=2.8, side="left"),
    "planks in a circle": Plank(height=0.03, length=0.4, start=2, count=9, spacing=2, direction=0.2, radius=8),
    "bumps in a circle": Bump(height=0.05, length=0.5, start=1, count=6, direction=-0.4, radius=-9, side="right"),
    "plate": Plank(height=0.02, length=4, start=5, y_min=-1, y_max=1),
    "class C": Iso8608(roughness="C", length=60, start=-2, seed=3),
    "class F": Iso8608(roughness="F", length=60, start=-2, seed=4),
    "surface": SplineSurface(x=tuple(_X), y=tuple(_Y), heights=tuple(0.02 * _RANDOM.standard_normal(41 * 13))),
    "patch": FrictionPatch(friction=0.3, x_min=5, x_max=9, y_min=-0.2, y_max=0.8),
}
ROADS = {word: Road(name=word, elements={"only": element}) for word, element in ELEMENTS.items()}
ROADS["all"] = Road(name="all", elements=ELEMENTS)
CAMS = {"point": (0.0, 0.3, 1.8), "cam": (0.3, 0.31, 1.8), "circle": (0.3, 0.3, 2.0), "box": (0.35, 0.3, 2.5)}


def places(count: int) -> np.ndarray:
    """x and y all over the elements and around them."""
    return np.random.default_rng(6).uniform((-3, -3.5), (23, 3.5), (count, 2))
