from .._types.typeof import typeof as typeof

__all__ = ["typeof"]
