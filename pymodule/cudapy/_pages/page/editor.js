// The editor: a textarea over its own coloured copy, with line numbers, and errors at their place.

import { element, pieces, python } from "./highlight.js";

export class Editor {
  constructor(root, { changed, lineChosen, left }) {
    this.area = root.querySelector("textarea");
    this.copy = root.querySelector(".copy");
    this.gutter = root.querySelector(".gutter");
    this.problems = [];
    this.lit = new Set();
    this.changed = changed;
    this.lineChosen = lineChosen;
    this.area.addEventListener("input", () => this.edited());
    this.area.addEventListener("scroll", () => this.scrolled());
    this.area.addEventListener("keydown", (event) => this.pressed(event, left));
    // Whoever comes here by Tab can go back by it: Shift+Tab indents less from the first other key on.
    document.addEventListener("keydown", ({ key }) => { this.isPassed = key === "Tab" && document.activeElement !== this.area; }, true);
    this.area.addEventListener("focus", () => { this.passes = this.isPassed ?? false; });
    this.area.addEventListener("pointerdown", () => { this.passes = false; });
    document.addEventListener("selectionchange", () => {
      if (document.activeElement === this.area) this.lineChosen(this.line());
    });
    this.area.addEventListener("mousemove", (event) => this.lineChosen(this.lineAt(event.clientY)));
    this.area.addEventListener("mouseleave", () => this.lineChosen(this.line()));
  }

  get text() {
    return this.area.value;
  }

  set text(text) {
    this.area.value = text;
    this.area.setSelectionRange(0, 0);
    this.area.scrollTop = this.area.scrollLeft = 0;
    this.edited();
  }

  edited() {
    // Until the next translation what was wrong stays where it was, so that nothing flickers.
    this.problems = this.problems.filter(({ isOfRun }) => !isOfRun);
    this.draw();
    this.changed();
  }

  /** The line, from 1, of the caret. */
  line() {
    return this.text.slice(0, this.area.selectionStart).split("\n").length;
  }

  lineAt(y) {
    const style = getComputedStyle(this.area);
    const top = this.area.getBoundingClientRect().top + parseFloat(style.paddingTop) - this.area.scrollTop;
    const line = Math.floor((y - top) / parseFloat(style.lineHeight)) + 1;
    return line >= 1 && line <= this.copy.children.length ? line : 0;
  }

  /** Shows what is wrong: diagnostics with line, column, end_line, end_column, severity, message. */
  show(problems) {
    this.problems = problems;
    this.draw();
  }

  light(lines) {
    this.lit = new Set(lines);
    this.copy.childNodes.forEach((line, i) => line.classList.toggle("lit", this.lit.has(i + 1)));
    this.gutter.childNodes.forEach((line, i) => line.classList.toggle("lit", this.lit.has(i + 1)));
  }

  draw() {
    const lines = python(this.text);
    const wrong = new Map();
    for (const problem of this.problems) {
      if (!wrong.has(problem.line)) wrong.set(problem.line, []);
      wrong.get(problem.line).push(problem);
    }
    this.copy.replaceChildren(...lines.map((line, i) => this.drawn(line, i + 1, wrong.get(i + 1) ?? [])));
    this.gutter.replaceChildren(
      ...lines.map((_, i) => {
        const severities = (wrong.get(i + 1) ?? []).map((problem) => problem.severity);
        const kind = severities.includes("error") ? "wrong" : severities.length ? "warned" : "";
        return element("div", kind, String(i + 1));
      }));
    // As much room below as the textarea's scroll bar takes, so that both scroll as far.
    this.copy.append(element("div", ""));
    this.gutter.append(element("div", "", "\u00a0"), element("div", "", "\u00a0"));
    this.light(this.lit);
    this.scrolled();
  }

