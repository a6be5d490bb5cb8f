"""What is wrong in a text, as the protocol says it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lsprotocol import types as lsp

from .facts import Facts
from .positions import Lines

_SEVERITIES = {"error": lsp.DiagnosticSeverity.Error, "warning": lsp.DiagnosticSeverity.Warning}
FAILURE = "CudaPy failed while it read this text, which is a mistake of CudaPy. Please report it: "


def diagnostics(facts: Facts, lines: Lines, uri_of: Callable[[str], str]) -> list[lsp.Diagnostic]:
    """Returns what is wrong in a text. `uri_of` gives the URI of a file."""
    if facts.failure:
        severity = lsp.DiagnosticSeverity.Information
        at = lines.range(1, 1, 1, 1)
        return [lsp.Diagnostic(at, FAILURE + facts.failure, severity, source="cudapy")]
    return [_diagnostic(each, facts, lines, uri_of) for each in facts.diagnostics]


def range_of(place: dict[str, Any], lines: Lines) -> lsp.Range:
    """Returns the range of a diagnostic, or of a place that it names."""
    return lines.range(place["line"], place["column"], place["end_line"], place["end_column"])


def _diagnostic(
    found: dict[str, Any], facts: Facts, lines: Lines, uri_of: Callable[[str], str]
) -> lsp.Diagnostic:
    texts = (found["message"], found["label"], found["note"], found["help"] and f"help: {found['help']}")
    related = [
        lsp.DiagnosticRelatedInformation(
            lsp.Location(uri_of(each["file"]), range_of(each, lines)), each["text"]
        )
        for each in found["labels"]
        if each["file"] == facts.path
    ]
    return lsp.Diagnostic(
        range_of(found, lines),
        "\n".join(filter(None, texts)),
        _SEVERITIES[found["severity"]],
        code=found["code"],
        source="cudapy",
        related_information=related or None,
    )
