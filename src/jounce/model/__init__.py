"""Put named parts together from Python or TOML and refuse nonsense."""

from jounce.model.library import library_models
from jounce.model.model import Model, Source
from jounce.model.reading.model_file import load
from jounce.model.rules.mechanism import check
from jounce.model.vehicle import Vehicle

__all__ = ["Model", "Source", "Vehicle", "check", "library_models", "load"]
