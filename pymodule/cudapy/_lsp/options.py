"""The command line of `python -m cudapy lsp`, and what it says where pygls is missing."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys

MISSING = """\
python -m cudapy lsp: the language server needs pygls. Install it next to CudaPy:
    {python} -m pip install 'pygls>=2.1,<3'
or install CudaPy with its extra: cudapy[lsp]
"""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command to those of `python -m cudapy`."""
    commands.add_parser("lsp", help="a language server for editors, on standard input and output")


def run() -> int:
    """Serves one editor until it says that it is done, and returns the exit status."""
    if importlib.util.find_spec("pygls") is None:
        sys.stderr.write(MISSING.format(python=sys.executable))
        return 1
    from .server import Server

    with os.fdopen(os.dup(0), "rb") as told, os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)  # so that what anybody prints is no part of an answer
        Server().start(told, answers)
    return 0
