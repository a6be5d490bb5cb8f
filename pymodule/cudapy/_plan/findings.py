"""What is said about an access or a decision that costs more than it has to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """Why something costs more than it has to. All of it holds for each request that was traced."""

    kind: str
    """A name for programs, such as "stride"; docs/tracing.md lists them."""
    excess: int
    """The sectors, wavefronts or divided warps that this takes more than needed."""
    note: str
    """In a few words."""
    reason: str
    """In a sentence."""
    remedy: str
    """What to do about it, in a sentence."""
