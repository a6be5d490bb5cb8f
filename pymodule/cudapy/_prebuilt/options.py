"""The options of `python -m cudapy build`."""

from __future__ import annotations

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    import argparse


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command to those of `python -m cudapy`."""
    parser = commands.add_parser(
        "build", help="compile the kernels of a file for other machines, which then need no compiler"
    )
    parser.add_argument("file", help="a file with kernels")
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="folder",
        help="the folder to write, which is a package as well",
    )
    parser.add_argument(
        "--target",
        action="append",
        metavar="target",
        help="cpu:x86-64-v3 or cuda:sm_80,sm_90,compute_90; may be given several times. Without it: usual "
        "CPUs, and usual GPUs if nvcc is there",
    )


def run(options: argparse.Namespace) -> int:
    """Builds the kernels, and returns the exit status."""
    import sys

    from .. import _core
    from .build import build_all

    try:
        folder, manifest, left_out = build_all(options.file, options.output, options.target)
    except (_core.Error, OSError, TypeError, ValueError) as error:
        print(f"python -m cudapy: {error}", file=sys.stderr)
        return 1
    for name, files in manifest.files.items():
        print(f"{manifest.signatures[name]}: {len(files)} files")
    for name, left in left_out.items():
        print(f"{name} is left out: {left.reason}")
    print(f"{folder}: for {manifest.targets}")
    return 0
