// Light or dark theme, chosen by the system or by the user.

const KEY = "broadleaf-theme";

/** Connects the switch; calls back when the colors change. */
export function setUpTheme(select, onChange) {
  select.value = read();
  apply(select.value);
  select.addEventListener("change", () => {
    write(select.value);
    apply(select.value);
    onChange();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", onChange);
}

/** Whether the page is dark. */
export function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function apply(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

// If storage is forbidden, the switch works until the page is left.
function read() {
  try {
    const theme = localStorage.getItem(KEY);
    return ["light", "dark"].includes(theme) ? theme : "system";
  } catch {
    return "system";
  }
}

function write(theme) {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // The choice is not stored.
  }
}
