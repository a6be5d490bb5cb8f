"""The names that pickles of CudaPy 0.2.0 have for structs."""

from ._types.structs import _class_again, _Layout

__all__ = ["_Layout", "_class_again"]
