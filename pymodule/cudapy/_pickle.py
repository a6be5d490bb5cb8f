"""The names that pickles of CudaPy 0.2.0 have for arrays and types."""

from ._compile.pickle import _array, _type_named

__all__ = ["_array", "_type_named"]
