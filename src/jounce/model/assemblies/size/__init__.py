"""The size: width, length and height of the body, which cones and pictures care about."""

from jounce.model.assemblies.assembly import Assembly
from jounce.model.assemblies.size.data import SizeData
from jounce.model.assemblies.size.rules import check_size

SIZE = Assembly(name="size", tables={"size": SizeData}, rules=(check_size,))
