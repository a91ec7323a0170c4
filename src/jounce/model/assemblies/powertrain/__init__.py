"""The powertrain: engine, clutch or converter, and the gears that turn the input shaft of the drive."""

from jounce.model.assemblies.assembly import Assembly, Need
from jounce.model.assemblies.powertrain.data import ClutchData, ConverterData, EngineData, GearboxData
from jounce.model.assemblies.powertrain.parts import build_powertrain
from jounce.model.assemblies.powertrain.rules import check_powertrain

NO_ENGINE = {"what": "there is no [engine]", "help": "add [engine], or leave this table out: then drive.torque"}

POWERTRAIN = Assembly(
    name="powertrain",
    tables={"engine": EngineData, "clutch": ClutchData, "converter": ConverterData, "gearbox": GearboxData},
    offers={word: "engine" for word in ("drive", "reduction", "gears", "rotors")},
    takes=("wheels", "input_shaft"),
    needs=(
        Need(
            table="engine",
            port="input_shaft",
            what="there is no [drive]",
            help="add [drive] with the driven axles and the final ratio",
        ),
        *(Need(table=word, port="gears", **NO_ENGINE) for word in ("clutch", "converter", "gearbox")),
    ),
    leading=True,
    build=build_powertrain,
    rules=(check_powertrain,),
)
