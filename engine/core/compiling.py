"""Compilation of rules by Numba, and where compiled code is kept.

Numba notices that a function's own file changed, not that a function it calls changed in another
file; so the cache folder is named by a hash of all sources that can hold compiled code.
"""

import hashlib
import os
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core.dispatcher import Dispatcher
from numba.core.types import unliteral

Function = TypeVar("Function", bound=Callable[..., Any])

_ENGINE = Path(__file__).resolve().parent.parent


def source_hash() -> str:
    """Hash of every Python source of the engine: 16 hex digits."""
    digest = hashlib.sha256()
    for path in sorted(_ENGINE.rglob("*.py")):
        digest.update(str(path.relative_to(_ENGINE)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """The folder that holds one cache per state of the sources."""
    beside_python = Path(sys.prefix)
    if sys.prefix != sys.base_prefix and os.access(beside_python, os.W_OK):
        return beside_python / "hexcoach-rules"
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "hexcoach-rules"


CACHE = cache_root() / source_hash()
if "NUMBA_CACHE_DIR" not in os.environ:
    setattr(numba.config, "CACHE_DIR", str(CACHE))  # noqa: B010  (absent from the type stubs)


def rule(function: Function) -> Function:
    """Compile a function of the rules; it works on `np.record` states uncompiled as well."""
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
    return cast(Function, rule(copy))
