"""Parts, laws, tyres, templates, controllers and studies that a user writes in Python, known to files by a word."""

from jounce.own_parts.register import register
from jounce.own_parts.use_file import use

__all__ = ["register", "use"]
