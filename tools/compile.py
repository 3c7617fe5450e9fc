"""Compile the rules, the bots, the tables and the server's hot path with mypyc: one shared library for each game.

    python -m tools.compile                        # for this checkout, into .compiled
    python -m tools.compile FOLDER [MODULE ...]    # all or some modules into a folder

mypyc translates all modules together, so it knows every class; the C of each group is then compiled separately, in
parallel with the others, and cached under a hash of all its inputs. docs/decisions/0012-build.md gives the reasons.
"""

import argparse
import contextlib
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent

if TYPE_CHECKING:
    from carreau._build import CACHE, MANIFEST, SOURCE, hash_of, interface_of
else:  # imported by itself, because the package's own dependencies are missing where a wheel is built
    sys.path.insert(0, str(ROOT / "src" / "carreau"))
    from _build import CACHE, MANIFEST, SOURCE, hash_of, interface_of

    sys.path.pop(0)

SUFFIX: Final = str(sysconfig.get_config_var("EXT_SUFFIX"))
KEPT_DAYS: Final = 30  # after which an unused group is deleted

PATTERNS: Final = (
    *(
        f"core/{name}.py"
        for name in (
            "action_buffer",
            "actions",
            "bits",
            "effects",
            "game",
            "hidden_info",
            "obs_buffer",
            "perfect_info",
            "playout",
            "result",
            "rng",
        )
    ),
    "games/*/*.py",  # except those in SELDOM
    *(f"bots/{name}.py" for name in ("knowledge", "tree", "search", "exact/*", "games/*")),
    *(f"envs/{name}.py" for name in ("sequential", "batch")),
    *(
        f"table/{name}.py"
        for name in ("action_json", "apply", "clock", "commands", "match", "projection", "table", "timers")
    ),
    *(f"server/{name}.py" for name in ("bot_driver", "broadcast", "commits", "connection", "limits")),
    *(f"server/{name}.py" for name in ("listing", "loop_metrics", "race", "room", "websocket")),
)
SELDOM: Final = {"__init__.py", "audit.py", "instruction.py", "layouts.py", "spec.py"}  # run once, or once per position
OF_ONE_GAME: Final = re.compile(r"^carreau/(?:bots/)?games/([a-z]+)")
ABOUT_ONE_GAME: Final = re.compile(r"^from carreau\.games\.(\w+)\.\w+ import", re.MULTILINE)
IMPORTED: Final = re.compile(r"^\s*(?:from|import) (carreau[\w.]*)(?: import \(?([\w, ]*))?", re.MULTILINE)

# Groups call each other's functions, so they can't be static, and GCC would inline fewer of them by default.
INLINING: Final = ("max-inline-insns-auto=400", "inline-unit-growth=100", "large-function-growth=300")
HOT: Final = ("-fno-semantic-interposition", "-fvisibility=hidden", *(f"--param={each}" for each in INLINING))
# mypyc 2.4 puts Python's trashcan into every destructor, and the trashcan writes into the collector's header, which
# acyclic objects don't have. Nothing that is compiled here nests deeply, so nothing needs it. Module bodies run once,
# only interpreted code calls functions through wrappers, and no search starts, writes down or reads a position: as they
# are cold, GCC doesn't inline whole rules there.
WRAPPED: Final = """\
#include <Python.h>
#include <CPy.h>
#if !defined(CPy_TRASHCAN_BEGIN) || !defined(CPy_TRASHCAN_END)
#error "mypyc has no CPy_TRASHCAN_BEGIN any more: see WRAPPED in tools/compile.py"
#endif
#undef CPy_TRASHCAN_BEGIN
#undef CPy_TRASHCAN_END
#define CPy_TRASHCAN_BEGIN(op, dealloc)
#define CPy_TRASHCAN_END(op)
#include "__native_{name}.h"
#include "__native_internal_{name}.h"
#ifdef __GNUC__
{cold}
#endif
#include "__native_{name}.c"
"""
SELDOM_CALLED: Final = re.compile(r"\b(CPyPy_\w+|CPyDef_\w+___(?:__top_level__|load|read_\w+|dump\w*|start))\(")


