"""`python -m carreau` is the command `carreau`."""

from carreau.cli.main import run

if __name__ == "__main__":
    run()
