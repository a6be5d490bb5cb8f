"""The paths of sources as messages show them, and back."""

from __future__ import annotations

import sys

_paths_of_cells: dict[str, str] = {}


def shown_path(path: str) -> str:
    """Returns a path for messages, in which a byte that is not UTF-8 is escaped. For a notebook's cell it is
    `cell [3]`."""
    if cell := _cell(path):
        _paths_of_cells[cell] = path
        return cell
    return path.encode("utf-8", "backslashreplace").decode()


def path_of_shown(shown: str) -> str:
    """Returns the path for which shown_path gave this name, by which Python knows the text."""
    return _paths_of_cells.get(shown, shown)


def _cell(path: str) -> str | None:
    """Returns a name for IPython's cell by the number that it shows, if the path is of a cell. IPython makes
    up names for the paths of cells."""
    if not path.startswith("<ipython-input-") and "ipykernel_" not in path:
        return None
    ipython = sys.modules.get("IPython")
    shell = ipython and ipython.get_ipython()
    name_of = getattr(getattr(shell, "compile", None), "format_code_name", None)
    _label, _, number = (name_of(path) or ("", ""))[1].partition("[") if name_of else ("", "", "")
    if not number and path.startswith("<ipython-input-"):  # as older ones call it: <ipython-input-3-5f2a>
        number = path.split("-")[2]
    return f"cell [{number.rstrip(']')}]" if number else None