class BuildError(Exception):
    """A build that failed: which part, and why."""


def compiled_modules() -> list[str]:
    """List the compiled modules, as paths below src/."""
    found = [path.relative_to(SOURCE) for each in PATTERNS for path in sorted((SOURCE / "carreau").glob(each))]
    return [path.as_posix() for path in found if path.name not in SELDOM]


def group_of(module: str) -> str:
    """Return the group of a module: its game, the server's tables, or the core that all games share."""
    if found := OF_ONE_GAME.match(module) or ABOUT_ONE_GAME.search((SOURCE / module).read_text(encoding="utf-8")):
        return found[1]
    return "table" if module.startswith(("carreau/table/", "carreau/server/")) else "core"


def compiler_trouble() -> str:
    """Return why nothing can be compiled on this machine; "" if a C compiler works."""
    command = [*os.environ.get("CC", str(sysconfig.get_config_var("CC") or "cc")).split(), "-x", "c", "-", "-c", "-o"]
    command += [os.devnull, f"-I{sysconfig.get_paths()['include']}"]
    try:
        done = subprocess.run(command, input="#include <Python.h>", capture_output=True, text=True, check=False)
    except OSError:
        return f"there is no C compiler ({command[0]})"
    return f"{command[0]} can't compile for Python: {done.stderr.strip()[:400]}" if done.returncode else ""


# From Python to C


def translate(modules: list[str], scratch: Path) -> list[Any]:
    """Translate all groups to C with mypyc; return them as setuptools extensions."""
    import setuptools  # noqa: F401 (mypyc asks whether it is there)
    from mypyc.build import build_using_shared_lib, get_cflags, mypyc_build
    from mypyc.options import CompilerOptions

    groups: dict[str, list[str]] = {}
    for module in modules:
        groups.setdefault(f"carreau_{group_of(module)}", []).append(module)
    options = CompilerOptions(separate=True, target_dir=str(scratch))
    options.global_opts = True  # all modules are translated together, so every subclass is known
    separate: list[tuple[list[str], str | None]] = [(files, name) for name, files in groups.items()]
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said), contextlib.chdir(SOURCE):
            made, c_files, _ = mypyc_build([f"--cache-dir={scratch}/mypy", *modules], options, separate=separate)
    except SystemExit:
        raise BuildError(f"mypyc can't translate the modules to C:\n{said.getvalue()}") from None
    extensions, flags = [], HOT if os.name == "posix" else ()
    for (sources, name), (files, headers) in zip(made, c_files, strict=True):
        assert name is not None
        wrappers = [wrapped(Path(file)) for file in files]
        library, *shims = build_using_shared_lib(sources, name, wrappers, headers, str(scratch), [], [])
        level = "1" if name == "carreau_table" else "3"  # more takes twice the time and doesn't make tables faster
        library.extra_compile_args = [*get_cflags(opt_level=level, debug_level="0"), *flags]
        for shim in shims:
            shim.extra_compile_args = get_cflags(opt_level="0", debug_level="0")
        extensions += [library, *shims]
    return extensions


def wrapped(native: Path) -> str:
    """Write the file that includes the C of a group, with declarations that mypyc omits."""
    if re.search(r"(?<!C)Py_TRASHCAN", native.read_text(encoding="utf-8")):
        raise BuildError(f"{native.name} uses Python's trashcan in a new way: see WRAPPED in {__file__}")
    name = native.stem.removeprefix("__native_")
    declared = native.with_name(f"__native_internal_{name}.h").read_text(encoding="utf-8")
    functions = sorted(set(SELDOM_CALLED.findall(declared)))
    if not functions:
        raise BuildError(
            f"{native.name} has no module bodies under the names expected: see SELDOM_CALLED in {__file__}"
        )
    cold = "\n".join(f"extern __typeof__({each}) {each} __attribute__((cold));" for each in functions)
    wrapper = native.with_name(f"{name}.c")
    wrapper.write_text(WRAPPED.format(name=name, cold=cold), encoding="utf-8")
    return str(wrapper)


