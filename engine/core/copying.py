"""Copies of the part of a record that changes."""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


def _copy_head_to(context: Any, target: Any, source: Any, size: Any) -> Any:
    def copy(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        octet = ir.IntType(8)
        to, origin = (builder.bitcast(each, octet.as_pointer()) for each in arguments[:2])
        cgutils.raw_memcpy(builder, to, origin, arguments[2], 1)  # type: ignore[no-untyped-call]
        return context.get_dummy_value()

    return types.void(target, source, types.int64), copy


copy_head: Any = intrinsic(_copy_head_to)
"""copy_head(target, source, size): copy the first `size` bytes of a record to another; compiled
code only. Quicker than an assignment where the rest of both is the same anyway."""
