// What a check finds, as a list of what was looked at.

import { element } from "./highlight.js";
import { prose } from "./prose.js";
import { redraw } from "./redraw.js";

const STATES = { ok: "ok", wrong: "wrong", open: "not looked at" };

/**
 * Shows a report in `root`. `goTo(line, column)` goes to a place of the answer, both from 1. Behind a right
 * answer stands a button that opens `next`, the exercise to go on with, by `open(number)`.
 */
export function showReport(root, report, goTo, next, open) {
  const first = report.rows.find(({ state }) => state === "wrong");
  const parts = [];
  for (const row of report.rows) {
    parts.push(drawn(row, goTo));
    if (row === first && report.mistake)
      parts.push(element("div", "mistake", element("strong", "", report.mistake), element("p", "", ...prose(report.explanation))));
  }
  if (report.time) parts.push(element("div", "row", element("span", "check", "time"), " ", report.time));
  if (report.is_right) parts.push(praise(report, next, open));
  redraw(root, parts, root);
  root.scrollTop = 0;
}

function praise({ number, title }, next, open) {
  const made = element("div", "right", element("p", "", `${number} ${title} is right.`));
  if (!next) {
    made.append(element("p", "", "All exercises are right."));
    return made;
  }
  const go = element("button", "main", `Next: ${next.number} ${next.title}`);
  go.type = "button";
  go.id = "next";
  go.addEventListener("click", () => open(next.number));
  made.append(go);
  return made;
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
  if (sentence) made.append(element("p", "", ...prose(sentence)));
  return made;
}
