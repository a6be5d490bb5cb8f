// What a run gives: what it printed, arrays and what changed in them, and what went wrong.

import { element } from "./highlight.js";
import { counted } from "./problems.js";

const IN_A_ROW = 8; // elements of an array of one dimension

const WHERE = {
  program: "The program failed",
  inputs: "An input is wrong",
  launch: "The launch failed",
  trace: "The launch could not be traced",
};

/** A line of the text, as a button that goes there. */
export function lineLink(line, goTo, text = `line ${line}`) {
  const link = element("button", "line-link", text);
  link.type = "button";
  link.addEventListener("click", () => goTo(line));
  return link;
}

export function failure({ where, message, line, name }, goTo) {
  const head = element("p", "", element("strong", "", WHERE[where] + (name ? `: ${name}` : "")));
  if (line) head.append(" in ", lineLink(line, goTo));
  return element("div", "failure", head, element("p", "", message));
}

export class Results {
  constructor(root, { goTo }) {
    this.root = root;
    this.goTo = goTo;
    this.clear();
    root.replaceChildren(element("p", "empty", "Run the kernel to see what it writes and prints."));
  }

  clear() {
    this.root.replaceChildren();
    this.printed = null;
  }

  print(text) {
    if (!this.printed) {
      this.printed = element("pre", "printed");
      this.root.append(element("h3", "", "Printed"), this.printed);
    }
    this.printed.append(text);
    this.printed.scrollTop = this.printed.scrollHeight;
  }

  fail(event) {
    this.root.prepend(failure(event, this.goTo));
  }

  end({ how, why }) {
    if (how === "ended") return;
    const sentence = why[0].toUpperCase() + why.slice(1);
    this.root.prepend(element("div", "failure", element("p", "", element("strong", "", `${sentence}.`))));
  }

  show(arrays) {
    if (!arrays.length) this.root.append(element("p", "legend", "The kernel was given no arrays."));
    else if (arrays.some(({ changes }) => changes))
      this.root.append(element("p", "legend", "What the launch changed is bold, on a ground of its own."));
    // What changed comes first.
    for (const array of [...arrays].sort((a, b) => (b.changes > 0) - (a.changes > 0))) this.root.append(...shown(array));
  }
}

function shown({ name, type, labels, rows, changed, changes, size, left_out }) {
  const what = `${type}, ${counted(size, "element")}, ${changes ? `${changes.toLocaleString("en")} changed` : "none changed"}`;
  const head = element("h3", "", element("code", "", name), " ", element("span", "of-array", what));
  const table = element("table", "elements");
  table.append(element("caption", "hidden", `Elements of ${name}`));
  rows.forEach((row, r) => {
    const width = labels[r] === "" ? IN_A_ROW : row.length;
    for (let begin = 0; begin < Math.max(row.length, 1); begin += Math.max(width, 1)) {
      const index = element("th", "", labels[r] === "" ? `[${begin}]` : labels[r]);
      index.scope = "row";
      const cells = row.slice(begin, begin + width).map((text, i) => {
        const is = changed[r].includes(begin + i);
        return element("td", is ? "changed" : "", text);
      });
      table.append(element("tr", "", index, ...cells));
    }
  });
  const parts = [head, element("div", "scroll", table)];
  if (left_out) parts.push(element("p", "legend", `${left_out.toLocaleString("en")} more are not shown.`));
  return parts;
}
