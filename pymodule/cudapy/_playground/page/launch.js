// The launch: which kernel, on how many threads, with which arguments.

import { element } from "./highlight.js";

const NUMBERS = { bool: "True", float: "1.0", double: "1.0", half: "1.0", bfloat16: "1.0", complex64: "1 + 1j", complex128: "1 + 1j" };

/** An argument to begin with, of a type as signatures have it. */
function suggested(type) {
  const [, base, array] = type.match(/^(\w+)(.*)$/) ?? [, "", ""];
  const number = NUMBERS[base] ?? (/^u?int/.test(base) ? "1" : "");
  if (!number) return "";
  if (array === "") return number;
  const row = base in NUMBERS ? `[${number}] * ` : "[i for i in range(";
  const of = (count) => (base in NUMBERS ? row + count : `${row}${count})]`);
  if (array === "*") return of(64);
  if (array === "**") return `[${of(8)} for _ in range(8)]`;
  const extents = array.length - 1; // [,] has two
  let made = of(8);
  for (let i = 1; i < extents; ++i) made = `[${made} for _ in range(8)]`;
  return made;
}

export class Launch {
  constructor(form, { changed }) {
    this.form = form;
    this.kernel = form.querySelector("#kernel");
    this.inputs = form.querySelector("#inputs");
    this.kernels = [];
    this.values = {}; // by kernel: { threads, block, shared, inputs }
    this.shown = null;
    this.kernel.addEventListener("change", () => { this.fill(); changed(); });
    form.addEventListener("input", (event) => {
      event.target.removeAttribute("aria-invalid");
      this.keep();
      changed();
    });
    form.addEventListener("submit", (event) => event.preventDefault());
  }

  field(name) {
    return this.form.querySelector(`#${name}`);
  }

  /** Takes a launch as examples have it. */
  take({ kernel, threads, block, inputs }) {
    this.values = { [kernel]: { threads, block, inputs: { ...inputs } } };
    this.wanted = kernel;
    this.shown = null;
  }

  /** Takes launches as they were left. */
  restore({ kernel, values }) {
    this.values = values;
    this.wanted = kernel;
    this.shown = null;
  }

  keep() {
    const kernel = this.kernel.value;
    if (!kernel) return;
    const inputs = { ...this.values[kernel]?.inputs };
    for (const area of this.inputs.querySelectorAll("textarea")) inputs[area.name] = area.value;
    this.values[kernel] = { threads: this.field("threads").value, block: this.field("block").value, shared: this.field("shared").value, inputs };
  }

  /** The kernels of a text, as the server describes them. */
  show(kernels) {
    this.kernels = kernels;
    const chosen = this.wanted ?? this.kernel.value;
    this.kernel.replaceChildren(...kernels.map(({ name }) => new Option(name, name)));
    if (kernels.some(({ name }) => name === chosen)) this.kernel.value = chosen;
    if (kernels.length) this.wanted = undefined;
    this.fill();
  }

  fill() {
    const kernel = this.kernels.find(({ name }) => name === this.kernel.value);
    const shape = JSON.stringify([kernel?.name, kernel?.parameters, kernel?.shared]);
    if (shape === this.shown) return;
    this.shown = shape;
    if (!kernel) return this.inputs.replaceChildren();
    const known = (this.values[kernel.name] ??= { threads: "64", block: "", shared: "", inputs: {} });
    // Only arrays without a size of their own are given one by the launch.
    this.field("shared-label").hidden = kernel.shared.length === 0;
    this.field("shared").value = known.shared ?? "";
    this.field("threads").value = known.threads;
    this.field("block").value = known.block;
    this.inputs.replaceChildren(
      ...kernel.parameters.flatMap(([name, type]) => {
        const area = element("textarea");
        Object.assign(area, { id: `input-${name}`, name, rows: 1, spellcheck: false });
        area.value = known.inputs[name] ??= suggested(type);
        const label = element("label", "", name, " ", element("span", "type", type));
        label.htmlFor = area.id;
        return [label, area];
      }));
  }

  /** What the server is asked to run; null where there is no kernel. */
  request() {
    const kernel = this.kernels.find(({ name }) => name === this.kernel.value);
    if (!kernel) return null;
    this.keep();
    const { threads, block, shared, inputs } = this.values[kernel.name];
    return {
      kernel: kernel.name,
      threads,
      block,
      shared: kernel.shared.length ? shared : "",
      inputs: Object.fromEntries(kernel.parameters.map(([name]) => [name, inputs[name] ?? ""])),
      checked: this.field("checked").checked,
      trace: this.field("trace").checked,
    };
  }

  /** Marks what is wrong of the launch. */
  refuse(name) {
    const field = ["threads", "block", "shared"].includes(name) ? this.field(name) : this.field(`input-${CSS.escape(name)}`);
    field?.setAttribute("aria-invalid", "true");
    return field;
  }

  accept() {
    for (const field of this.form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  }
}
