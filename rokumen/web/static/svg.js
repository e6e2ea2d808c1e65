// Creates SVG elements.

const SVG = "http://www.w3.org/2000/svg";

export function svgElement(name, attributes = {}, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  element.textContent = text;
  return element;
}
