// Checks with the camera that each turn of the solution was made, and advances the solution.

export class TurnChecker {
  constructor(button, scanner, solution) {
    this.button = button;
    this.scanner = scanner;
    this.solution = solution;
    this.active = false;
    this.camera = () => scanner.useBrowser();
    button.addEventListener("click", () => (this.active ? scanner.stop() : this.#begin()));
    scanner.addEventListener("source", ({ detail: source }) => this.#onSource(source));
    scanner.addEventListener("problem", () => this.active && scanner.stop());
    scanner.addEventListener("check", ({ detail: check }) => this.#onCheck(check));
    solution.addEventListener("at", ({ detail: at }) => this.#onMoved(at));
  }

  // Only a scanned cube can be checked: the check uses the colours measured in the scan.
  setAllowed(allowed) {
    this.button.hidden = !allowed;
  }

  async #begin() {
    this.#setActive(true);
    this.solution.pause();
    await this.camera();
    if (this.active) {
      const { facelets, moves, at } = this.solution;
      await this.scanner.send({ do: "follow", facelets, moves, at });
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
    document.body.dataset.finding = check.finding;
    // A result from before the user moved to another turn is out of date.
    if (check.from === this.solution.at) {
      this.advancing = true;
      while (this.solution.at < check.at) {
        this.solution.step(1);
      }
      this.advancing = false;
    }
  }

  #onMoved(at) {
    if (this.active && !this.advancing) {
      this.scanner.send({ do: "at", at });
    }
  }

  #setActive(active) {
    this.active = active;
    this.button.setAttribute("aria-pressed", active);
    this.button.textContent = active ? "Stop checking" : "Check my turns";
    if (active) {
      document.body.dataset.finding = "";
    } else {
      delete document.body.dataset.finding;
    }
  }
}
