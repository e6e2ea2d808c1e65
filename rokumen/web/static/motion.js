// Whether the device asks for less motion: then turns are shown by their result.

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Scrolls an element into view, at once where less motion is asked for.
export function scrollTo(element) {
  element.scrollIntoView({ behavior: reducedMotion() ? "auto" : "smooth", block: "nearest" });
}