# From C to machine code


def fingerprint(extension: Any) -> str:
    """Hash everything that determines an extension: its C, the headers it may include, flags and tools."""
    found = hashlib.sha256(f"{toolchain()} {extension.name} {extension.extra_compile_args}".encode())
    for path in [*c_files(extension), *sorted(map(Path, extension.depends))]:
        found.update(path.read_bytes())
    return found.hexdigest()


@cache
def toolchain() -> str:
    """Describe the compilers; a cached group is used only with the same ones."""
    compiler = os.environ.get("CC", str(sysconfig.get_config_var("CC") or "cc")).split()
    said = subprocess.run([*compiler, "--version"], capture_output=True, text=True, check=False).stdout
    return f"{said} {os.environ.get('CFLAGS', '')} {sys.version} {SUFFIX} {version('mypy')} {version('librt')}"


def build(extension: Any, scratch: Path) -> Path:
    """Compile and link one extension into the cache, unless it is there already."""
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext
    from setuptools.errors import BaseError, CompileError, LinkError

    kept = CACHE / "objects" / f"{fingerprint(extension)}{SUFFIX}"
    if kept.exists():
        os.utime(kept)
        return kept
    command = build_ext(Distribution({"name": "carreau", "ext_modules": [extension]}))
    command.build_lib, command.build_temp = str(scratch / "lib" / extension.name), str(scratch / "objects")
    command.ensure_finalized()
    try:
        command.run()
    except (BaseError, CompileError, LinkError) as error:
        raise BuildError(f"{part_of(extension)} can't be compiled: {error}") from None
    kept.parent.mkdir(parents=True, exist_ok=True)
    written = kept.with_suffix(".new")
    shutil.copy(command.get_ext_fullpath(extension.name), written)
    written.replace(kept)  # atomic: a cached file is always complete
    return kept


def part_of(extension: Any) -> str:
    """Return the name of a group in the source: "caro" or "core"."""
    return str(extension.name).removeprefix("carreau_").removesuffix("__mypyc")


def build_all(extensions: list[Any], scratch: Path, progress: "Progress") -> dict[str, Path]:
    """Compile all extensions, the longest first; return the file of each by its module."""
    libraries = sorted((each for each in extensions if each.depends), key=lambda each: -c_size(each))
    shims = [each for each in extensions if not each.depends]
    progress.expect(len(libraries))

    def one(extension: Any) -> tuple[str, Path]:
        found = build(extension, scratch)
        if extension.depends:
            progress.finished(part_of(extension))
        return extension.name, found

    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        work = [pool.submit(one, extension) for extension in [*libraries, *shims]]
        try:
            return dict(each.result() for each in work)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def c_size(extension: Any) -> int:
    return sum(path.stat().st_size for path in c_files(extension))


def c_files(extension: Any) -> Iterator[Path]:
    """List the C files of an extension: its sources, and the files they include."""
    for source in map(Path, extension.sources):
        yield source
        native = source.with_name(f"__native_{source.name}")
        if native.exists():
            yield native


def compile_into(folder: Path, modules: list[str], progress: "Progress") -> None:
    """Compile modules; the extension modules appear in the folder under their package's path."""
    progress.say(f"Translating {len(modules)} modules to C")
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        for module, built in build_all(translate(modules, scratch), scratch, progress).items():
            target = folder / f"{module.replace('.', '/')}{SUFFIX}"
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(built, target)


