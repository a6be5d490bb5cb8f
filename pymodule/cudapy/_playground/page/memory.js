// What a launch would cost a GPU's memory, line by line.

import { element } from "./highlight.js";
import { counted } from "./problems.js";
import { failure, lineLink } from "./results.js";

const number = (value) => value.toLocaleString("en", { maximumFractionDigits: 1 });

export class Memory {
  constructor(root, { goTo }) {
    this.root = root;
    this.goTo = goTo;
    this.clear("Run a kernel with “trace memory” to see what its lines would cost a GPU.");
  }

  clear(why = "") {
    this.root.replaceChildren(...(why ? [element("p", "empty", why)] : []));
  }

  fail(event) {
    this.root.replaceChildren(failure(event, this.goTo));
  }

  show({ plan, coverage, pictures }) {
    const blocks = plan.grid.reduce((product, each) => product * each, 1);
    const threads = plan.block.reduce((product, each) => product * each, 1);
    this.root.replaceChildren(
      element("p", "legend", `${counted(blocks, "block")} of ${counted(threads, "thread")}: ${coverage}. ` +
        "Requests, sectors of 32 bytes, and wavefronts as a GPU's counters name them."));
    this.root.append(this.costs(plan), ...this.advice(plan), ...pictures.map(folded));
  }

  /** A line, as a link where it is one of the text. */
  place({ line, file }, plan) {
    return file === plan.file ? lineLink(line, this.goTo) : `${file}, line ${line}`;
  }

  costs(plan) {
    const table = element("table", "costs");
    table.append(element("caption", "hidden", "What each line costs"));
    const head = ["", "requests", "cost", "needed", "lanes"].map((name) => {
      const cell = element("th", name ? "" : "words", name);
      cell.scope = "col";
      return cell;
    });
    table.append(element("tr", "", ...head));
    for (const line of plan.lines) {
      const place = element("td", "words", this.place(line, plan), "  ", line.text);
      place.colSpan = 5;
      table.append(element("tr", "of-line", place));
      for (const access of line.accesses) table.append(this.access(access));
      for (const { decisions, divergent, note } of line.decisions)
        table.append(wide(`decides ${counted(decisions, "time")}` +
          (note || divergent ? `: ${note ?? "the lanes of a warp go both ways"}, ${counted(divergent, "time")}` : ""), divergent > 0));
      for (const { passed } of line.barriers) table.append(wide(`threads wait here ${counted(passed, "time")}`));
    }
    return element("div", "scroll", table);
  }

  access({ operation, array, field, width, requests, lanes, cost, best, unit, note, conflicts }) {
    const verb = { read: "reads", write: "writes", atomic: "changes" }[operation];
    const words = element("td", "words", `${verb} ${array}${field ? `.${field}` : ""}, ${counted(width, "byte")} a lane`);
    if (note) words.append(`: ${note}`);
    if (conflicts) words.append(`, ${counted(conflicts, "bank conflict")}`);
    const cells = [
      number(requests),
      cost === null ? "not predicted" : `${number(cost)} ${unit}`,
      best === null ? "" : number(best),
      requests ? number(lanes / requests) : "",
    ].map((text) => element("td", "numbers", text));
    return element("tr", note ? "dear" : "", words, ...cells);
  }

  advice(plan) {
    const { advice } = plan;
    const head = element("h3", "", "What to do about it");
    if (!advice.length) return [head, element("p", "", "Nothing costs a tenth more than it has to.")];
    const list = element("ol", "advice");
    for (const each of advice)
      list.append(element("li", "", this.place(each, plan), ` ${each.what}. ${each.reason} `, element("strong", "", each.remedy)));
    return [head, list];
  }
}

/** A picture, folded in but for the costliest line's, which is the first. */
function folded({ line, svg }, place) {
  const summary = element("summary", "", line ? `Picture of line ${line}` : "Picture of the blocks");
  const picture = element("div", "picture");
  picture.append(drawing(svg, line));
  const made = element("details", "", summary, picture);
  made.open = place === 0;
  return made;
}

/** SVG as an element whose names are its own on this page. */
function drawing(svg, line) {
  const made = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
  for (const each of [made, ...made.querySelectorAll("*")]) {
    if (each.id) each.id = `picture-${line}-${each.id}`;
    for (const name of ["aria-labelledby", "aria-describedby"]) {
      const names = each.getAttribute(name);
      if (names) each.setAttribute(name, names.split(" ").map((other) => `picture-${line}-${other}`).join(" "));
    }
    for (const attribute of each.attributes)
      attribute.value = attribute.value.replace(/^url\(#(.*)\)$/, `url(#picture-${line}-$1)`);
  }
  return made;
}

function wide(text, is_dear = false) {
  const cell = element("td", "words", text);
  cell.colSpan = 5;
  return element("tr", is_dear ? "dear" : "", cell);
}
