"""Writes the files of this folder by git a09a9a17: `PYTHONPATH=<its src> python make.py`, in the folder."""

import json
from collections import Counter
from dataclasses import fields, is_dataclass, replace
from inspect import isclass
from pathlib import Path

import numpy as np

import jounce

JOB = """\
format = 1
kind = "job"
name = "short step"
car = "car.toml"
study = "step-steer"

[values]
"axles.front.spring.law.slope" = "18 N/mm"

[settings]
speed = "50 km/h"
duration = "1.2 s"

[outputs]
files = ["h5"]
channels = ["vehicle.yaw_rate", "vehicle.cg.ay", "front_left.tyre.*"]
"""


def thinned(path: Path, every: int) -> None:
    """Keeps some samples: a test needs few."""
    run = jounce.read(path)
    kept = slice(None, None, every)
    small = replace(
        run,
        time=run.time[kept],
        values=run.values[kept],
        coordinates={name: history[kept] for name, history in run.coordinates.items()},
    )
    small.save(path)


def shown(path: Path) -> dict[str, object]:
    """Returns where the bodies of a file are in its last sample, and how many shapes of each kind its page draws."""
    from jounce.mechanism import connect_mechanism
    from jounce.model.outline import read_outline
    from jounce.simulation.loops.pose import body_poses
    from jounce.views.page.encoding import Encoder
    from jounce.views.page.scene import scene_of

    run = jounce.read(path)
    poses = body_poses(connect_mechanism(read_outline(run.metadata["outline"])), run.coordinates)
    scene = scene_of(run, np.arange(run.time.size), Encoder())
    return {
        "poses": {name: [*pose.p[-1], *pose.R[-1].ravel()] for name, pose in poses.items()},
        "shapes": Counter(shape.kind for shape in scene.shapes),
        "points": {
            p.name: [scene.bodies[p.place.body].name if p.place.body >= 0 else "", *p.place.point] for p in scene.points
        },
        "axes": [axis.name for axis in scene.axes],
        "centres": [centre.name for centre in scene.centres],
    }


def names() -> dict[str, object]:
    """Returns what users may write: names, members of classes, settings of studies, options of commands."""
    from jounce.cli import COMMANDS
    from jounce.cli import main as command_line
    from jounce.studies import STUDIES

    classes = {name: kind for name in jounce.__all__ if isclass(kind := getattr(jounce, name))}
    written = {name: [f.name for f in fields(kind)] if is_dataclass(kind) else [] for name, kind in classes.items()}
    options = {word: command_line.get_command(None, word).params for word in COMMANDS}
    return {
        "names": jounce.__all__,
        "members": {
            name: sorted({word for word in (*dir(kind), *written[name]) if not word.startswith("_")})
            for name, kind in classes.items()
        },
        "studies": {name: list(study.settings) for name, study in STUDIES.items()},
        "commands": {word: [[*p.opts, *p.secondary_opts] for p in params] for word, params in options.items()},
    }


def main() -> None:
    car = jounce.load("small_car")
    car.save("car.toml")
    Path("job.toml").write_text(JOB)
    jounce.run_job("job.toml", out="made")
    (made,) = Path("made").rglob("*.h5")
    made.replace("run.h5")
    thinned(Path("run.h5"), 25)
    jounce.run(car, "wheel-travel", axle="front", points=5).save("travel.h5")
    jounce.simulate(jounce.load("pendulum"), duration=0.1).save("pendulum.h5")
    found = {path.name: shown(path) for path in sorted(Path().glob("*.h5"))}
    Path("shown.json").write_text(json.dumps(found))
    Path("values.json").write_text(json.dumps(car.values()))
    Path("names.json").write_text(json.dumps(names()) + "\n")
    print(np.__version__, [p.stat().st_size for p in Path().glob("*.h5")])


if __name__ == "__main__":
    main()
