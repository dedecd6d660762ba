"""What the import contracts cannot say: size, names and habits of the sources themselves."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = ("engine", "data", "dashboard")
LONGEST_MODULE = 600  # lines; beyond that a module holds more than one thing


def sources(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


PRODUCT_SOURCES = sources(*PRODUCT)


def calls(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Name (last part only for attributes, after a dot) and line of each call."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            match node.func:
                case ast.Name(id=name):
                    yield name, node.lineno
                case ast.Attribute(attr=name):
                    yield f".{name}", node.lineno


def imported(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Name and line of each module imported, wherever the import stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module, node.lineno


def forbidden_habits(source: str) -> list[str]:
    """What runs or trusts text that may come from a log: `what (line n)` each."""
    tree = ast.parse(source)
    found = [
        (f"{name}()", line)
        for name, line in calls(tree)
        if name in {"eval", "exec", "compile", "__import__"}
    ]
    found += [
        (module, line)
        for module, line in imported(tree)
        if module.split(".")[0] in {"pickle", "cPickle", "dill", "cloudpickle", "shelve", "marshal"}
    ]
    found += [
        (node.arg, node.value.lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.keyword) and node.arg in {"unsafe_allow_html", "allow_pickle"}
    ]
    return [f"{what} (line {line})" for what, line in found]


@pytest.mark.parametrize("path", [*sources(*PRODUCT, "tests"), ROOT / "dev.py"], ids=named)
def test_a_module_stays_readable_in_one_sitting(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= LONGEST_MODULE


@pytest.mark.parametrize("path", PRODUCT_SOURCES, ids=named)
def test_the_product_neither_runs_nor_trusts_text(path: Path) -> None:
    assert forbidden_habits(path.read_text()) == []


@pytest.mark.parametrize(
    "source",
    [
        "eval(text)",
        "def late():\n    import pickle",
        "from pickle import loads",
        "st.markdown(name, unsafe_allow_html=True)",
        "numpy.load(path, allow_pickle=True)",
    ],
)
def test_each_forbidden_habit_is_seen(source: str) -> None:
    assert len(forbidden_habits(source)) == 1


@pytest.mark.parametrize(
    "path",
    [
        path
        for path in PRODUCT_SOURCES
        if not path.is_relative_to(ROOT / "engine" / "cli")
        and path != ROOT / "engine" / "compile.py"
    ],
    ids=named,
)
def test_only_commands_print(path: Path) -> None:
    assert [line for name, line in calls(ast.parse(path.read_text())) if name == "print"] == []


@pytest.mark.parametrize(
    "path",
    [path for path in sources("dashboard") if path.name != "loaders.py"],
    ids=named,
)
def test_only_the_loaders_cache(path: Path) -> None:
    tree = ast.parse(path.read_text())
    names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert names.isdisjoint({"cache_data", "cache_resource"})


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_names_no_host(lock: str) -> None:
    requirement = r"[a-z0-9._-]+(\[[a-z0-9,._-]+\])?==[^\s;@/]+( ; [^/@\\]+)? \\"
    line_form = re.compile(rf"{requirement}|    --hash=sha256:[0-9a-f]{{64}}( \\)?")
    lines = (ROOT / lock).read_text().splitlines()
    assert [line for line in lines if not line_form.fullmatch(line)] == []


def test_the_development_lock_holds_the_runtime_lock() -> None:
    runtime, development = (
        {line for line in (ROOT / lock).read_text().splitlines() if "==" in line}
        for lock in ("requirements.lock", "requirements-dev.lock")
    )
    assert runtime
    assert runtime <= development


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_the_locks_hold_what_the_project_asks_for() -> None:
    asked = project()
    wanted = asked["project"]["dependencies"] + asked["dependency-groups"]["build"]
    locked = re.findall(r"^([a-z0-9._-]+)==", (ROOT / "requirements.lock").read_text(), re.M)
    assert set(wanted) <= set(locked)
    locked_dev = re.findall(
        r"^([a-z0-9._-]+)==", (ROOT / "requirements-dev.lock").read_text(), re.M
    )
    development = (
        asked["dependency-groups"]["dev"] + asked["project"]["optional-dependencies"]["scale"]
    )
    assert {name.partition("[")[0] for name in development} <= set(locked_dev)


def test_every_part_of_the_engine_has_its_place_in_the_layers() -> None:
    layers = project()["tool"]["importlinter"]["contracts"][0]["layers"]
    placed = set(re.findall(r"engine\.(\w+)", " ".join(layers)))
    parts = {
        path.stem
        for path in (ROOT / "engine").iterdir()
        if (path.suffix == ".py" or (path / "__init__.py").exists()) and path.stem != "__init__"
    }
    assert parts <= placed


def games() -> list[Path]:
    return sorted(path.parent for path in (ROOT / "engine" / "games").glob("*/__init__.py"))


@pytest.mark.parametrize("game", games(), ids=named)
def test_every_game_has_its_rulings(game: Path) -> None:
    """RULES.md names a test for each ruling; a name that no test has proves nothing."""
    rulings = (game / "RULES.md").read_text()
    tests_named = set(re.findall(r"\btest_\w+", rulings))
    defined = {
        name
        for path in sources("tests")
        for name in (path.stem, *re.findall(r"^\s*def (test_\w+)", path.read_text(), re.M))
    }
    assert tests_named
    assert tests_named <= defined
