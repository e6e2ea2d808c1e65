// Hands that turn a cube before a camera, the browser's or the server's, or in a film: the server tells
// the page of the turns.

import { byIds, capital, on } from "../elements.js";
import { Scanner } from "../scan/scanner.js";

const LOOKING = "Hold the cube so that its upper side and the one in front are seen.";
const SHOW_ALL = "Show all six sides before the first turn, each once above or in front.";

export class Film {
  constructor(ownCube, serverCamera) {
    this.parts = byIds("film", "film-picture", "film-video", "film-solved", "film-browser", "film-server", "film-stop", "film-file");
    this.ownCube = ownCube;
    this.scanner = new Scanner(this.parts["film-video"], this.parts["film-picture"], "api/film", () => this.#start());
    this.scanner.tellsTimes = true;
    this.scanner.serverCamera = serverCamera;
    this.parts["film-server"].hidden = !serverCamera;
    this.scanner.on({
      source: (source) => this.#showSource(source),
      told: (messages) => messages.forEach((message) => ownCube.hear(message)),
      problem: (problem) => this.#sayProblem(problem),
    });
    on("click", {
      "film-browser": () => this.scanner.useBrowser(),
      "film-server": () => this.scanner.useServer(),
      "film-stop": () => this.scanner.stop(),
    });
    on("change", {
      "film-solved": () => this.scanner.isConnected && this.scanner.send(this.#start()),
      "film-file": ({ target }) => target.files.length && this.scanner.useFilm(target.files[0]),
    });
  }

  #start() {
    return { do: "begin", solved: this.parts["film-solved"].checked };
  }

  #showSource(source) {
    this.parts.film.hidden = this.parts["film-stop"].hidden = !source;
    for (const name of ["film-browser", "film-server", "film-file", "film-solved"]) {
      this.parts[name].disabled = Boolean(source);
    }
    if (source) {
      this.ownCube.begin(this.parts["film-solved"].checked ? LOOKING : `${LOOKING} ${SHOW_ALL}`);
    } else if (this.scanner.isConnected) {
      // The turns of the last seconds are told at the end.
      this.scanner.send({ do: "end" });
    }
  }

  #sayProblem(problem) {
    // The end of the server's film is none.
    if (!problem.includes(" ended after ")) {
      this.ownCube.say(capital(problem));
    }
  }
}
