"""The slip laws a tyre may have, by the word a file says."""

from jounce.parts.tyres.magic_formula_data import MagicFormula52, MagicFormula61
from jounce.parts.tyres.simple_laws.calspan import CalspanTyre
from jounce.parts.tyres.simple_laws.dugoff import DugoffTyre
from jounce.parts.tyres.simple_laws.fiala import FialaTyre
from jounce.parts.tyres.simple_laws.linear import LinearTyre
from jounce.parts.tyres.simple_laws.magic_formula_1987 import Curve1987, MagicFormula1987
from jounce.parts.tyres.simple_laws.magic_formula_1989 import MagicFormula1989
from jounce.parts.tyres.simple_laws.tmeasy import TMeasyTyre

TYRE_LAWS = {
    "linear": LinearTyre,
    "dugoff": DugoffTyre,
    "fiala": FialaTyre,
    "calspan": CalspanTyre,
    "magic_formula_1987": MagicFormula1987,
    "magic_formula_1989": MagicFormula1989,
    "tmeasy": TMeasyTyre,
    "magic_formula_52": MagicFormula52,
    "magic_formula_61": MagicFormula61,
}
SlipLaw = (
    LinearTyre
    | DugoffTyre
    | FialaTyre
    | CalspanTyre
    | MagicFormula1987
    | MagicFormula1989
    | TMeasyTyre
    | MagicFormula52
    | MagicFormula61
)
CURVES = {"curve_1987": Curve1987}
