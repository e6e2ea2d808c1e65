// What this browser keeps for the pages, as documents under a key.

// Returns what was stored; {} for nothing, or for what is no document.
export function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

export function store(key, values) {
  try {
    localStorage.setItem(key, JSON.stringify(values));
  } catch {
    // A browser that keeps nothing: it is gone with the page.
  }
}
