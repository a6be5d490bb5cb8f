"""The text of a kernel's source, by the lines and columns that a trace names."""

from __future__ import annotations

import linecache

from .._compile.shown_paths import path_of_shown
from .._memory_model.events import Site


def line_of(file: str, number: int) -> str:
    """Returns a line without its end and the blanks around it; "" if the file cannot be read."""
    return linecache.getline(path_of_shown(file), number).strip()


def text_of(site: Site) -> str:
    """Returns the text at a site, in one line; "" if the file cannot be read."""
    file = path_of_shown(site.file)
    lines = [linecache.getline(file, number) for number in range(site.line, site.end_line + 1)]
    if not all(lines):
        return ""
    # Columns count the bytes of UTF-8.
    encoded = [line.rstrip("\r\n").encode() for line in lines]
    encoded[-1] = encoded[-1][: site.end_column]
    encoded[0] = encoded[0][site.column :]
    return " ".join(part.decode(errors="replace").strip() for part in encoded)
