"""The grades of a class, as text, CSV, HTML, JUnit's XML, and Gradescope's results.json."""

from __future__ import annotations

import csv as csv_module
import html as html_module
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .exercise import Exercise
from .limits import number
from .page import html_of
from .terminal import text_of

if TYPE_CHECKING:
    from .grade import Student


def _cell(student: Student, exercise: Exercise) -> str:
    report = student.reports.get(exercise.number)
    return "missing" if report is None else "right" if report.is_right else report.mistake


def text(students: Sequence[Student], counted: Sequence[Exercise]) -> str:
    """A line for each student, and under it what is not right."""
    width = max(len(each.name) for each in students)
    lines = []
    for student in students:
        lines.append(
            f"{_plain(student.name):{width}}  {number(student.points):>6} points  "
            f"{student.right} of {len(counted)} right"
        )
        for report in student.reports.values():
            if not report.is_right:
                lines.append(f"{'':{width}}    {report.number:2} {report.title:15} {report.mistake}")
    return "\n".join(lines) + "\n"


def _plain(name: str) -> str:
    """A name without what would move a terminal's cursor."""
    return "".join(each if each.isprintable() else "?" for each in name)


def csv(students: Sequence[Student], counted: Sequence[Exercise]) -> str:
    """A row for each student: points, and for each exercise its points and the mistake's name."""
    file = io.StringIO()
    writer = csv_module.writer(file, lineterminator="\r\n")
    writer.writerow(["student", "points", "right", *(f"{each.number} {each.title}" for each in counted)])
    for student in students:
        cells = [_cell(student, each) for each in counted]
        writer.writerow([_harmless(student.name), number(student.points), student.right, *cells])
    return file.getvalue()


def _harmless(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(("=", "+", "-", "@", "\t", "\r")) else name


def html(students: Sequence[Student], counted: Sequence[Exercise]) -> str:
    """A page without anything from elsewhere: the class as a table, and each report below it."""
    e = html_module.escape
    head = "".join(f"<th scope='col'>{each.number} {e(each.title)}</th>" for each in counted)
    rows, details = [], []
    for at, student in enumerate(students):
        cells = []
        for exercise in counted:
            report, text = student.reports.get(exercise.number), _cell(student, exercise)
            if report is None:
                cells.append("<td class='missing'>missing</td>")
                continue
            kind = "right" if report.is_right else "wrong"
            place = f"s{at}e{exercise.number}"
            cells.append(f"<td class='{kind}'><a href='#{place}'>{e(text)}</a></td>")
            details.append(f"<section id='{place}'><h2>{e(student.name)}</h2>{html_of(report)}</section>")
        rows.append(
            f"<tr><th scope='row'>{e(student.name)}</th><td>{number(student.points)}</td>"
            f"<td>{student.right}</td>{''.join(cells)}</tr>"
        )
    style = (
        "body{font-family:sans-serif}table{border-collapse:collapse;margin:1em 0}"
        "td,th{border:1px solid #767676;padding:.3em .6em}"
        ".right{background:#d8f0d8}.wrong{background:#f8dcdc}"
        ".missing{font-style:italic}a{color:#003a8c}"
    )
    return (
        "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'><title>The class</title>"
        f"<style>{style}</style></head><body><h1>The class</h1>\n"
        "<table><caption>Points, and the mistake of each answer that is not right</caption>"
        "<thead><tr><th scope='col'>student</th>"
        f"<th scope='col'>points</th><th scope='col'>right</th>{head}</tr></thead>\n<tbody>"
        + "\n".join(rows)
        + "</tbody></table>\n"
        + "\n".join(details)
        + "</body></html>\n"
    )


def junit(students: Sequence[Student]) -> str:
    """A suite for each student, and a case for each check that was made."""
    lines = ["<?xml version='1.0' encoding='utf-8'?>", "<testsuites>"]
    for student in students:
        cases = []
        failures = skipped = 0
        for report in student.reports.values():
            for row in report.rows:
                exercise = _attribute(f"{report.number:02}_{report.title}")
                about = f"    <testcase classname={exercise} name={_attribute(row.check)}"
                if row.state == "ok":
                    cases.append(about + "/>")
                elif row.state == "open":
                    skipped += 1
                    cases.append(about + f"><skipped message={_attribute(row.text)}/></testcase>")
                else:
                    failures += 1
                    message = f"{report.mistake}: {row.text}"
                    cases.append(
                        about
                        + f"><failure message={_attribute(message)}>{_xml(row.sentence)}</failure></testcase>"
                    )
        lines.append(
            f'  <testsuite name={_attribute(student.name)} tests="{len(cases)}" failures="{failures}" '
            f'skipped="{skipped}">'
        )
        lines += [*cases, "  </testsuite>"]
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _allowed(text: str) -> str:
    """XML has no place for most control characters."""
    return "".join(
        each
        if each in "\t\n" or (each >= " " and not "\ud800" <= each <= "\udfff" and each not in "\ufffe\uffff")
        else "?"
        for each in text
    )


def _attribute(text: str) -> str:
    escaped = html_module.escape(_allowed(text)).replace("\n", "&#10;").replace("\t", "&#9;")
    return f'"{escaped}"'


def _xml(text: str) -> str:
    return html_module.escape(_allowed(text), quote=False)


def gradescope(student: Student, counted: Sequence[Exercise]) -> dict[str, Any]:
    """Returns the results as Gradescope's autograders write them."""
    tests = []
    for exercise in counted:
        report = student.reports.get(exercise.number)
        tests.append(
            {
                "name": f"{exercise.number} {exercise.title}",
                "score": 0.0 if report is None else round(report.points, 6),
                "max_score": 10.0,
                "status": "passed" if report is not None and report.is_right else "failed",
                "output_format": "text",
                "output": "nothing was handed in" if report is None else text_of(report),
            }
        )
    return {
        "score": round(student.points, 6),
        "output": f"{student.right} of {len(counted)} right",
        "tests": tests,
    }
