"""Long pages that the site divides, so that a search finds what it is for: of docs/diagnostics.md each code
has a page, and of docs/reference.md each class has one, and the functions of each topic."""

import re

from reference import anchor

FENCE = re.compile(r"\s*(```|~~~)")
LINK = re.compile(r"\]\(#([^()\s]+)\)")


def parts(text):
    """Yields the page as pairs of a heading and what is below it, up to the next one. Before the first one
    the heading is empty."""
    heading, lines, in_code = "", [], False
    for line in text.splitlines():
        in_code ^= bool(FENCE.match(line))
        if re.match(r"#+ ", line) and not in_code:
            yield heading, "\n".join(lines).strip("\n")
            heading, lines = line, []
        else:
            lines.append(line)
    yield heading, "\n".join(lines).strip("\n")


def joined(pieces):
    return "\n\n".join(piece for piece in pieces if piece) + "\n"


def diagnostics(text):
    """Returns the page without the explanations, and a page for each code."""
    kept, pages = [], {}
    for heading, body in parts(text):
        code = heading.removeprefix("### ")
        if not re.fullmatch(r"[EW]\d+", code):
            kept += [heading, body]
            continue
        body, mark, after = body.partition("<!-- end -->")
        said = re.match(r"\*\*(.+?)\*\*\s+\((\w+)\s+`([^`]+)`\)", body, re.DOTALL)
        title = " ".join(said[1].split()).rstrip(".")
        pages[f"diagnostics/{code}.md"] = joined(
            [
                f"# {code}: {title}",
                f"This is the {said[2]} `{said[3]}` of CudaPy.",
                body[said.end() :].strip(),
                f"`python -m cudapy explain {code}` says this in a terminal. [All codes](../diagnostics.md) "
                "are on a page of their own.",
            ]
        )
        kept.append(mark + after)
    index = re.sub(
        r"^- \[([EW]\d+)\]\(#(\w+)\)",
        r'- <a id="\2"></a>[\1](diagnostics/\1.md)',
        joined(kept),
        flags=re.MULTILINE,
    )
    return index, pages


def first_sentence(body):
    """Returns the first sentence of a docstring, in one line."""
    paragraph = " ".join(body.split("\n\n")[0].split())
    return re.match(r".+?(?:\.(?= |$)|(?=:(?: |$))|$)", paragraph)[0].rstrip(".")


class Reference:
    """Divides docs/reference.md."""

    def __init__(self, text):
        self._topics = {}  # by title: the entries, each a list of parts of which the first is its own
        introduction, topic = "", None
        for heading, body in parts(text):
            level = len(heading) - len(heading.lstrip("#"))
            if level == 1:
                introduction = body
            elif level == 2:
                topic = self._topics.setdefault(heading.removeprefix("## "), [])
            elif level == 3:
                topic.append([(heading, body)])
            elif level:
                topic[-1].append((heading, body))
        self._introduction = introduction.split("\n\n- [")[0]
        self._places = {}  # by the anchor on the long page: the page, and the anchor there
        for title, entries in self._topics.items():
            self._places[anchor(title)] = "reference.md", anchor(title)
            for entry in entries:
                page = self._page_of(title, entry)
                for heading, _ in entry:
                    is_page = page.endswith(f"/{self._name(entry[0][0])}.md") and heading == entry[0][0]
                    place = "" if is_page else anchor(self._called(heading))
                    self._places[anchor(heading.lstrip("# ").strip("`"))] = page, place

    @staticmethod
    def _called(heading):
        """Returns what a heading calls its entry, without the parameters: `cp.compile`."""
        return heading.lstrip("# ").strip("`").partition("(")[0]

    def _name(self, heading):
        return self._called(heading).removeprefix("cp.")

    def _page_of(self, title, entry):
        return f"reference/{self._name(entry[0][0]) if len(entry) > 1 else anchor(title)}.md"

    def _linked(self, text, page):
        """Returns a text of the long page as one of this page, whose links lead to where things are now."""

        def link(match):
            to, place = self._places[match[1]]
            if to == page:
                return f"](#{place})" if place else "](#)"
            path = to.removeprefix("reference/") if page.startswith("reference/") else to
            path = f"../{path}" if page.startswith("reference/") and not to.startswith("reference/") else path
            return f"]({path}{'#' + place if place else ''})"

        text = LINK.sub(link, text)
        if page.startswith("reference/"):
            text = re.sub(r"\]\(((?!\w+:|\.\./)[\w-]+\.md)", self._up, text)
        return text

    def _up(self, match):
        return match[0] if f"reference/{match[1]}" in self._pages() else f"](../{match[1]}"

    def _pages(self):
        return {page for page, _ in self._places.values()}

    def _shown(self, heading, body, level, page):
        signature = heading.lstrip("# ").strip("`")
        code = f"```python\n{signature}\n```" if "(" in signature else ""
        return [f"{'#' * level} {self._called(heading)}", code, self._linked(body, page)]

    def divided(self):
        index, pages = ["# Reference", self._linked(self._introduction, "reference.md")], {}
        for title, entries in self._topics.items():
            rows = []
            for entry in entries:
                heading, body = entry[0]
                page, place = self._places[anchor(heading.lstrip("# ").strip("`"))]
                old = anchor(heading.lstrip("# ").strip("`"))
                link = f"[`{self._called(heading)}`]({page}{'#' + place if place else ''})"
                rows.append(f'- <a id="{old}"></a>{link}: {first_sentence(body)}')
                is_class = len(entry) > 1
                written = pages.setdefault(page, [] if is_class else [f"# {title}"])
                for number, (each, text) in enumerate(entry):
                    written += self._shown(each, text, 1 if is_class and not number else 2, page)
            index += [f"## {title}", self._linked("\n".join(rows), "reference.md")]
        back = "[All functions and classes](../reference.md) are on a page of their own."
        return joined(index), {page: joined([*written, back]) for page, written in pages.items()}


def reference(text):
    """Returns the list of names, and the pages of the classes and of the functions of each topic."""
    return Reference(text).divided()


DIVIDED = {"diagnostics.md": diagnostics, "reference.md": reference}
