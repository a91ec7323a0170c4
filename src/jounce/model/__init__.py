"""Put named parts together from Python or TOML and refuse nonsense."""

from jounce.model.library import library_models
from jounce.model.linear_cars import RollCar, SingleTrackCar
from jounce.model.model import Model, Source
from jounce.model.reading.model_file import load
from jounce.model.rules.mechanism import check
from jounce.model.tyre_files.lone_tyre import LoneTyre
from jounce.model.tyre_files.tir_file import TirFile
from jounce.model.vehicle import Vehicle

__all__ = [
    "LoneTyre",
    "Model",
    "RollCar",
    "SingleTrackCar",
    "Source",
    "TirFile",
    "Vehicle",
    "check",
    "library_models",
    "load",
]
