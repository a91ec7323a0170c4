"""The numbers of an MF 6.1 tyre, by the names they have in a .tir file."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.graph import Scalar


@dataclass(frozen=True, slots=True, kw_only=True)
class MagicFormula61:
    """Coefficients in SI units; what a file does not give has no effect.

    `slip_measure` says whether alpha or tan(alpha) enters the formulas, `aligning` which published form of the
    aligning moment is meant; see `magic_formula_61`.
    """

    # structure
    slip_measure: str = "tangent"  # or "angle"
    aligning: str = "mf_tyre"  # or "book"

    # needed
    FNOMIN: Scalar  # N, nominal load
    UNLOADED_RADIUS: Scalar  # m
    VERTICAL_STIFFNESS: Scalar  # N/m
    PCX1: Scalar
    PDX1: Scalar
    PKX1: Scalar
    PCY1: Scalar
    PDY1: Scalar
    PKY1: Scalar
    PKY2: Scalar

    # pressure
    NOMPRES: Scalar = 2.2e5  # Pa, of the measurement
    INFLPRES: Scalar = 2.2e5  # Pa, of the tyre now

    # speeds
    LONGVL: Scalar = 16.7  # m/s, of the measurement
    VXLOW: Scalar = 1.0  # m/s, below which moments that change sign with the speed fade

    # radii
    BREFF: Scalar = 0.0
    DREFF: Scalar = 0.0
    FREFF: Scalar = 0.0
    Q_RE0: Scalar = 1.0
    Q_V1: Scalar = 0.0
    Q_V2: Scalar = 0.0
    Q_FZ2: Scalar = 0.0
    Q_FCX: Scalar = 0.0
    Q_FCY: Scalar = 0.0
    PFZ1: Scalar = 0.0

    # scaling factors
    LFZO: Scalar = 1.0
    LCX: Scalar = 1.0
    LMUX: Scalar = 1.0
    LEX: Scalar = 1.0
    LKX: Scalar = 1.0
    LHX: Scalar = 1.0
    LVX: Scalar = 1.0
    LCY: Scalar = 1.0
    LMUY: Scalar = 1.0
    LEY: Scalar = 1.0
    LKY: Scalar = 1.0
    LHY: Scalar = 1.0
    LVY: Scalar = 1.0
    LTR: Scalar = 1.0
    LRES: Scalar = 1.0
    LXAL: Scalar = 1.0
    LYKA: Scalar = 1.0
    LVYKA: Scalar = 1.0
    LS: Scalar = 1.0
    LKYC: Scalar = 1.0
    LKZC: Scalar = 1.0
    LVMX: Scalar = 1.0
    LMX: Scalar = 1.0
    LMY: Scalar = 1.0

    # longitudinal force
    PDX2: Scalar = 0.0
    PDX3: Scalar = 0.0
    PEX1: Scalar = 0.0
    PEX2: Scalar = 0.0
    PEX3: Scalar = 0.0
    PEX4: Scalar = 0.0
    PKX2: Scalar = 0.0
    PKX3: Scalar = 0.0
    PHX1: Scalar = 0.0
    PHX2: Scalar = 0.0
    PVX1: Scalar = 0.0
    PVX2: Scalar = 0.0
    PPX1: Scalar = 0.0
    PPX2: Scalar = 0.0
    PPX3: Scalar = 0.0
    PPX4: Scalar = 0.0
    RBX1: Scalar = 0.0
    RBX2: Scalar = 0.0
    RBX3: Scalar = 0.0
    RCX1: Scalar = 0.0
    REX1: Scalar = 0.0
    REX2: Scalar = 0.0
    RHX1: Scalar = 0.0

    # overturning moment
    QSX1: Scalar = 0.0
    QSX2: Scalar = 0.0
    QSX3: Scalar = 0.0
    QSX4: Scalar = 0.0
    QSX5: Scalar = 0.0
    QSX6: Scalar = 0.0
    QSX7: Scalar = 0.0
    QSX8: Scalar = 0.0
    QSX9: Scalar = 0.0
    QSX10: Scalar = 0.0
    QSX11: Scalar = 0.0
    QSX12: Scalar = 0.0
    QSX13: Scalar = 0.0
    QSX14: Scalar = 0.0
    PPMX1: Scalar = 0.0

    # lateral force
    PDY2: Scalar = 0.0
    PDY3: Scalar = 0.0
    PEY1: Scalar = 0.0
    PEY2: Scalar = 0.0
    PEY3: Scalar = 0.0
    PEY4: Scalar = 0.0
    PEY5: Scalar = 0.0
    PKY3: Scalar = 0.0
    PKY4: Scalar = 2.0
    PKY5: Scalar = 0.0
    PKY6: Scalar = 0.0
    PKY7: Scalar = 0.0
    PHY1: Scalar = 0.0
    PHY2: Scalar = 0.0
    PVY1: Scalar = 0.0
    PVY2: Scalar = 0.0
    PVY3: Scalar = 0.0
    PVY4: Scalar = 0.0
    PPY1: Scalar = 0.0
    PPY2: Scalar = 0.0
    PPY3: Scalar = 0.0
    PPY4: Scalar = 0.0
    PPY5: Scalar = 0.0
    RBY1: Scalar = 0.0
    RBY2: Scalar = 0.0
    RBY3: Scalar = 0.0
    RBY4: Scalar = 0.0
    RCY1: Scalar = 0.0
    REY1: Scalar = 0.0
    REY2: Scalar = 0.0
    RHY1: Scalar = 0.0
    RHY2: Scalar = 0.0
    RVY1: Scalar = 0.0
    RVY2: Scalar = 0.0
    RVY3: Scalar = 0.0
    RVY4: Scalar = 0.0
    RVY5: Scalar = 0.0
    RVY6: Scalar = 0.0

    # rolling resistance
    QSY1: Scalar = 0.0
    QSY2: Scalar = 0.0
    QSY3: Scalar = 0.0
    QSY4: Scalar = 0.0
    QSY5: Scalar = 0.0
    QSY6: Scalar = 0.0
    QSY7: Scalar = 1.0
    QSY8: Scalar = 0.0

    # aligning moment
    QBZ1: Scalar = 0.0
    QBZ2: Scalar = 0.0
    QBZ3: Scalar = 0.0
    QBZ4: Scalar = 0.0
    QBZ5: Scalar = 0.0
    QBZ6: Scalar = 0.0
    QBZ9: Scalar = 0.0
    QBZ10: Scalar = 0.0
    QCZ1: Scalar = 0.0
    QDZ1: Scalar = 0.0
    QDZ2: Scalar = 0.0
    QDZ3: Scalar = 0.0
    QDZ4: Scalar = 0.0
    QDZ6: Scalar = 0.0
    QDZ7: Scalar = 0.0
    QDZ8: Scalar = 0.0
    QDZ9: Scalar = 0.0
    QDZ10: Scalar = 0.0
    QDZ11: Scalar = 0.0
    QEZ1: Scalar = 0.0
    QEZ2: Scalar = 0.0
    QEZ3: Scalar = 0.0
    QEZ4: Scalar = 0.0
    QEZ5: Scalar = 0.0
    QHZ1: Scalar = 0.0
    QHZ2: Scalar = 0.0
    QHZ3: Scalar = 0.0
    QHZ4: Scalar = 0.0
    PPZ1: Scalar = 0.0
    PPZ2: Scalar = 0.0
    SSZ1: Scalar = 0.0
    SSZ2: Scalar = 0.0
    SSZ3: Scalar = 0.0
    SSZ4: Scalar = 0.0
