"""Added parts: inputs, force elements, sensors and controllers of the whole unit, as a mechanism has them."""

from jounce.model.assemblies.added.parts import build_added
from jounce.model.assemblies.assembly import Assembly

ADDED = Assembly(name="added", sections=("inputs", "forces", "sensors", "controllers"), moving=True, build=build_added)
