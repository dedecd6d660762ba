"""Compilation of rules by Numba, and where compiled code is kept.

Numba notices that a function's own file changed, not that a function it calls changed in another
file; so there is a cache folder for each game, named by a hash of all sources that its compiled
code can come from, and one for what all games share.
"""

import hashlib
import os
import sys
import types
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core.dispatcher import Dispatcher
from numba.core.types import unliteral

Function = TypeVar("Function", bound=Callable[..., Any])

_ENGINE = Path(__file__).resolve().parent.parent


def cache_root() -> Path:
    """The folder that holds all caches."""
    beside_python = Path(sys.prefix)
    if sys.prefix != sys.base_prefix and os.access(beside_python, os.W_OK):
        return beside_python / "hexcoach-rules"
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "hexcoach-rules"


@cache
def cache_folder(game: str | None) -> Path:
    """Where the compiled code of one game is kept, or (None) what all games share."""
    folders = [_ENGINE / "core", _ENGINE / "hex"]
    if game is not None:
        folders.append(_ENGINE / "games" / game)
    digest = hashlib.sha256()
    for path in sorted(path for folder in folders for path in folder.rglob("*.py")):
        digest.update(str(path.relative_to(_ENGINE)).encode())
        digest.update(path.read_bytes())
    return cache_root() / f"{game or 'shared'}-{digest.hexdigest()[:16]}"


def rule(function: Function) -> Function:
    """Compile a function of the rules; it works on `np.record` states uncompiled as well."""
    package = function.__module__.split(".")
    return _compile(function, package[2] if package[:2] == ["engine", "games"] else None)


def _compile(function: Function, game: str | None) -> Function:
    if "NUMBA_CACHE_DIR" not in os.environ:
        # Read by Numba when it decorates; the stubs do not know it.
        setattr(numba.config, "CACHE_DIR", str(cache_folder(game)))  # noqa: B010
    compiled = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    if isinstance(compiled, Dispatcher):
        _widen_literals(compiled)
    return cast(Function, compiled)


def _widen_literals(compiled: Any) -> None:
    """Let calls with constants share one specialisation, else each constant compiles its own."""
    resolve = compiled.get_call_template
    widen: Callable[[Any], Any] = unliteral

    def resolve_widened(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        widened = {name: widen(kind) for name, kind in kws.items()}
        return resolve(tuple(widen(kind) for kind in args), widened)

    compiled.get_call_template = resolve_widened


def specialise(template: Function, game: str, **functions: Callable[..., Any]) -> Function:
    """Compile `template` with the named globals replaced by one game's compiled functions.

    A template is plain code over the `Rules` of any game. Numba can cache a function that refers
    to other compiled functions as globals, not one that holds them in a closure or takes them as
    arguments, hence the copy with its own globals; the name carries the game, as the cache's file
    names are made of it.
    """
    plain = cast(types.FunctionType, template)
    copy = types.FunctionType(
        plain.__code__,
        {**plain.__globals__, **functions},
        f"{plain.__name__}_{game}",
        plain.__defaults__,
    )
    copy.__qualname__ = f"{plain.__qualname__}_{game}"
    copy.__module__ = plain.__module__
    copy.__doc__ = plain.__doc__
    return cast(Function, _compile(copy, game))
