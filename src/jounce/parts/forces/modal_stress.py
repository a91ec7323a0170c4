"""The stress at a place of a body that bends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from jounce.errors import Problem
from jounce.graph import Scalar
from jounce.graph.functions import sqrt
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import Along
from jounce.parts.forces.loads import Channel, Loads, View
from jounce.units import Quantity

PerAmplitude = Annotated[tuple[Scalar, ...], Quantity("N/m^3 or N/m^2 rad")]
COMPONENTS = ("xx", "yy", "zz", "xy", "yz", "zx")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModalStress:
    """Stress as a sum of amplitudes, each times the stress of its shape; and the equivalent one. [Mises 1913]

    sigma_v^2 = ((xx - yy)^2 + (yy - zz)^2 + (zz - xx)^2) / 2 + 3 (xy^2 + yz^2 + zx^2)
    """

    name: str
    coordinates: tuple[str, ...]  # the amplitudes, "joint.coordinate"
    xx: PerAmplitude  # Pa for each m or rad of amplitude, in the axes of the body's file
    yy: PerAmplitude
    zz: PerAmplitude
    xy: PerAmplitude
    yz: PerAmplitude
    zx: PerAmplitude

    source = Citation("Mises 1913")
    ends = (Along("coordinates", acts=False),)
    drawing = Unseen("it only measures")

    def limits(self) -> Iterator[Problem]:
        """Each amplitude has a number in each component."""
        for word in COMPONENTS:
            if len(getattr(self, word)) != len(self.coordinates):
                what = f"{len(getattr(self, word))} numbers for {len(self.coordinates)} amplitudes"
                yield Problem(word, what, "one number for each amplitude")

    def loads(self, view: View) -> Loads:
        amplitudes = [view.coordinate(name)[0] for name in self.coordinates]
        channels, found = {}, {}
        for word in COMPONENTS:
            total: Scalar = 0.0
            for number, amplitude in zip(getattr(self, word), amplitudes, strict=True):
                total = total + number * amplitude
            found[word] = total
            sort = "normal" if word[0] == word[1] else "shear"
            channels[word] = Channel(total, "Pa", f"{sort} stress {word}, in the axes of the body's file", "stress")
        a, b, c = found["xx"] - found["yy"], found["yy"] - found["zz"], found["zz"] - found["xx"]
        shear = found["xy"] * found["xy"] + found["yz"] * found["yz"] + found["zx"] * found["zx"]
        equivalent = sqrt(0.5 * (a * a + b * b + c * c) + 3.0 * shear)
        channels["equivalent"] = Channel(equivalent, "Pa", "equivalent stress by von Mises", "stress")
        return Loads(channels=channels)
