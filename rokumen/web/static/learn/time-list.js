// The times of a case, the newest first; each can be removed, as one that was stopped too late.

import { removeTime, timesOf, written } from "./times.js";

export class TimeList {
  // `changed` is called when a time was removed.
  constructor(details, list, changed) {
    Object.assign(this, { details, list, changed });
  }

  show(id) {
    const times = timesOf(id);
    this.details.hidden = !times.length;
    this.list.replaceChildren(...times.map((time, at) => this.#row(id, time, at)).reverse());
  }

  #row(id, time, at) {
    const [row, button] = [document.createElement("li"), document.createElement("button")];
    button.textContent = "Remove";
    button.ariaLabel = `Remove ${written(time)}`;
    button.addEventListener("click", () => {
      removeTime(id, at);
      this.changed();
      this.details.querySelector("summary").focus();
    });
    row.append(`${written(time)} `, button);
    return row;
  }
}
