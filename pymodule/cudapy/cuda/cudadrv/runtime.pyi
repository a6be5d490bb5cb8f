__all__ = ["Runtime", "runtime"]

class Runtime:
    def get_version(self) -> tuple[int, int]: ...
    def is_supported_version(self) -> bool: ...

runtime: Runtime
