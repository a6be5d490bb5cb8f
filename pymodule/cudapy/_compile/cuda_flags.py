"""Flags as nvcc takes them, in the one form that NVRTC and the host's compilers take, too."""

from __future__ import annotations

import re

# The forms of nvcc's flags, each with one value or several: `-I=dir`, `-Idir1,dir2`, `--define-macro=A,B`.
_FOLDERS = re.compile("(?:-I|--include-path=|-isystem|--system-include=)=?(.+)", re.DOTALL)
_DEFINED = re.compile("(?:-D|--define-macro=)=?(.+)", re.DOTALL)
_UNDEFINED = re.compile("(?:-U|--undefine-macro=)=?(.+)", re.DOTALL)


def folders_and_flags(flags: list[str]) -> tuple[list[str], list[str]]:
    """The folders of headers that the flags name, and the flags without those, with each macro by itself:
    `-DN=4`, `-UWIDE`."""
    folders: list[str] = []
    others: list[str] = []
    for flag in flags:
        if found := _FOLDERS.fullmatch(flag):
            folders += _values(found[1])
        elif found := _DEFINED.fullmatch(flag):
            others += [f"-D{value}" for value in _values(found[1])]
        elif found := _UNDEFINED.fullmatch(flag):
            others += [f"-U{value}" for value in _values(found[1])]
        else:
            others.append(flag)
    return folders, others


def _values(text: str) -> list[str]:
    """Returns the values that commas separate. A comma after a backslash is a part of a value."""
    return [value.replace("\\,", ",") for value in re.split(r"(?<!\\),", text)]
