// The way back to the solution, where the camera saw another turn, or a cube that is elsewhere.

import { inverse } from "../cube/moves.js";
import { moveWords } from "../cube/words.js";
import { counted, element } from "../elements.js";

const ELSEWHERE = ["unknown", "astray"];
const BACK_TURNS = 3;

// Shows what to do in `note`; `scanAgain` is called where the cube is to be scanned.
export function offerWaysBack(note, turnChecker, guide, scanAgain) {
  let shown = "";
  turnChecker.on({
    finding: ({ finding, wrong }) => {
      const kind = ELSEWHERE.includes(finding) ? "elsewhere" : (wrong ?? "");
      if (kind !== shown) {
        shown = kind;
        note.replaceChildren(...(kind === "elsewhere" ? fromElsewhere(guide, scanAgain) : kind ? fromWrongTurn(kind, guide) : []));
      }
    },
  });
}

function fromElsewhere(guide, scanAgain) {
  const { at } = guide;
  const last = Math.min(at + 2, guide.moves.length);
  const words = `The face that you show does not fit turns ${Math.max(0, at - 1)} to ${last}. If no face fits, scan again: you keep your place if the cube is anywhere in the solution.`;
  const turns = Math.min(BACK_TURNS, at);
  const again = element("button", { onclick: scanAgain }, "Scan again");
  const goBack = element("button", { onclick: () => guide.go(at - turns) }, `Go back ${counted(turns, "turn")}`);
  return [title("Your cube is elsewhere"), element("p", {}, words), element("div", { className: "buttons" }, again, at ? goBack : null)];
}

function fromWrongTurn(wrong, guide) {
  const due = guide.moves[guide.at];
  const back = moveWords(inverse(wrong), guide.scheme).order;
  const then = due ? ` Then: ${moveWords(due, guide.scheme).order.toLowerCase()}.` : "";
  const said = moveWords(wrong, guide.scheme).order.replace("Turn ", "You turned ");
  return [title(said), element("p", {}, `Take it back: ${back.toLowerCase()}.${then}`)];
}

const title = (words) => element("p", { className: "title" }, words);
