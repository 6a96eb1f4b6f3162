# SPDX-License-Identifier: Apache-2.0
"""The library for Python: any iterable of floats in, a float out."""

import ctypes
from pathlib import Path

_DOUBLES = ctypes.POINTER(ctypes.c_double)
_library = ctypes.CDLL(str(Path(__file__).resolve().parents[1] / "build" / "libaccurate.so"))
_library.accurate_sum.argtypes = [_DOUBLES, ctypes.c_size_t]
_library.accurate_sum.restype = ctypes.c_double
_library.accurate_norm.argtypes = [_DOUBLES, ctypes.c_size_t]
_library.accurate_norm.restype = ctypes.c_double


def _vector(values):
    values = list(values)
    return (ctypes.c_double * len(values))(*values), len(values)


def sum(values):  # pylint: disable=redefined-builtin
    """The sum of the values."""
    return _library.accurate_sum(*_vector(values))


def norm(values):
    """The Euclidean norm of the values."""
    return _library.accurate_norm(*_vector(values))
