// Checks with the camera that each turn of the solution was made, and advances the solution.

import { Emitter } from "../elements.js";

export class TurnChecker extends Emitter {
  constructor(scanner, guide) {
    super();
    this.scanner = scanner;
    this.guide = guide;
    this.active = false;
    this.camera = () => scanner.useBrowser();
    scanner.on({
      source: (source) => this.#onSource(source),
      problem: () => this.stop(),
      check: (check) => this.#onCheck(check),
    });
    guide.on({ at: (at) => this.#onMoved(at) });
  }

  async begin() {
    this.#setActive(true);
    await this.camera();
    if (this.active) {
      const { moves, at, scannedAt } = this.guide;
      const facelets = this.guide.cubeAt(scannedAt);
      await this.scanner.send({ do: "follow", facelets, moves: moves.slice(scannedAt), at: Math.max(0, at - scannedAt) });
    }
  }

  // Switches the camera off, if it checks turns.
  stop() {
    if (this.active) {
      this.scanner.stop();
    }
  }

  end() {
    this.#setActive(false);
  }

  #onSource(source) {
    if (source) {
      this.camera = source === "server" ? () => this.scanner.useServer() : () => this.scanner.useBrowser();
    } else if (this.active) {
      this.end();
      if (this.scanner.isConnected) {
        this.scanner.send({ do: "unfollow" });
      }
    }
  }

  #onCheck(check) {
    if (!check || !this.active) {
      return;
    }
    this.#find(check);
    // The server counts the turns from the cube that was scanned.
    const [from, at] = [check.from, check.at].map((turns) => turns + this.guide.scannedAt);
    // A result from before the user moved to another turn is out of date.
    if (from === this.guide.at) {
      this.advancing = true;
      if (at === this.guide.at + 1) {
        this.guide.step(1);
      } else if (at > this.guide.at) {
        this.guide.go(at);
      }
      this.advancing = false;
    }
  }

  #onMoved(at) {
    if (this.active && !this.advancing) {
      this.scanner.send({ do: "at", at: Math.max(0, at - this.guide.scannedAt) });
    }
  }

  #find(check) {
    document.body.dataset.finding = check.finding;
    this.emit("finding", check);
  }

  #setActive(active) {
    this.active = active;
    this.#find({ finding: "" });
    if (!active) {
      delete document.body.dataset.finding;
      this.emit("end");
    }
  }
}
