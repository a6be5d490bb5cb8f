// What a check finds, as a list of what was looked at.

import { element } from "./highlight.js";
import { redraw } from "./redraw.js";

const STATES = { ok: "ok", wrong: "wrong", open: "not looked at" };

/** Shows a report in `root`; `goTo(line, column)` goes to a place of the answer, both from 1. */
export function showReport(root, report, goTo) {
  const first = report.rows.find(({ state }) => state === "wrong");
  const parts = [];
  for (const row of report.rows) {
    parts.push(drawn(row, goTo));
    if (row === first && report.mistake)
      parts.push(element("div", "mistake", element("strong", "", report.mistake), element("p", "", report.explanation)));
  }
  if (report.time) parts.push(element("div", "row", element("span", "check", "time"), " ", report.time));
  if (report.is_right) parts.push(element("p", "right", `${report.number} ${report.title} is right.`));
  redraw(root, parts, root);
  root.scrollTop = 0;
}

function drawn({ check, state, text, sentence, line, column, end_column, source }, goTo) {
  const made = element("div", `row ${state}`, element("span", "check", check), element("span", "state", STATES[state]), text);
  if (source.trim()) {
    const link = element("button", "", `line ${line}`);
    link.type = "button";
    link.addEventListener("click", () => goTo(line, column + 1));
    const indent = source.length - source.trimStart().length;
    const carets = end_column > column ? "\n" + " ".repeat(Math.max(column - indent, 0)) + "^".repeat(end_column - column) : "";
    made.append(element("pre", "", source.trim() + carets), link);
  }
  if (sentence) made.append(element("p", "", sentence));
  return made;
}
