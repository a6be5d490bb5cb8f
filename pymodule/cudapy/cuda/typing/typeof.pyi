from .._typeof import typeof as typeof

__all__ = ["typeof"]
