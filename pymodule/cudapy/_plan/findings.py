"""Statements about an access or a decision that costs more than it has to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """The reason why something costs more than it has to. It holds for each request that was traced."""

    kind: str
    """A name for programs, such as "stride"; docs/tracing.md lists them."""
    excess: int
    """The sectors, wavefronts or divided warps that this takes more than needed."""
    note: str
    """The finding in a few words."""
    reason: str
    """The reason, in a sentence."""
    remedy: str
    """A sentence that says what to do about it."""
