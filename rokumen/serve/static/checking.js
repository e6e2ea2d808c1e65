// Checks with the camera that each turn of the solution was really done, and goes on with it.

export class Checking {
  constructor(button, scanner, solution) {
    this.button = button;
    this.scanner = scanner;
    this.solution = solution;
    this.is = false;
    this.camera = () => scanner.useBrowser();
    button.addEventListener("click", () => (this.is ? scanner.stop() : this.#begin()));
    scanner.addEventListener("source", ({ detail: source }) => this.#source(source));
    scanner.addEventListener("problem", () => this.is && scanner.stop());
    scanner.addEventListener("check", ({ detail: check }) => this.#hear(check));
    solution.addEventListener("at", ({ detail: at }) => this.#moved(at));
  }

  // Only a cube that has been scanned can be checked: its colours were learnt from it.
  allow(allowed) {
    this.button.hidden = !allowed;
  }

  async #begin() {
    this.#set(true);
    this.solution.pause();
    await this.camera();
    if (this.is) {
      const { facelets, moves, at } = this.solution;
      await this.scanner.wish({ do: "follow", facelets, moves, at });
    }
  }

  end() {
    this.#set(false);
  }

  #source(source) {
    if (source) {
      this.camera = source === "server" ? () => this.scanner.useServer() : () => this.scanner.useBrowser();
    } else if (this.is) {
      this.end();
      if (this.scanner.isConnected) {
        this.scanner.wish({ do: "unfollow" });
      }
    }
  }

  #hear(check) {
    if (!check || !this.is) {
      return;
    }
    document.body.dataset.finding = check.finding;
    // What was seen before the person went elsewhere counts no more.
    if (check.from === this.solution.at) {
      this.advancing = true;
      while (this.solution.at < check.at) {
        this.solution.step(1);
      }
      this.advancing = false;
    }
  }

  #moved(at) {
    if (this.is && !this.advancing) {
      this.scanner.wish({ do: "at", at });
    }
  }

  #set(is) {
    this.is = is;
    this.button.setAttribute("aria-pressed", is);
    this.button.textContent = is ? "Stop checking" : "Check my turns";
    if (is) {
      document.body.dataset.finding = "";
    } else {
      delete document.body.dataset.finding;
    }
  }
}
