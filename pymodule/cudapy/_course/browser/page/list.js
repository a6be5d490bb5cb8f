// The list of exercises. Arrows go from one to the next, Enter opens one, Tab leaves the list.

import { element } from "./highlight.js";
import { redraw } from "./redraw.js";

export class List {
  constructor(root, opened) {
    this.root = root;
    this.opened = opened;
    this.current = 0;
    root.addEventListener("keydown", (event) => {
      const buttons = this.buttons;
      const at = buttons.indexOf(document.activeElement);
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
      if (at < 0 || to === undefined) return;
      event.preventDefault();
      buttons[Math.max(0, Math.min(to, buttons.length - 1))].focus();
    });
  }

  get buttons() {
    return [...this.root.querySelectorAll("button")];
  }

  show(exercises) {
    this.exercises = exercises;
    const units = Map.groupBy ? Map.groupBy(exercises, ({ unit }) => unit) : grouped(exercises);
    const parts = [];
    for (const [unit, those] of units)
      parts.push(element("h2", "", unit), element("ul", "", ...those.map((each) => element("li", "", this.button(each)))));
    redraw(this.root, parts, this.root);
    this.mark(this.current);
  }

  button({ number, title, state }) {
    const made = element("button", "", element("span", "number", String(number)), title, element("span", "state", state));
    made.type = "button";
    made.dataset.number = number;
    made.addEventListener("click", () => this.opened(number));
    return made;
  }

  /** Marks the exercise that is open. */
  mark(number) {
    this.current = number;
    this.buttons.forEach((button, i) => {
      button.setAttribute("aria-current", String(i + 1 === number));
      button.tabIndex = i + 1 === (number || 1) ? 0 : -1;
    });
  }
}

function grouped(exercises) {
  const units = new Map();
  for (const each of exercises) units.set(each.unit, [...(units.get(each.unit) ?? []), each]);
  return units;
}
