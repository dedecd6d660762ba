#!/usr/bin/env python3
"""Sets up, runs and checks Hexcoach. Needs Python 3.11 or newer with pip, and nothing else.

The environment lives in .venv and is made from the hashed locks whenever it is missing or stale;
after that nothing needs the network.
"""

# An older Python has to get as far as the sentence that names the one it should be.
from __future__ import annotations

import argparse
import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "hexcoach-stamp.json"
RUNTIME_LOCK = ROOT / "requirements.lock"
DEV_LOCK = ROOT / "requirements-dev.lock"
PROJECT = ROOT / "pyproject.toml"
SAMPLES = ROOT / "data" / "samples"
STORE = ROOT / "data" / "local" / "hexcoach.duckdb"
SAMPLES_STAMP = STORE.with_name("samples-stamp.txt")
OLDEST_PYTHON = (3, 11)
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")


class Failed(Exception):
    """Something a person has to put right; the message is one sentence that says what and how."""


def say(text: str) -> None:
    print(f"dev.py: {text}", file=sys.stderr, flush=True)


def call(*command: str | Path, failure: str) -> None:
    """Run a command in the project's root with its output shown; a non-zero exit is `failure`."""
    if subprocess.run([str(part) for part in command], cwd=ROOT, check=False).returncode != 0:
        raise Failed(failure)


def digest(*paths: Path) -> str:
    """One hash over the names and contents of files."""
    total = hashlib.sha256()
    for path in paths:
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        total.update(f"{path.relative_to(ROOT)} {content}\n".encode())
    return total.hexdigest()


# The environment


@contextlib.contextmanager
def one_setup_at_a_time() -> Iterator[None]:
    """Two commands started together must not fill the same .venv at once."""
    with Path(__file__).open("rb") as this_file:
        try:
            fcntl.flock(this_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("waiting for another set-up of this folder to end")
            fcntl.flock(this_file, fcntl.LOCK_EX)
        yield


def project_digest() -> str:
    """Of what an editable install depends on: settings of the checks may change freely."""
    # Late: tomllib is new in the oldest Python allowed, and an older one must reach main.
    import tomllib  # noqa: PLC0415

    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))
    parts = [project["build-system"], project["project"], project["tool"]["hatch"]]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def wanted_stamp(lock: Path) -> dict[str, str]:
    """What the stamp says once `lock` is installed."""
    return {
        "lock": lock.name,
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "folder": str(ROOT),  # a moved environment is a broken one
        "packages": digest(lock),
        "project": project_digest(),
    }


