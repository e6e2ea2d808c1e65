// A cube that is looked at from other sides while a finger or the mouse drags it. Let go, it is seen as
// the person holds it again: all words and arrows are for that side.

import { framesOf, reducedMotion } from "../elements.js";

const DEGREES_PER_PIXEL = 0.6;
const BACK_MILLISECONDS = 250;

// The picture that is drawn in each element.
const pictures = new WeakMap();

// Lets a picture be dragged, in place of the one that was drawn in its element before.
export function letRotate(picture) {
  const { svg } = picture;
  const isFirst = !pictures.has(svg);
  pictures.set(svg, picture);
  if (isFirst) {
    listen(svg);
  }
}

function listen(svg) {
  let from = null;
  let [across, down] = [0, 0];
  let run = 0;
  const rotate = (...degrees) => {
    [across, down] = degrees;
    pictures.get(svg).rotate(across, down);
  };
  const letGo = async () => {
    if (!from) {
      return;
    }
    from = null;
    const own = (run += 1);
    const [right, below] = [across, down];
    for await (const part of framesOf(reducedMotion() ? 0 : BACK_MILLISECONDS)) {
      if (own !== run) {
        return;
      }
      rotate(right * (1 - part), below * (1 - part));
    }
  };
  svg.classList.add("rotates");
  svg.addEventListener("pointerdown", (event) => {
    if (event.isPrimary && event.button === 0) {
      run += 1;
      from = [event.clientX - across / DEGREES_PER_PIXEL, event.clientY - down / DEGREES_PER_PIXEL];
      svg.setPointerCapture(event.pointerId);
    }
  });
  svg.addEventListener("pointermove", (event) => {
    if (from && event.isPrimary) {
      rotate((event.clientX - from[0]) * DEGREES_PER_PIXEL, (event.clientY - from[1]) * DEGREES_PER_PIXEL);
    }
  });
  svg.addEventListener("pointerup", letGo);
  svg.addEventListener("pointercancel", letGo);
}
