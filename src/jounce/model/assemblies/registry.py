"""The assemblies that a unit can have, one line each; parts of a model come in this order."""

from __future__ import annotations

from jounce.model.assemblies.added import ADDED
from jounce.model.assemblies.aero import AERO
from jounce.model.assemblies.axles import AXLES
from jounce.model.assemblies.body import BODY
from jounce.model.assemblies.brakes import BRAKES
from jounce.model.assemblies.controls import CONTROLS
from jounce.model.assemblies.drive import DRIVE
from jounce.model.assemblies.powertrain import POWERTRAIN
from jounce.model.assemblies.seat import SEAT
from jounce.model.assemblies.size import SIZE
from jounce.model.assemblies.steering import STEERING

ASSEMBLIES = (AXLES, BODY, STEERING, DRIVE, POWERTRAIN, SEAT, BRAKES, AERO, SIZE, CONTROLS, ADDED)

RECORDS: dict[str, type] = {word: kind for assembly in ASSEMBLIES for word, kind in assembly.tables.items()}
SECTIONS: tuple[str, ...] = tuple(word for assembly in ASSEMBLIES for word in assembly.sections)
USUAL: dict[str, type] = {word: RECORDS[word] for assembly in ASSEMBLIES for word in assembly.usual}
