"""The files of the page: these and no others, so that no path leads out of the folder."""

from __future__ import annotations

from pathlib import Path

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_FOLDER = Path(__file__).with_name("page")

FILES: dict[str, Path] = {path.name: path for path in sorted(_FOLDER.iterdir()) if path.suffix in _TYPES}
"""The page's files by name."""


def file_of(name: str) -> tuple[str, bytes] | None:
    """The type and the contents of a file of the page; "" is the page itself. None for what is no such file."""
    path = FILES.get(name or "index.html")
    return None if path is None else (_TYPES[path.suffix], path.read_bytes())
