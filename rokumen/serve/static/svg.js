// Making elements of SVG.

const SVG = "http://www.w3.org/2000/svg";

export function drawn(name, attributes = {}, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  element.textContent = text;
  return element;
}
