"""Results as Markdown and JSON, and running a part that may lack a peer."""


class Results:
    def __init__(self):
        self.tables = []
        self.notes = []

    def table(self, title, columns, rows):
        self.tables.append({"title": title, "columns": columns, "rows": rows})

    def skip(self, what, reason):
        """A peer that could not be measured: named in the report instead of left out silently."""
        self.notes.append(f"skipped {what}: {reason}")

    def attempt(self, what, make):
        """`make()`, or None and a note when the peer is missing or fails."""
        try:
            return make()
        except Exception as error:
            self.skip(
                what, f"{type(error).__name__}: {str(error).splitlines()[0][:160] if str(error) else ''}"
            )
            return None

    def markdown(self):
        text = ""
        for table in self.tables:
            text += (
                f"## {table['title']}\n\n| "
                + " | ".join(table["columns"])
                + " |\n|"
                + "---|" * len(table["columns"])
                + "\n"
            )
            for row in table["rows"]:
                text += "| " + " | ".join(shown(cell) for cell in row) + " |\n"
            text += "\n"
        return text + "".join(f"- {note}\n" for note in self.notes)


def shown(cell):
    if cell is None:
        return ""
    return (
        f"{cell:.3g}"
        if isinstance(cell, float) and abs(cell) < 1000
        else f"{cell:.0f}"
        if isinstance(cell, float)
        else str(cell)
    )
