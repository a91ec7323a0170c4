"""`python -m jounce` is `jounce`."""

from jounce.cli import main

main(prog_name="jounce")
