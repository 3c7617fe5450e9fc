"""The options of a game: typed and validated, with errors that explain what is allowed."""

import difflib
from collections.abc import Mapping, Sequence

from carreau.core.actions import as_int
from carreau.core.errors import OptionError

OptionValue = bool | int | str

ON = ("on", "true", "yes", "1")
OFF = ("off", "false", "no", "0")


class Option:
    """One option: its name, its default and its allowed values."""

    name: str
    default: OptionValue
    is_local = False  # whether it names something on this machine, which remote players may not choose
    bounds_length = False  # whether higher values make games longer

    def read(self, value: object) -> OptionValue:
        """Validate a given value and return it; raise OptionError if it isn't allowed."""
        raise NotImplementedError

    def allowed(self) -> str:
        """Describe the allowed values."""
        raise NotImplementedError

    def examples(self) -> Sequence[OptionValue]:
        """Return values worth trying, so the laws cover every kind of game."""
        raise NotImplementedError

    def names(self) -> Sequence[str]:
        """List the values that are words; each has a name in every language."""
        return ()

    def refuse(self, value: object) -> OptionError:
        return OptionError(f"{self.name}={value} is not {self.allowed()}")


class Flag(Option):
    """A choice between on and off."""

    def __init__(self, name: str, default: bool) -> None:
        self.name = name
        self.default = default

    def read(self, value: object) -> OptionValue:
        word = str(value).casefold()
        if word in ON or word in OFF:
            return word in ON
        raise self.refuse(value)

    def allowed(self) -> str:
        return "on or off"

    def examples(self) -> Sequence[OptionValue]:
        return (False, True)


class Number(Option):
    """A whole number within bounds."""

    def __init__(
        self,
        name: str,
        default: int,
        low: int,
        high: int,
        examples: Sequence[int] = (),
        bounds_length: bool = False,
    ) -> None:
        self.name = name
        self.default = default
        self.low = low
        self.high = high
        self.tried = examples
        self.bounds_length = bounds_length

    def read(self, value: object) -> OptionValue:
        number = as_int(value)
        if number is None or not self.low <= number <= self.high:
            raise self.refuse(value)
        return number

    def allowed(self) -> str:
        return f"in {self.low}..{self.high}"

    def examples(self) -> Sequence[OptionValue]:
        return self.tried or (self.default,)


class Choice(Option):
    """A choice between a few words."""

    def __init__(self, name: str, default: str, values: Sequence[str]) -> None:
        self.name = name
        self.default = default
        self.values = values

    def read(self, value: object) -> OptionValue:
        word = str(value).casefold()
        if word not in self.values:
            raise self.refuse(value)
        return word

    def allowed(self) -> str:
        return "one of " + ", ".join(self.values)

    def examples(self) -> Sequence[OptionValue]:
        return self.values

    def names(self) -> Sequence[str]:
        return self.values


class Options:
    """The options of a game, in display order."""

    def __init__(self, *options: Option) -> None:
        self.options = {option.name: option for option in options}

    def read(self, given: Mapping[str, object]) -> dict[str, OptionValue]:
        """Return the values of all options: the given ones validated, the others at their default."""
        for name in given:
            if name not in self.options:
                raise OptionError(self.unknown(name))
        return {
            name: option.read(given[name]) if name in given else option.default for name, option in self.options.items()
        }

    def refuse_local(self, given: Mapping[str, object]) -> None:
        """Refuse options from remote players that name something on this machine, except the defaults."""
        for name, value in given.items():
            option = self.options.get(name)
            if option and option.is_local and value != option.default:
                raise OptionError(f"only {name}={option.default} is allowed here; other values name local files")

    def unknown(self, name: str) -> str:
        if not self.options:
            return f"unknown option {name}: this game has no options"
        close = difflib.get_close_matches(name, self.options, n=1)
        hint = f"; did you mean {close[0]}?" if close else ""
        return f"unknown option {name}; the options are {', '.join(self.options)}{hint}"


def spelled(value: OptionValue) -> str:
    """Return an option's value in the form the command line and records use."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
