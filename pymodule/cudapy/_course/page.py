"""Reports as HTML, for notebooks and for the table of a class."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .report import Report

_LEFT = " style='text-align:left'"


def html_of(report: Report) -> str:
    """A report as a table; what a student wrote is escaped."""
    e = html.escape
    rows = []
    first = True
    for row in report.rows:
        about = e(row.text)
        if row.source.strip():
            about += f"<br><code>{row.line} | {e(row.source.strip())}</code>"
        if row.sentence:
            about += f"<br>{e(row.sentence)}"
        if row.state == "wrong" and first and report.mistake:
            first = False
            about += f"<br><strong>{e(report.mistake)}</strong>: {e(report.explanation)}"
        state = "not looked at" if row.state == "open" else row.state
        rows.append(
            f"<tr><th scope='row'{_LEFT}>{e(row.check)}</th><td>{state}</td><td{_LEFT}>{about}</td></tr>"
        )
    if report.time:
        rows.append(
            f"<tr><th scope='row'{_LEFT}>time</th><td></td><td{_LEFT}>{e(report.time.text)}</td></tr>"
        )
    verdict = "right" if report.is_right else "not right yet"
    caption = f"{report.number} {e(report.title)} ({e(report.unit)}): {verdict}"
    titles = ("check", "state", "what was found")
    head = "<thead><tr>" + "".join(f"<th scope='col'>{title}</th>" for title in titles) + "</tr></thead>"
    return f"<table><caption>{caption}</caption>{head}<tbody>{''.join(rows)}</tbody></table>"
