"""The numbers of Magic Formula tyres, by the names they have in a .tir file: what 5.2 and 6.1 share, and what not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Self

from jounce.parts.citation import Citation
from jounce.parts.tyres import magic_formula_52, magic_formula_61
from jounce.parts.tyres import magic_formula_61_carcass as carcass
from jounce.parts.tyres.magic_formula import SHIFTS, mf_zeros
from jounce.units import (
    Damping,
    Number,
    OneOf,
    PositiveForce,
    PositiveLength,
    PositiveNumber,
    PositiveStiffness,
    Pressure,
    Speed,
    Stiffness,
)

SlipMeasure = Annotated[str, OneOf("angle", "tangent")]


@dataclass(frozen=True, slots=True, kw_only=True)
class MagicFormulaNumbers:
    """Coefficients in SI units; what a file does not give has no effect.

    `slip_measure` says whether alpha or tan(alpha) enters the formulas, `aligning` which published form of the
    aligning moment is meant.
    """

    # structure
    slip_measure: SlipMeasure = "angle"
    aligning: Annotated[str, OneOf("mf_tyre", "book")] = "mf_tyre"

    # needed
    FNOMIN: PositiveForce  # N, nominal load
    UNLOADED_RADIUS: PositiveLength  # m
    VERTICAL_STIFFNESS: PositiveStiffness  # N/m
    PCX1: Number
    PDX1: Number
    PKX1: Number
    PCY1: Number
    PDY1: Number
    PKY1: Number
    PKY2: Number

    # carcass
    VERTICAL_DAMPING: Damping = 0.0

    # speeds
    LONGVL: Speed = 16.7  # m/s, of the measurement
    VXLOW: Speed = 1.0  # m/s, below which moments that change sign with the speed fade

    # radii
    BREFF: Number = 0.0
    DREFF: Number = 0.0
    FREFF: Number = 0.0

    # scaling factors
    LFZO: PositiveNumber = 1.0
    LCX: Number = 1.0
    LMUX: Number = 1.0
    LEX: Number = 1.0
    LKX: Number = 1.0
    LHX: Number = 1.0
    LVX: Number = 1.0
    LCY: Number = 1.0
    LMUY: Number = 1.0
    LEY: Number = 1.0
    LKY: Number = 1.0
    LHY: Number = 1.0
    LVY: Number = 1.0
    LTR: Number = 1.0
    LRES: Number = 1.0
    LXAL: Number = 1.0
    LYKA: Number = 1.0
    LVYKA: Number = 1.0
    LS: Number = 1.0
    LMX: Number = 1.0
    LVMX: Number = 1.0
    LMY: Number = 1.0

    # longitudinal force
    PDX2: Number = 0.0
    PDX3: Number = 0.0
    PEX1: Number = 0.0
    PEX2: Number = 0.0
    PEX3: Number = 0.0
    PEX4: Number = 0.0
    PKX2: Number = 0.0
    PKX3: Number = 0.0
    PHX1: Number = 0.0
    PHX2: Number = 0.0
    PVX1: Number = 0.0
    PVX2: Number = 0.0
    RBX1: Number = 0.0
    RBX2: Number = 0.0
    RCX1: Number = 0.0
    REX1: Number = 0.0
    REX2: Number = 0.0
    RHX1: Number = 0.0

    # overturning moment
    QSX1: Number = 0.0
    QSX2: Number = 0.0
    QSX3: Number = 0.0

    # lateral force
    PDY2: Number = 0.0
    PDY3: Number = 0.0
    PEY1: Number = 0.0
    PEY2: Number = 0.0
    PEY3: Number = 0.0
    PEY4: Number = 0.0
    PKY3: Number = 0.0
    PHY1: Number = 0.0
    PHY2: Number = 0.0
    PVY1: Number = 0.0
    PVY2: Number = 0.0
    PVY3: Number = 0.0
    PVY4: Number = 0.0
    RBY1: Number = 0.0
    RBY2: Number = 0.0
    RBY3: Number = 0.0
    RCY1: Number = 0.0
    REY1: Number = 0.0
    REY2: Number = 0.0
    RHY1: Number = 0.0
    RHY2: Number = 0.0
    RVY1: Number = 0.0
    RVY2: Number = 0.0
    RVY3: Number = 0.0
    RVY4: Number = 0.0
    RVY5: Number = 0.0
    RVY6: Number = 0.0

    # rolling resistance
    QSY1: Number = 0.0
    QSY2: Number = 0.0
    QSY3: Number = 0.0
    QSY4: Number = 0.0

    # aligning moment
    QBZ1: Number = 0.0
    QBZ2: Number = 0.0
    QBZ3: Number = 0.0
    QBZ4: Number = 0.0
    QBZ5: Number = 0.0
    QBZ9: Number = 0.0
    QBZ10: Number = 0.0
    QCZ1: Number = 0.0
    QDZ1: Number = 0.0
    QDZ2: Number = 0.0
    QDZ3: Number = 0.0
    QDZ4: Number = 0.0
    QDZ6: Number = 0.0
    QDZ7: Number = 0.0
    QDZ8: Number = 0.0
    QDZ9: Number = 0.0
    QEZ1: Number = 0.0
    QEZ2: Number = 0.0
    QEZ3: Number = 0.0
    QEZ4: Number = 0.0
    QEZ5: Number = 0.0
    QHZ1: Number = 0.0
    QHZ2: Number = 0.0
    QHZ3: Number = 0.0
    QHZ4: Number = 0.0
    SSZ1: Number = 0.0
    SSZ2: Number = 0.0
    SSZ3: Number = 0.0
    SSZ4: Number = 0.0

    title: ClassVar[str]
    fit_type: ClassVar[str]  # FITTYP of its files
    asymmetric: ClassVar[Callable[[Any], tuple[str, ...]]]  # names of the numbers that change sign in the mirror

    def symmetric(self) -> Self:
        """The tyre without what differs between left and right: conicity, ply steer."""
        return replace(self, **mf_zeros(self.asymmetric()))

    def even(self) -> Self:
        """The symmetric tyre without shifts along the wheel either: upright, it has no force at zero slip."""
        return replace(self.symmetric(), **mf_zeros(SHIFTS))


@dataclass(frozen=True, slots=True, kw_only=True)
class MagicFormula52(MagicFormulaNumbers):
    """An MF 5.2 or PAC2002 tyre; see `magic_formula_52`."""

    # scaling factors
    LGAX: Number = 1.0
    LGAY: Number = 1.0
    LGAZ: Number = 1.0
    LSGKP: Number = 1.0
    LSGAL: Number = 1.0

    # lateral force
    PHY3: Number = 0.0

    # relaxation lengths
    PTX1: Number = 0.0
    PTX2: Number = 0.0
    PTX3: Number = 0.0
    PTY1: Number = 0.0
    PTY2: Number = 1.0

    title = "Magic Formula 5.2"
    fit_type = "6"
    source = Citation("Pacejka 2012", "section 4.3")

    free_radius = magic_formula_52.free_radius
    load = magic_formula_52.load
    effective_radius = magic_formula_52.effective_radius
    relaxation = magic_formula_52.relaxation
    saturation = magic_formula_52.saturation
    peak_forces = magic_formula_52.peak_forces
    forces = magic_formula_52.forces
    shape = magic_formula_52.shape
    asymmetric = magic_formula_52.asymmetric


@dataclass(frozen=True, slots=True, kw_only=True)
class MagicFormula61(MagicFormulaNumbers):
    """An MF 6.1 tyre: pressure, more terms of inclination, a carcass of its own; see `magic_formula_61`."""

    # structure
    slip_measure: SlipMeasure = "tangent"

    # carcass
    LONGITUDINAL_STIFFNESS: Stiffness = 0.0  # where zero: no relaxation length
    LATERAL_STIFFNESS: Stiffness = 0.0
    PCFX1: Number = 0.0
    PCFX2: Number = 0.0
    PCFX3: Number = 0.0
    PCFY1: Number = 0.0
    PCFY2: Number = 0.0
    PCFY3: Number = 0.0

    # pressure
    NOMPRES: Pressure = 2.2e5  # Pa, of the measurement
    INFLPRES: Pressure = 2.2e5  # Pa, of the tyre now

    # radii
    Q_RE0: Number = 1.0
    Q_V1: Number = 0.0
    Q_V2: Number = 0.0
    Q_FZ2: Number = 0.0
    Q_FCX: Number = 0.0
    Q_FCY: Number = 0.0
    PFZ1: Number = 0.0

    # scaling factors
    LKYC: Number = 1.0
    LKZC: Number = 1.0

    # longitudinal force
    PPX1: Number = 0.0
    PPX2: Number = 0.0
    PPX3: Number = 0.0
    PPX4: Number = 0.0
    RBX3: Number = 0.0

    # overturning moment
    QSX4: Number = 0.0
    QSX5: Number = 0.0
    QSX6: Number = 0.0
    QSX7: Number = 0.0
    QSX8: Number = 0.0
    QSX9: Number = 0.0
    QSX10: Number = 0.0
    QSX11: Number = 0.0
    QSX12: Number = 0.0
    QSX13: Number = 0.0
    QSX14: Number = 0.0
    PPMX1: Number = 0.0

    # lateral force
    PEY5: Number = 0.0
    PKY4: Number = 2.0
    PKY5: Number = 0.0
    PKY6: Number = 0.0
    PKY7: Number = 0.0
    PPY1: Number = 0.0
    PPY2: Number = 0.0
    PPY3: Number = 0.0
    PPY4: Number = 0.0
    PPY5: Number = 0.0
    RBY4: Number = 0.0

    # rolling resistance
    QSY5: Number = 0.0
    QSY6: Number = 0.0
    QSY7: Number = 1.0
    QSY8: Number = 0.0

    # aligning moment
    QBZ6: Number = 0.0
    QDZ10: Number = 0.0
    QDZ11: Number = 0.0
    PPZ1: Number = 0.0
    PPZ2: Number = 0.0

    title = "Magic Formula 6.1"
    fit_type = "61"
    source = (Citation("Besselink, Schmeitz, Pacejka 2010"), Citation("Pacejka 2012", "section 4.3"))

    free_radius = carcass.free_radius
    load = carcass.load
    effective_radius = carcass.effective_radius
    relaxation = carcass.relaxation
    saturation = magic_formula_61.saturation
    peak_forces = magic_formula_61.peak_forces
    forces = magic_formula_61.forces
    shape = magic_formula_61.shape
    asymmetric = magic_formula_61.asymmetric
