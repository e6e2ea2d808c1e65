// The fields that say what is simulated from the next start on: the rig, how often a turn jams, the pace.

import { byIds, capital } from "../elements.js";
import { isActive } from "./buttons.js";

export class SimulatorFields {
  constructor() {
    this.parts = byIds("simulator", "simulated", "simulated-rig", "simulated-jams", "simulated-pace", "rig-words");
    this.shown = "";
    this.about = {};
    this.parts["simulated-rig"].onchange = () => this.#describe();
  }

  // Shows the fields of a status; what was written into them stays while the server says nothing new.
  show({ state, simulator }) {
    const { simulator: section, simulated } = this.parts;
    section.hidden = !simulator || isActive(state);
    simulated.disabled = !simulator;
    const said = JSON.stringify(simulator);
    if (!simulator || said === this.shown) {
      return;
    }
    this.shown = said;
    this.about = simulator.rigs;
    const names = Object.keys(this.about);
    this.parts["simulated-rig"].replaceChildren(...names.map((name) => new Option(name, name)));
    this.parts["simulated-rig"].value = simulator.rig;
    this.parts["simulated-jams"].value = simulator.jams;
    this.parts["simulated-pace"].value = simulator.pace;
    this.#describe();
  }

  // Whether a run can start with what they say; the first field that is wrong says so itself.
  get isRight() {
    const fields = ["simulated-rig", "simulated-jams", "simulated-pace"].map((id) => this.parts[id]);
    return fields.every((field) => field.reportValidity());
  }

  #describe() {
    this.parts["rig-words"].textContent = capital(this.about[this.parts["simulated-rig"].value]);
  }
}
