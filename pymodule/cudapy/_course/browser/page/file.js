// The student's file: it is saved while one types, and never over what another program has written.

import { post } from "./post.js";

const WAIT = 800; // milliseconds from a key to the file

export class File {
  /** `told(words, kind)` is told how it is; `changed()` that another program has changed the file. */
  constructor({ text, told, changed }) {
    this.text = text; // gives the text of the editor
    this.told = told;
    this.changed = changed;
    this.number = 0;
    this.saved = "";
    this.version = null;
    this.saving = Promise.resolve(true);
  }

  /** Begins with what was read. */
  take({ number, text, version }) {
    clearTimeout(this.timer);
    [this.number, this.saved, this.version] = [number, text, version];
    this.told("saved");
  }

  get isSaved() {
    return this.number === 0 || this.text() === this.saved;
  }

  edited() {
    clearTimeout(this.timer);
    if (this.isSaved) return;
    this.told("not saved yet");
    this.timer = setTimeout(() => this.save(), WAIT);
  }

  /** Saves what is not saved yet; gives whether the file has it now. `over`: whatever the file has become. */
  save(over = false) {
    clearTimeout(this.timer);
    // One after the other, since each must know the version that the one before made.
    this.saving = this.saving.then(() => this.put(over));
    return this.saving;
  }

  async put(over) {
    if (this.isSaved && !over) return true;
    const [number, text] = [this.number, this.text()];
    try {
      const answer = await post("save", { exercise: number, text, version: over ? null : this.version });
      const { version } = await answer.json();
      if (number !== this.number) return true;
      [this.saved, this.version] = [text, version];
      this.told(this.isSaved ? "saved" : "not saved yet");
      return true;
    } catch (error) {
      if (error.status === 412) this.changed(error.message);
      else this.told(error instanceof TypeError ? "The course is not running any more" : error.message, "bad");
      return false;
    }
  }
}
