from .._names import literal_unroll

__all__ = ["literal_unroll"]
