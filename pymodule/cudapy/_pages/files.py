"""The files of a page: those of its folders and no others, so that no path leads out of them."""

from __future__ import annotations

from pathlib import Path

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
SHARED = Path(__file__).with_name("page")
"""The parts that several pages share: the editor, its colours, the tabs, and the requests to a server."""


class Files:
    """The files of a page, by name: its own, and what pages share."""

    def __init__(self, own: Path) -> None:
        found = (path for folder in (SHARED, own) for path in sorted(folder.iterdir()))
        self.paths = {path.name: path for path in found if path.suffix in _TYPES}

    def find(self, name: str) -> tuple[str, bytes] | None:
        """The type and the contents of a file; "" is the page itself. None for what is no such file."""
        path = self.paths.get(name or "index.html")
        return None if path is None else (_TYPES[path.suffix], path.read_bytes())
