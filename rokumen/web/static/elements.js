// The elements of a page: found, made and listened to. A page's own elements are in its HTML, which
// is there before any script; scripts add those that are made from data.

const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

// Returns the elements with these ids, each under its id.
export const byIds = (...ids) => Object.fromEntries(ids.map((id) => [id, byId(id)]));

// Returns an element. `properties` are its own ones (className, ariaLabel), attributes (data-at), or
// what is called at an event (onclick). Children are nodes and texts; null is none.
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made) {
      made[key] = value;
    } else {
      made.setAttribute(key, value);
    }
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

// Returns an SVG element, which has attributes only.
export function svgElement(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

// Returns a text of the server's as nodes: what stands between backticks is code.
export const withCode = (text) => text.split("`").map((part, i) => (i % 2 ? element("code", {}, part) : part));

// Calls an action at an event of each element, {id: action}.
export function on(event, actions) {
  for (const [id, action] of Object.entries(actions)) {
    byId(id).addEventListener(event, action);
  }
}

// Whether a key is pressed with another one that gives it a meaning of the browser's.
export const hasModifier = (event) => event.ctrlKey || event.metaKey || event.altKey;

// Does, in place of what the browser does, the action that `actionOf` returns for the event of a key.
export function onKey(actionOf) {
  document.addEventListener("keydown", (event) => {
    const action = actionOf(event);
    if (action) {
      event.preventDefault();
      action();
    }
  });
}

// Sends events with a detail to whoever asked for them.
export class Emitter extends EventTarget {
  // Calls actions with the details of events, {name: action}.
  on(actions) {
    for (const [name, action] of Object.entries(actions)) {
      this.addEventListener(name, ({ detail }) => action(detail));
    }
  }

  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

// Returns a number of things: "1 turn", "2 turns".
export const counted = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// Yields at each frame of a motion which part of it has been made, up to 1, slower at its ends.
export async function* framesOf(milliseconds) {
  const begin = performance.now();
  for (let part = 0; part < 1; ) {
    const now = await new Promise(requestAnimationFrame);
    part = Math.min(1, Math.max(0, now - begin) / milliseconds);
    yield part * part * (3 - 2 * part);
  }
}

// Whether the device asks for less motion: then turns are shown by their result.
export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Scrolls an element into view, at once where less motion is asked for.
export function scrollTo(target) {
  target.scrollIntoView({ behavior: reducedMotion() ? "auto" : "smooth", block: "nearest" });
}
