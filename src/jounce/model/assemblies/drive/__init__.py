"""The drive: differentials or motors, input shaft and half shafts, to the wheels that are driven."""

from jounce.model.assemblies.assembly import Assembly, Need
from jounce.model.assemblies.drive.data import DriveData, HalfShaftData, MotorData
from jounce.model.assemblies.drive.parts import build_drive
from jounce.model.assemblies.drive.rules import check_drive, check_shafts

DRIVE = Assembly(
    name="drive",
    tables={"drive": DriveData, "motor": MotorData, "half_shafts": HalfShaftData},
    offers={word: "drive" for word in ("drive", "input_shaft", "turning", "reduction", "rotors")},
    takes=("wheels",),
    needs=(
        Need(
            table="motor",
            port="drive",
            what="there is no [drive]",
            help='add [drive] with layout = "motors" or "axle motors"',
        ),
        Need(
            table="half_shafts",
            port="drive",
            what="there is no [drive]",
            help="half shafts join the wheels to a drive: add [drive]",
        ),
    ),
    leading=True,
    build=build_drive,
    rules=(check_drive,),
    driving_rules=(check_shafts,),
)