class Progress:
    """A progress report on the terminal; nothing if quiet."""

    def __init__(self, quiet: bool = False) -> None:
        self.quiet = quiet
        self.began = time.monotonic()
        self.done = self.expected = 0

    def say(self, text: str) -> None:
        if not self.quiet:
            sys.stderr.write(f"{self.seconds():4.0f} s  {text}\n")

    def seconds(self) -> float:
        return time.monotonic() - self.began

    def expect(self, count: int) -> None:
        self.expected = count

    def finished(self, part: str) -> None:
        self.done += 1
        self.say(f"Compiled {part} ({self.done} of {self.expected})")


# For this checkout


def imported_by(modules: list[str]) -> list[str]:
    """List the uncompiled modules of the package that these modules import, directly or indirectly.

    Their constants and types end up in the C as well.
    """
    found, waiting = set(modules), list(modules)
    while waiting:
        for package, names in IMPORTED.findall((SOURCE / waiting.pop()).read_text(encoding="utf-8")):
            base = package.replace(".", "/")
            near = {f"{base}.py", *(f"{base}/{name.strip()}.py" for name in names.split(","))} - found
            there = [each for each in near if (SOURCE / each).is_file()]
            found.update(there)
            waiting += there
    return sorted(found.difference(modules))


class Sources:
    """The sources that a build depends on."""

    def __init__(self) -> None:
        modules = compiled_modules()
        self.compiled = {path: hash_of(path) for path in modules}
        self.imported = {path: [hash_of(path), interface_of(path)] for path in imported_by(modules)}

    def build(self, progress: Progress) -> Path:
        """Compile the sources, unless the same ones are cached; return the folder of the extension modules."""
        interfaces = [interface for _, interface in self.imported.values()]
        made_with = f"{toolchain()} {self.compiled} {interfaces} {Path(__file__).read_text(encoding='utf-8')}"
        folder = CACHE / "builds" / hashlib.sha256(made_with.encode()).hexdigest()[:16]
        if not folder.exists():
            with tempfile.TemporaryDirectory(dir=made(CACHE)) as unfinished:
                compile_into(Path(unfinished) / "build", list(self.compiled), progress)
                (Path(unfinished) / "build").rename(made(folder.parent) / folder.name)
        os.utime(folder)
        return folder


def compile_checkout(progress: Progress) -> None:
    """Make sure that this checkout's sources are compiled and that carreau finds the result."""
    sources = Sources()
    folder = sources.build(progress)
    manifest = {"folder": str(folder.relative_to(CACHE)), "compiled": sources.compiled, "imported": sources.imported}
    text = json.dumps(manifest, indent=1)
    if not MANIFEST.exists() or MANIFEST.read_text(encoding="utf-8") != text:
        written = MANIFEST.with_suffix(".new")
        written.write_text(text, encoding="utf-8")
        written.replace(MANIFEST)
    prune()


def made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def prune() -> None:
    """Delete cached files that were not used for a month."""
    oldest = time.time() - KEPT_DAYS * 86_400
    for path in [*CACHE.glob("objects/*"), *CACHE.glob("builds/*")]:
        if path.stat().st_mtime < oldest:
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("modules", nargs="*")
    parser.add_argument("--background", action="store_true", help="give way to other programs, and say little")
    given = parser.parse_args()
    progress = Progress(quiet=given.background)
    if trouble := compiler_trouble():
        sys.stderr.write(f"Carreau stays uncompiled, which makes bots slower: {trouble}\n")
        return
    if given.background:
        os.nice(10)
        sys.stderr.write("Compiling the rules in the background: the strongest bots need it to think far ahead\n")
    try:
        if given.folder:
            compile_into(given.folder.resolve(), given.modules or compiled_modules(), progress)
        else:
            compile_checkout(progress)
    except BuildError as error:
        sys.exit(f"The build failed. {error}")
    except KeyboardInterrupt:
        sys.exit(130)
    if given.background:
        sys.stderr.write(f"The rules are compiled after {progress.seconds():.0f} s: bots think at full speed now\n")


if __name__ == "__main__":
    main()
