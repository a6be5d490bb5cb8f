// Tabs, as ARIA's authoring practices have them: arrows go from one to the next, Tab goes into the panel.

export class Tabs {
  constructor(list, chosen = () => {}) {
    this.tabs = [...list.querySelectorAll('[role="tab"]')];
    this.chosen = chosen;
    for (const tab of this.tabs) {
      tab.type = "button";
      tab.addEventListener("click", () => this.choose(tab));
    }
    list.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const next = this.tabs.at((this.tabs.indexOf(document.activeElement) + step) % this.tabs.length);
      this.choose(next);
      next.focus();
    });
    this.choose(this.tabs[0]);
  }

  choose(tab) {
    for (const each of this.tabs) {
      const is = each === tab;
      each.setAttribute("aria-selected", String(is));
      each.tabIndex = is ? 0 : -1;
      document.getElementById(each.getAttribute("aria-controls")).hidden = !is;
    }
    this.chosen(tab.getAttribute("aria-controls"));
  }
}
