// The display chosen on this device: light or dark, letters on the stickers.

const KEY = "rokumen-display";
const root = document.documentElement;

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function apply({ theme, letters }) {
  if (theme) {
    root.dataset.theme = theme;
  } else {
    delete root.dataset.theme;
  }
  root.dataset.marks = letters ? "letters" : "none";
}

// Applies what was chosen before, and follows the controls.
export function followDisplay(theme, letters) {
  const display = stored();
  theme.value = display.theme ?? "";
  letters.checked = Boolean(display.letters);
  apply(display);
  const onChange = () => {
    const chosen = { theme: theme.value, letters: letters.checked };
    localStorage.setItem(KEY, JSON.stringify(chosen));
    apply(chosen);
  };
  theme.addEventListener("change", onChange);
  letters.addEventListener("change", onChange);
}