def found_stamp() -> dict[str, str]:
    """Of the last set-up that ended well; empty where there was none."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) and PYTHON.exists() else {}


def install_command(lock: Path) -> tuple[str | Path, ...]:
    """How to fill the environment: with uv where it is there or can be had, else with pip."""
    uv = VENV / "bin" / "uv"
    # Only errors: without a network the warnings of each retry would bury them.
    pip = (sys.executable, "-m", "pip", "--python", PYTHON, "install", "-qq", "--retries", "2")
    if not uv.exists():
        has_pip = subprocess.run([*pip[:3], "--version"], capture_output=True, check=False)
        if has_pip.returncode != 0:
            raise Failed(
                f"{sys.executable} has no pip, which set-up needs once:"
                " install it (on Debian: apt install python3-pip) and try again."
            )
        # Only uv's own lines of the lock, so that the installer is pinned and hashed too.
        blocks = lock.read_text().replace("\\\n", " ").splitlines()
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as only_uv:
            only_uv.write("\n".join(line for line in blocks if line.startswith("uv==")))
            only_uv.flush()
            subprocess.run(
                [*pip, "--require-hashes", "--no-deps", "-r", only_uv.name],
                capture_output=True,
                cwd=ROOT,
                check=False,
            )
    if uv.exists():
        return (uv, "pip", "sync", "--quiet", "--python", PYTHON, "--require-hashes", lock)
    say("uv could not be installed; going on with pip, which takes a little longer")
    return (*pip, "--require-hashes", "-r", lock)


def install_project() -> None:
    """The editable install, built with what the lock installed: it asks no network."""
    uv = VENV / "bin" / "uv"
    how = ("--no-deps", "--no-build-isolation", "--quiet", "--editable", ROOT)
    failure = "The project could not be installed into .venv; the message above says why."
    if uv.exists():
        call(uv, "pip", "install", "--offline", "--python", PYTHON, *how, failure=failure)
    else:
        call(sys.executable, "-m", "pip", "--python", PYTHON, "install", *how, failure=failure)


def set_up(lock: Path) -> None:
    """Make .venv hold what `lock` says, or more: the development lock holds the other one too."""
    with one_setup_at_a_time():
        found = found_stamp()
        if found.get("lock") == DEV_LOCK.name:
            lock = DEV_LOCK
        wanted = wanted_stamp(lock)
        if found == wanted:
            return
        say(f"installing {lock.name} into .venv")
        start = time.monotonic()
        if any(found.get(key) != wanted[key] for key in ("python", "folder")):
            venv.create(VENV, clear=True, symlinks=True, with_pip=False)
        STAMP.write_text(json.dumps({**wanted, "packages": "unfinished"}), encoding="utf-8")
        call(
            *install_command(lock),
            failure="The packages of the lock could not be installed (the message above says why):"
            " the first set-up needs the network to reach a Python package index.",
        )
        install_project()
        STAMP.write_text(json.dumps(wanted, indent=1), encoding="utf-8")
        say(f"installed in {time.monotonic() - start:.0f} s")


def compile_rules() -> None:
    call(
        PYTHON,
        "-m",
        "engine.compile",
        failure="The rules of the games could not be compiled; the message above says why.",
    )


def load_samples() -> None:
    """Import the sample games unless the store has had these very files before."""
    files = sorted(path for path in SAMPLES.rglob("*") if path.is_file())
    if not files:
        return
    stamp = digest(*files)
    if STORE.exists() and SAMPLES_STAMP.exists() and SAMPLES_STAMP.read_text() == stamp:
        return
    say("loading the sample games")
    SAMPLES_STAMP.unlink(missing_ok=True)
    imported = subprocess.run(
        [VENV / "bin" / "hexcoach", "import", SAMPLES.relative_to(ROOT)], cwd=ROOT, check=False
    )
    # 1 says that some game breaks the rules: some samples do so to show what happens then.
    if imported.returncode not in (0, 1):
        raise Failed("The sample games could not be loaded; the message above says why.")
    SAMPLES_STAMP.write_text(stamp)


# The checks


def check(title: str, *command: str | Path) -> Callable[[], bool]:
    def run() -> bool:
        print(f"\n── {title}", flush=True)
        ran = subprocess.run([str(part) for part in command], cwd=ROOT, check=False)
        return ran.returncode == 0

    run.__name__ = title
    return run


def chromium() -> bool:
    """Browser tests skip where no Chromium is installed; in CI that would hide them."""
    print("\n── chromium", flush=True)
    found = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    print(found or "not installed (on Debian: apt install chromium): browser tests are skipped")
    return found is not None or os.environ.get("CI") != "true"


def static_checks() -> list[Callable[[], bool]]:
    tools = VENV / "bin"
    return [
        check("ruff check", tools / "ruff", "check", "."),
        check("ruff format", tools / "ruff", "format", "--check", "."),
        check("mypy", tools / "mypy"),
        check("import contracts", tools / "lint-imports", "--no-cache", "--no-logo"),
    ]


def run_checks(checks: list[Callable[[], bool]]) -> int:
    results: list[tuple[str, bool, float]] = []
    for one in checks:
        start = time.monotonic()
        passed = one()
        results.append((one.__name__, passed, time.monotonic() - start))
    print()
    for title, passed, seconds in results:
        print(f"{'ok    ' if passed else 'FAILED'}  {title:<18} {seconds:7.1f} s")
    return 0 if all(passed for _, passed, _ in results) else 1


# The commands


def command_setup(options: argparse.Namespace, rest: list[str]) -> int:
    set_up(RUNTIME_LOCK if options.runtime else DEV_LOCK)
    compile_rules()
    say("ready: .venv/bin/hexcoach --help")
    return 0


def command_run(options: argparse.Namespace, rest: list[str]) -> int:
    set_up(RUNTIME_LOCK)
    compile_rules()
    load_samples()
    # In the project's folder, where Streamlit finds .streamlit/config.toml.
    return subprocess.run(
        [VENV / "bin" / "hexcoach", "serve", *rest], cwd=ROOT, check=False
    ).returncode


def command_test(options: argparse.Namespace, rest: list[str]) -> int:
    set_up(DEV_LOCK)
    compile_rules()
    pytest = check("pytest", PYTHON, "-m", "pytest", "-n", "auto", "--dist", "worksteal", *rest)
    return run_checks([*static_checks(), chromium, pytest])


def command_lint(options: argparse.Namespace, rest: list[str]) -> int:
    set_up(DEV_LOCK)
    return run_checks(static_checks())


def command_bench(options: argparse.Namespace, rest: list[str]) -> int:
    return measure("tests.benchmarks", rest)


def command_truth(options: argparse.Namespace, rest: list[str]) -> int:
    return measure("tests.truth", rest)


def command_bounds(options: argparse.Namespace, rest: list[str]) -> int:
    set_up(DEV_LOCK)
    # Compiled apart: code that looks at bounds is slow, and must not stay in the usual cache.
    with tempfile.TemporaryDirectory() as folder:
        checked = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": folder}
        tests = rest or ["tests/engine/analysis"]
        pytest = [str(PYTHON), "-m", "pytest", "-n", "auto", "--dist", "worksteal", *tests]
        return subprocess.run(pytest, cwd=ROOT, env=checked, check=False).returncode


def measure(package: str, rest: list[str]) -> int:
    """Run a package that measures, with the rules compiled before its clocks start."""
    set_up(DEV_LOCK)
    compile_rules()
    return subprocess.run([PYTHON, "-m", package, *rest], cwd=ROOT, check=False).returncode


def command_lock(options: argparse.Namespace, rest: list[str]) -> int:
    set_up(DEV_LOCK)
    # A lock names packages, versions and hashes, never a host: any index or mirror will do.
    compile_lock = (VENV / "bin" / "uv", "pip", "compile", "--quiet", "--upgrade", "--universal")
    without_host = ("--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links")
    hashed = ("--generate-hashes", "--python-version", "3.11", "--group", "build")
    failure = "The versions could not be resolved; the message above says why."
    common = (*compile_lock, *without_host, *hashed, PROJECT)
    call(*common, "-o", RUNTIME_LOCK, failure=failure)
    everything = ("--group", "dev", "--extra", "scale")
    call(*common, *everything, "-c", RUNTIME_LOCK, "-o", DEV_LOCK, failure=failure)
    set_up(DEV_LOCK)
    return 0


COMMANDS: dict[str, tuple[Callable[[argparse.Namespace, list[str]], int], str]] = {
    "run": (
        command_run,
        (
            "open the dashboard: set up what it needs, compile the rules, load the sample games,"
            " then `hexcoach serve` with the options given (--port, --headless, ...)"
        ),
    ),
    "test": (
        command_test,
        (
            "run every check: lint, format, types, import contracts, tests (browser tests where"
            " Chromium is installed; in CI, that is with CI=true, it must be); options go to pytest"
        ),
    ),
    "bench": (command_bench, "print the figures; options go to the benchmarks"),
    "truth": (command_truth, "measure how good reviews are; options go to the measurements"),
    "bounds": (
        command_bounds,
        (
            "test the compiled searches of the review with every index checked against its bounds,"
            " which takes minutes; options go to pytest"
        ),
    ),
    "lint": (command_lint, "lint, format, types and import contracts only"),
    "setup": (command_setup, "make .venv with .venv/bin/hexcoach and compile the rules"),
    "lock": (command_lock, "choose new versions of all packages and write both locks"),
}


def main() -> int:
    if sys.version_info < OLDEST_PYTHON:
        raise Failed(
            f"This is Python {sys.version.split()[0]}, and Hexcoach needs 3.11 or newer:"
            " start dev.py with such a python3."
        )
    parser = argparse.ArgumentParser(
        prog="dev.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (_, purpose) in COMMANDS.items():
        added = subparsers.add_parser(name, help=purpose, description=purpose)
        if name == "setup":
            added.add_argument(
                "--runtime", action="store_true", help="leave out what only tests and lint need"
            )
    options, rest = parser.parse_known_args()
    if rest and options.command not in {"run", "test", "bench", "truth", "bounds"}:
        parser.error(f"`{options.command}` takes no {' '.join(rest)}")
    return COMMANDS[options.command][0](options, rest)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as failure:
        sys.exit(f"dev.py: {failure}")
    except KeyboardInterrupt:
        sys.exit(130)
