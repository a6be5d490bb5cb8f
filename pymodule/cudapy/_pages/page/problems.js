// What the translator finds wrong: in the editor at its place, and below it as a list of ways there.

import { element } from "./highlight.js";
import { redraw } from "./redraw.js";

export const counted = (many, what) => `${many.toLocaleString("en")} ${what}${many === 1 ? "" : "s"}`;

export class Problems {
  /** `list`: an ordered list; `editor`: the Editor whose text they are of. */
  constructor(list, editor) {
    this.list = list;
    this.editor = editor;
    this.shown = [];
  }

  show(problems) {
    this.shown = problems;
    this.editor.show(problems);
    redraw(this.list, problems.map((problem) => this.item(problem)), this.editor.area);
    this.editor.reveal();
  }

  get errors() {
    return this.shown.filter(({ severity }) => severity === "error").length;
  }

  /** How many there are, and the first of them. */
  words() {
    const [first] = this.shown;
    if (!first) return this.editor.text.trim() ? "no errors" : "";
    const warnings = this.shown.length - this.errors;
    const words = [this.errors && counted(this.errors, "error"), warnings && counted(warnings, "warning")];
    return `${words.filter(Boolean).join(", ")}; line ${first.line}: ${first.message}`;
  }

  item({ severity, line, column, message, label, note, help }) {
    const button = element("button", severity, element("span", "kind", `${severity} in line ${line}: `), message);
    button.type = "button";
    if (label && !message.includes(label)) button.append(` (${label})`);
    for (const more of [note, help]) if (more) button.append(element("span", "help", more));
    button.addEventListener("click", () => this.editor.goTo(line, column));
    return element("li", severity, button);
  }

  /** Goes to the next of them, or with `back` to the one before. */
  next(back) {
    if (!this.shown.length) return;
    const places = this.shown.map(({ line, column }) => [line, column]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    if (back) places.reverse();
    const { text, area } = this.editor;
    const before = text.slice(0, area.selectionStart).split("\n");
    const [line, column] = [before.length, before.at(-1).length + 1];
    const isBehind = ([l, c]) => (back ? l < line || (l === line && c < column) : l > line || (l === line && c > column));
    this.editor.goTo(...(places.find(isBehind) ?? places[0]));
  }
}
