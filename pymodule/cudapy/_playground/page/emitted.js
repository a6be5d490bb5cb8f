// Emitted C++, each line with the line of Python that it stands for.

import { cpp, element, pieces } from "./highlight.js";

export class Emitted {
  constructor(root, { lineChosen }) {
    this.root = root;
    this.lines = [];
    this.here = -1;
    this.lineChosen = lineChosen;
    root.addEventListener("mouseover", (event) => {
      const line = [...root.children].indexOf(event.target.closest(".emitted > div"));
      if (this.lines[line]) lineChosen(this.lines[line]);
    });
    root.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      this.step(event.key === "ArrowDown" ? 1 : -1);
    });
  }

  /** To the next line, or the one before, that stands for a line of Python. */
  step(by) {
    let line = this.here;
    do line += by;
    while (line >= 0 && line < this.lines.length && !this.lines[line]);
    if (!this.lines[line]) return;
    this.here = line;
    [...this.root.children].forEach((each, i) => each.classList.toggle("here", i === line));
    this.lineChosen(this.lines[line]);
    this.root.children[line].scrollIntoView({ block: "nearest" });
  }

  show({ source, lines }) {
    this.root.classList.remove("stale");
    if (this.source === source) {
      this.lines = lines;
      [...this.root.children].forEach((line, i) => (line.firstChild.textContent = lines[i] || ""));
      return;
    }
    this.source = source;
    this.lines = lines;
    this.here = -1;
    const cut = cpp(source.replace(/\n$/, ""));
    const top = this.root.scrollTop;
    this.root.replaceChildren(
      ...cut.map((line, i) => {
        const of = element("span", "of", lines[i] ? String(lines[i]) : "");
        return element("div", "", of, element("span", "", ...pieces(line)));
      }));
    this.root.scrollTop = top;
  }

  /** Where there is no translation: why. */
  say(...words) {
    this.source = undefined;
    this.lines = [];
    this.root.classList.remove("stale");
    this.root.replaceChildren(element("p", "", ...words));
  }

  /** What is shown is of an earlier text. */
  stale() {
    if (this.lines.length) this.root.classList.add("stale");
    else this.say("The errors on the left come first.");
  }

  light(line, scroll) {
    let first;
    [...this.root.children].forEach((each, i) => {
      const is = line > 0 && this.lines[i] === line;
      each.classList.toggle("lit", is);
      if (is) first ??= each;
    });
    if (first && scroll && !this.root.hidden) this.bring(first);
  }

  bring(line) {
    const at = line.offsetTop - this.root.offsetTop;
    if (at < this.root.scrollTop || at > this.root.scrollTop + this.root.clientHeight - 40)
      this.root.scrollTop = at - this.root.clientHeight / 3;
  }

  /** Shows the first kernel, not what comes before it. */
  toCode() {
    const first = this.lines.findIndex((line) => line > 0);
    if (first > 0) this.root.scrollTop = this.root.children[Math.max(0, first - 1)].offsetTop - this.root.offsetTop;
  }
}
