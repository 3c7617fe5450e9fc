"""Writes what follows from a game's declarations: `python -m carreau.codegen`."""
