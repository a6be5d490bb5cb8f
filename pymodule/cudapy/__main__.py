"""python -m cudapy: what this machine has or lacks, the cache of compiled kernels, what errors mean, the
course, the port of programs for numba.cuda, and the language server for editors."""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

from . import _core
from ._lsp import options as lsp
from ._port import options as port
from ._prebuilt import options as prebuilt


def _size(size: int) -> str:
    if size < 1024:
        return f"{size} bytes"
    units = ["KiB", "MiB", "GiB"]
    scaled = size / 1024
    while scaled >= 1024 and len(units) > 1:
        scaled /= 1024
        del units[0]
    return f"{scaled:.1f} {units[0]}"


def _list_cache() -> None:
    entries = _core.cache_list()
    print(
        f"{_core.cache_folder()}: {len(entries)} {'entry' if len(entries) == 1 else 'entries'}, "
        f"{_size(sum(entry['bytes'] for entry in entries))}"
    )
    for entry in sorted(entries, key=lambda entry: entry["modified"]):
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(entry["modified"]))
        print(
            f"  {when}  {_size(entry['bytes']):>10}  {entry['target']:<4}  {entry['kernel']}  "
            f"{entry['key'][:12]}"
        )


def _clear_cache() -> None:
    removed = _core.cache_clear()
    print(f"{_core.cache_folder()}: removed {removed} {'entry' if removed == 1 else 'entries'}")


def _print_cmake_dir() -> int:
    from pathlib import Path

    folder = Path(__file__).parent / "cpp" / "lib" / "cmake" / "CudaPy"
    if not folder.is_dir():
        print(
            f"python -m cudapy: this CudaPy was built without its CMake package: there is no {folder}",
            file=sys.stderr,
        )
        return 1
    print(folder)
    return 0


def _explain(codes: list[str]) -> int:
    try:
        text = _core.explain_diagnostics(codes)
    except ValueError as error:
        print(f"python -m cudapy: {error}", file=sys.stderr)
        return 2
    sys.stdout.write(text)
    return 0


def _print_info(as_json: bool) -> None:
    from ._tools import info

    if not as_json:
        print(info.text())
        return
    import json

    print(json.dumps(info.collect(), indent=2))


def _parser() -> tuple[argparse.ArgumentParser, Any]:
    """Returns the parser and its commands, to which others are added."""
    parser = argparse.ArgumentParser(prog="python -m cudapy", description="CUDA kernels written in Python.")
    parser.add_argument("--version", action="version", version=f"cudapy {_core.version}")
    parser.add_argument(
        "--cmake-dir", action="store_true", help="print the folder of the CMake package, for -DCudaPy_DIR="
    )
    commands = parser.add_subparsers(dest="command", metavar="command")
    cache = commands.add_parser("cache", help="list or clear the compiled kernels kept on disk")
    cache.add_argument(
        "action",
        nargs="?",
        choices=("list", "clear"),
        default="list",
        help="list the entries (the default), or remove them all",
    )
    info = commands.add_parser("info", help="devices with their limits, compilers, and the cache")
    info.add_argument("--json", action="store_true", help="for programs")
    doctor = commands.add_parser(
        "doctor",
        help="try compilers, GPU and cache, and say what is missing and the command that installs it",
    )
    doctor.add_argument("--json", action="store_true", help="for programs")
    explain = commands.add_parser(
        "explain", help="what the errors and warnings of the translator mean, such as E401"
    )
    explain.add_argument(
        "codes", nargs="*", metavar="code", help="the code after `error`; without any, list all"
    )
    playground = commands.add_parser(
        "playground", help="a page, only on this machine, to write kernels in and see what they do"
    )
    playground.add_argument(
        "--port", type=int, default=0, help="the port of 127.0.0.1; without it any that is free"
    )
    playground.add_argument("--no-browser", action="store_true", help="print the address and open no browser")
    return parser, commands


def _run_command(options: argparse.Namespace) -> int:
    """Runs a command and returns the exit status. Raises Error."""
    if options.command == "playground":
        from ._playground.command import serve

        return serve(options.port, not options.no_browser)
    if options.command == "course":
        from ._course import command

        return command.run(options)
    if options.command == "build":
        return prebuilt.run(options)
    if options.command == "port":
        from ._port.command import run

        return run(options)
    if options.command == "lsp":
        return lsp.run()
    if options.command == "doctor":
        from ._tools.doctor import run as examine

        return examine(options.json)
    if options.command == "explain":
        return _explain(options.codes)
    if options.command == "info":
        _print_info(options.json)
    elif options.action == "clear":
        _clear_cache()
    else:
        _list_cache()
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Runs the command and returns the exit status."""
    parser, commands = _parser()
    port.add_to(commands)
    prebuilt.add_to(commands)
    lsp.add_to(commands)
    arguments = sys.argv[1:] if arguments is None else arguments
    if "course" in arguments:  # NumPy is needed only for it
        from ._course import command

        command.add_to(commands)
    else:
        commands.add_parser(
            "course", help="thirty exercises that teach to write kernels, and what checks them"
        )
    options = parser.parse_args(arguments)
    if options.cmake_dir:
        return _print_cmake_dir()
    if options.command is None:
        parser.print_help()
        return 0
    try:
        return _run_command(options)
    except _core.Error as error:
        print(f"python -m cudapy: {error}", file=sys.stderr)
        return 1


def _run() -> int:
    """main(), whose reader may have gone, as `| head -1` does."""
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:
        import os

        os.dup2(
            os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno()
        )  # Python flushes what is left when it ends
        status = 1
    return status


if __name__ == "__main__":
    sys.exit(_run())
