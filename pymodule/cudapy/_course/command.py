"""`python -m cudapy course …`."""

from __future__ import annotations

import argparse
import contextlib
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from .._core import Error
from . import terminal
from .apart import Limits
from .catalogue import COUNT, exercises, find
from .exercise import UNITS, Exercise
from .looking import looked_at, picture_of
from .report import Report
from .student import Folder, Misuse, exercise_called

RIGHT, NOT_RIGHT, MISUSE = 0, 1, 2


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command and what it takes."""
    course = commands.add_parser(
        "course", help="thirty-two exercises that teach to write kernels, and what checks them"
    )
    _add_arguments(course)


def main(arguments: Sequence[str]) -> int:
    """Does the work of `python -m cudapy course ARGUMENTS`, and returns the exit status."""
    course = argparse.ArgumentParser(prog="python -m cudapy course")
    _add_arguments(course)
    return run(course.parse_args(arguments))


def _add_arguments(course: argparse.ArgumentParser) -> None:
    course.add_argument("--dir", type=Path, default=Path(), help="the folder with your exercises (this one)")
    actions = course.add_subparsers(dest="action", metavar="action")

    start = actions.add_parser("start", help="put all exercises into a folder, or one into this one")
    start.add_argument(
        "what", metavar="DIR|EXERCISE", help='a folder, such as "kernels", or an exercise, such as 12'
    )
    page = actions.add_parser("open", help="the exercises as a page in the browser, only on this machine")
    page.add_argument(
        "folder", metavar="DIR", type=Path, nargs="?", default=Path(), help="the folder with them (this one)"
    )
    page.add_argument(
        "--port", type=int, default=0, help="the port of 127.0.0.1; without it any that is free"
    )
    page.add_argument("--no-browser", action="store_true", help="print the address and open no browser")
    actions.add_parser("list", help="the exercises, and which of yours are right")
    show = actions.add_parser("show", help="what an exercise is about")
    show.add_argument("exercise", help='such as 18, "transpose", or its file')
    check = actions.add_parser("check", help="look at an answer: what is wrong first")
    check.add_argument(
        "exercise", nargs="?", help="the first one that is not right yet, where it is left out"
    )
    check.add_argument(
        "--watch", action="store_true", help="look again whenever the file changes, until it is right"
    )
    check.add_argument("--seed", type=int, default=1, help="of the random data")
    check.add_argument(
        "--time", type=float, default=60, metavar="SECONDS", help="of computing, the most that it may take"
    )
    check.add_argument("--json", action="store_true", help="for programs")
    hint = actions.add_parser("hint", help="a hint; each time one more, three in all")
    hint.add_argument("exercise")
    picture = actions.add_parser(
        "picture", help="a page with the pictures of what your answer does with memory"
    )
    picture.add_argument("exercise")
    actions.add_parser("progress", help="how far you are")
    notebook = actions.add_parser("notebook", help="the exercises as notebooks, one for each unit")
    notebook.add_argument("folder", type=Path)

    from .grade import add_arguments

    add_arguments(actions.add_parser("grade", help="for instructors: check what a class handed in"))


def run(options: argparse.Namespace) -> int:
    """Runs the command, and returns the exit status: 0 for a right answer, 1 for a wrong one, 2 for
    misuse."""
    try:
        with _ended_when_told():
            action: int = globals()[f"_{options.action or 'overview'}"](options)
        return action
    except Misuse as error:
        print(f"python -m cudapy course: {error}", file=sys.stderr)
        return MISUSE
    except OSError as error:
        print(f"python -m cudapy course: {error}", file=sys.stderr)
        return MISUSE
    except Error as error:
        print(f"python -m cudapy: {error}", file=sys.stderr)
        return NOT_RIGHT
    except KeyboardInterrupt:
        return NOT_RIGHT


@contextlib.contextmanager
def _ended_when_told() -> Iterator[None]:
    """Makes SIGTERM end the processes of checks, too, as Ctrl-C does."""
    if threading.current_thread() is not threading.main_thread():
        yield  # a thread cannot say what a signal does
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _overview(options: argparse.Namespace) -> int:
    """Says, where no action is given, how far the exercises in the folder are, and what comes next."""
    folder = Folder(options.dir)
    if folder.present():
        return _progress(options)
    terminal.say(
        f"{COUNT} exercises teach to write kernels.\n"
        "  python -m cudapy course open kernels    as a page in the browser\n"
        "  python -m cudapy course start kernels   as files in a folder, for your editor\n"
        "  python -m cudapy course --help          what else there is"
    )
    return RIGHT


def _start(options: argparse.Namespace) -> int:
    if options.what.isdecimal() or (find(options.what) and not (options.dir / options.what).is_dir()):
        exercise = exercise_called(options.what)
        folder = Folder(options.dir)
        if not folder.start(exercise):
            raise Misuse(
                f"{folder.file(exercise)} is there already: remove it, or give it another name, to begin anew"
            )
        terminal.say(f"{folder.file(exercise)}\n\n{terminal.story_of(exercise)}")
        return RIGHT
    folder = Folder(options.dir / options.what)
    made = _put_all(folder)
    kept = COUNT - len(made)
    terminal.say(
        f"{folder.path}: {len(made)} exercise{'' if len(made) == 1 else 's'}"
        + (f"; {kept} were there already" if kept else "")
    )
    first = folder.next()
    if first:
        terminal.say(
            f"Begin with {folder.file(first)}: read it, write the kernel, and then\n"
            f"  cd {folder.path}\n  python -m cudapy course check {first.number}"
        )
    return RIGHT


def _put_all(folder: Folder) -> list[Exercise]:
    """Puts all exercises into a folder, and returns those that were not there."""
    made = [exercise for exercise in exercises() if folder.start(exercise)]
    with folder.locked():
        Folder(folder.path).save()
    return made


def _open(options: argparse.Namespace) -> int:
    from .._pages.serving import serve
    from .browser.server import CoursePage

    folder = Folder(options.dir / options.folder)
    if options.folder != Path() or not folder.present():
        _put_all(folder)
    try:
        server = CoursePage(folder.path, options.port)
    except (OSError, OverflowError) as error:
        raise Misuse(f"the page cannot be served at port {options.port}: {error}") from None
    return serve(server, "course", not options.no_browser)


def _list(options: argparse.Namespace) -> int:
    folder = Folder(options.dir)
    unit = 0
    for exercise in exercises():
        if exercise.unit != unit:
            unit = exercise.unit
            terminal.say(f"unit {unit}, {UNITS[unit]}")
        state = "right" if folder.of(exercise).is_right else "begun" if folder.of(exercise).checks else ""
        terminal.say(f"  {exercise.number:2} {exercise.title:15} {state:6}".rstrip())
    return RIGHT


def _show(options: argparse.Namespace) -> int:
    terminal.say(terminal.story_of(exercise_called(options.exercise)))
    return RIGHT


def _check(options: argparse.Namespace) -> int:
    path, exercise = _answer(options)
    while True:
        report = _checked(exercise, path, options)
        if report.is_right or not options.watch:
            return RIGHT if report.is_right else NOT_RIGHT
        terminal.say(f"\nlooking at {path} again when it changes; Ctrl-C ends it\n")
        _wait_for_change(path)


def _answer(options: argparse.Namespace) -> tuple[Path, Exercise]:
    """The file that is meant, and its exercise."""
    folder = Folder(options.dir)
    if options.exercise is None:
        found = folder.next()
        if found is None:
            present = folder.present()
            raise Misuse(
                "all exercises of this folder are right: say which one to look at"
                if present
                else "there is no exercise in this folder: `course start DIR` makes one with all of them"
            )
        return folder.file(found), found
    given = Path(options.exercise)
    exercise = exercise_called(options.exercise)
    path = given if given.suffix == ".py" else folder.file(exercise)
    if not path.is_file():
        raise Misuse(f"there is no {path}: `course start {exercise.number}` puts it there")
    return path, exercise


def _checked(exercise: Exercise, path: Path, options: argparse.Namespace) -> Report:
    report = looked_at(exercise, path, options.seed, Limits(options.time))
    folder = Folder(path.parent)
    with folder.changing(exercise) as progress:
        if not progress.is_right:
            progress.checks += 1
            progress.is_right = report.is_right
    if options.json:
        import json

        terminal.say(json.dumps(report.to_dict(), indent=1))
        return report
    terminal.say(terminal.text_of(report, terminal.is_colored(sys.stdout)))
    terminal.say("\n" + _what_next(folder, exercise, report))
    return report


def _what_next(folder: Folder, exercise: Exercise, report: Report) -> str:
    if not report.is_right:
        left = len(exercise.hints) - folder.of(exercise).hints
        hints = f"`hint {exercise.number}` ({left} left)" if left > 0 else f"`hint {exercise.number}`"
        return f"next: {hints}" + ("" if exercise.questions else f", `picture {exercise.number}`")
    done = sum(each.is_right for each in folder.progress.values())
    text = f"{exercise.number} {exercise.title} is right. {done} of {COUNT} are."
    following = folder.next()
    return text + (f" next: `check {following.number}`, {following.title}" if following else "")


def _wait_for_change(path: Path) -> None:
    def state() -> tuple[int, int]:
        try:
            found = path.stat()
        except OSError:
            return 0, 0
        return found.st_mtime_ns, found.st_size

    before = state()
    while state() == before or not path.is_file():
        time.sleep(0.2)
    time.sleep(0.1)  # an editor may not have written all of it


def _hint(options: argparse.Namespace) -> int:
    exercise = exercise_called(options.exercise)
    folder = Folder(options.dir)
    shown = min(folder.of(exercise).hints + 1, len(exercise.hints))
    for number, text in enumerate(exercise.hints[:shown], 1):
        terminal.say("\n".join(terminal.hint_lines(number, text)))
    if options.dir.is_dir():
        with folder.changing(exercise) as progress:
            progress.hints = max(progress.hints, shown)
    return RIGHT


def _picture(options: argparse.Namespace) -> int:
    path, exercise = _answer(options)
    if exercise.questions:
        raise Misuse(f"{exercise.number} {exercise.title} has no kernel to draw")
    made = path.with_suffix(".html")
    reason = picture_of(exercise, path, made)
    if reason:
        print(f"python -m cudapy course: {reason}", file=sys.stderr)
        return NOT_RIGHT
    terminal.say(f"{made}: open it in a browser")
    return RIGHT


def _progress(options: argparse.Namespace) -> int:
    folder = Folder(options.dir)
    for unit, name in UNITS.items():
        those = [each for each in exercises() if each.unit == unit]
        marks = "".join("#" if folder.of(each).is_right else "." for each in those)
        terminal.say(f"unit {unit}  {marks:5} {name}")
    done = sum(folder.of(each).is_right for each in exercises())
    following = folder.next()
    terminal.say(
        f"{done} of {COUNT} are right"
        + (f"; next: {following.number} {following.title}" if following else "")
    )
    return RIGHT


def _notebook(options: argparse.Namespace) -> int:
    from .notebook import write_notebooks

    made = write_notebooks(options.folder)
    for path in made:
        terminal.say(str(path))
    if not made:
        terminal.say(f"{options.folder}: all notebooks were there already")
    return RIGHT


def _grade(options: argparse.Namespace) -> int:
    from .grade import grade

    return grade(options)
