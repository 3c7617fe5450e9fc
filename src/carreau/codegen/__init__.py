"""The code generator: everything that follows from a game's declarations (`python -m carreau.codegen`)."""
