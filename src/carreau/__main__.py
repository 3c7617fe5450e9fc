"""The entry point of `python -m carreau`, the same as the command `carreau`."""

from carreau.cli.main import run

if __name__ == "__main__":
    run()
