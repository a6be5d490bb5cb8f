"""SVG as text: elements with escaped attributes and texts, and a drawing that says in words what it shows."""

from __future__ import annotations

from collections.abc import Iterable

INK = "#1a1a1a"  # 17:1 on white
FAINT = "#595959"  # 7:1
USED = "#0b4f9e"  # 8:1
FETCHED = "#f7d9a8"
STRIPES = "#8a5200"  # on FETCHED and on white
CONFLICT = "#a30014"  # 8:1
PAPER = "#ffffff"
SANS = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"
MONO = "ui-monospace, 'DejaVu Sans Mono', Consolas, monospace"

Value = str | int | float


def escaped(text: str) -> str:
    """A text that may be between tags, and in an attribute between double quotes. What XML cannot hold at
    all becomes the sign for what cannot be shown."""
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        text = text.replace(character, entity)
    return "".join(each if _is_allowed(each) else "\ufffd" for each in text)


def _is_allowed(character: str) -> bool:
    number = ord(character)
    return (
        number in (9, 10, 13) or 0x20 <= number < 0xD800 or (number >= 0xE000 and number & 0xFFFE != 0xFFFE)
    )


def element(tag: str, content: Iterable[str] | None = None, /, **attributes: Value) -> str:
    """An element. An attribute's name is written with `_` for `-`, and one that is a word of Python with `_`
    after it; `content` are elements or escaped texts."""
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_as_text(value)}"' for name, value in attributes.items()
    )
    if content is None:
        return f"<{tag}{written}/>"
    return f"<{tag}{written}>{''.join(content)}</{tag}>"


def _as_text(value: Value) -> str:
    return escaped(value) if isinstance(value, str) else number(value)


def number(value: int | float) -> str:
    """Coordinates with at most two digits."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def text(x: float, y: float, content: str, **attributes: Value) -> str:
    return element("text", [escaped(content)], x=x, y=y, **attributes)


def drawing(
    prefix: str, width: float, height: float, title: str, description: str, content: Iterable[str]
) -> str:
    """A whole picture. `prefix` makes its names its own among the pictures of a page."""
    return element(
        "svg",
        [
            element("title", [escaped(title)], id=f"{prefix}-title"),
            element("desc", [escaped(description)], id=f"{prefix}-desc"),
            element("defs", [_stripes(prefix), _dots(prefix)]),
            element("rect", x=0, y=0, width=width, height=height, fill=PAPER),
            *content,
        ],
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        role="img",
        aria_labelledby=f"{prefix}-title {prefix}-desc",
        font_family=SANS,
        font_size=13,
        fill=INK,
    )


def _stripes(prefix: str) -> str:
    """Returns the pattern for memory that is fetched and not used, and for idle lanes."""
    line = element("path", d="M-1,7 L7,-1 M-1,1 L1,-1 M5,7 L7,5", stroke=STRIPES, stroke_width=1)
    return element(
        "pattern", [line], id=f"{prefix}-stripes", width=6, height=6, patternUnits="userSpaceOnUse"
    )


def _dots(prefix: str) -> str:
    """Returns the pattern for what is not known."""
    dot = element("circle", cx=3, cy=3, r=0.8, fill=FAINT)
    return element("pattern", [dot], id=f"{prefix}-dots", width=6, height=6, patternUnits="userSpaceOnUse")


def stripes(prefix: str) -> str:
    return f"url(#{prefix}-stripes)"


def dots(prefix: str) -> str:
    return f"url(#{prefix}-dots)"
