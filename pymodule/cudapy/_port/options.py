"""The options of `python -m cudapy port`."""

from __future__ import annotations

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    import argparse


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command to those of `python -m cudapy`."""
    parser = commands.add_parser(
        "port", help="change the imports of programs for numba.cuda, and say what is left in them"
    )
    parser.add_argument("files", nargs="+", metavar="file", help="a program, a notebook, or a folder of them")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; the status is 1 if a file would change"
    )
    parser.add_argument("--diff", action="store_true", help="write nothing, and print what would change")
    parser.add_argument(
        "-o",
        "--output",
        metavar="file",
        help="write the changed program there, and leave the file; - is the standard output",
    )
    parser.add_argument(
        "--keep-numba",
        action="store_true",
        help="leave functions that numba compiles for the CPU as they are",
    )
    parser.add_argument(
        "--no-backup", action="store_true", help="keep no copy of a changed file, as FILE.orig"
    )