  drawn(line, number, wrong) {
    const length = line.reduce((sum, [, piece]) => sum + piece.length, 0);
    const marks = this.problems
      .filter((problem) => problem.line <= number && number <= problem.end_line)
      .map((problem) => {
        let begin = problem.line === number ? problem.column - 1 : 0;
        const end = problem.end_line === number ? Math.max(problem.end_column - 1, begin + 1) : length;
        if (begin >= length) begin = Math.max(0, length - 1); // the end of the line
        return [begin, end, `${problem.severity}-span`];
      });
    const made = element("div", "", ...pieces(line, marks));
    if (wrong.length) {
      const first = wrong.find((problem) => problem.severity === "error") ?? wrong[0];
      const more = wrong.length > 1 ? ` (and ${wrong.length - 1} more)` : "";
      made.append(element("span", `message ${first.severity}`, first.message + more));
    }
    return made;
  }

  scrolled() {
    this.copy.scrollTop = this.gutter.scrollTop = this.area.scrollTop;
    this.copy.scrollLeft = this.area.scrollLeft;
  }

  /** Keeps the caret in sight when the editor becomes lower. */
  reveal() {
    if (document.activeElement !== this.area) return;
    const height = parseFloat(getComputedStyle(this.area).lineHeight);
    const bottom = this.line() * height + height;
    if (bottom > this.area.scrollTop + this.area.clientHeight) this.area.scrollTop = bottom - this.area.clientHeight;
  }

  /** Puts the caret at a place, counted from 1, and shows it. */
  goTo(line, column = 1) {
    const lines = this.text.split("\n");
    const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    const place = before + Math.min(column - 1, (lines[line - 1] ?? "").length);
    this.area.focus();
    this.area.setSelectionRange(place, place);
    const height = parseFloat(getComputedStyle(this.area).lineHeight);
    const top = (line - 1) * height;
    if (top < this.area.scrollTop || top > this.area.scrollTop + this.area.clientHeight - 3 * height)
      this.area.scrollTop = top - this.area.clientHeight / 2;
    this.lineChosen(line);
  }

  pressed(event, left) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (this.passes && event.key === "Tab" && event.shiftKey) return;
    if (event.key !== "Shift") this.passes = false;
    if (event.key === "Escape") {
      event.preventDefault();
      left();
    } else if (event.key === "Tab") {
      event.preventDefault();
      this.indent(event.shiftKey);
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      const line = this.text.slice(0, this.area.selectionStart).split("\n").at(-1);
      const deeper = /:\s*(#.*)?$/.test(line) ? "    " : "";
      this.insert("\n" + line.match(/^[ \t]*/)[0] + deeper);
    } else if (event.key === "Backspace" && this.area.selectionStart === this.area.selectionEnd) {
      const line = this.text.slice(0, this.area.selectionStart).split("\n").at(-1);
      if (line && /^ +$/.test(line)) {
        event.preventDefault();
        const many = (line.length - 1) % 4 + 1;
        this.area.setSelectionRange(this.area.selectionStart - many, this.area.selectionStart);
        document.execCommand("delete");
      }
    }
  }

  /** As if it were typed, so that it can be undone. */
  insert(text) {
    document.execCommand("insertText", false, text);
  }

  indent(back) {
    const { selectionStart: begin, selectionEnd: end } = this.area;
    if (!back && begin === end) {
      const column = this.text.slice(0, begin).split("\n").at(-1).length;
      return this.insert(" ".repeat(4 - column % 4));
    }
    const first = this.text.lastIndexOf("\n", begin - 1) + 1;
    const last = Math.max(this.text.indexOf("\n", Math.max(begin, end - 1)), -1);
    const stop = last < 0 ? this.text.length : last;
    const old = this.text.slice(first, stop);
    const made = old.split("\n").map((line) => (back ? line.replace(/^( {1,4}|\t)/, "") : line && "    " + line)).join("\n");
    if (made === old) return;
    this.area.setSelectionRange(first, stop);
    this.insert(made);
    if (begin === end) this.area.setSelectionRange(Math.max(first, begin + made.length - old.length), Math.max(first, begin + made.length - old.length));
    else this.area.setSelectionRange(first, first + made.length);
  }
}
