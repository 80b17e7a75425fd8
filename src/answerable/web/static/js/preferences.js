/** What a visitor likes: theme and language, kept in cookies so that the server draws the page right at once. */

const YEAR = 31536000;

/** @param {string} name @param {string} value */
function keep(name, value) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
}

export function switchTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  keep("theme", root.dataset.theme);
  dispatchEvent(new Event("themechange"));
}

/** To the other language of the two; the page is drawn anew in it. */
export function switchLanguage() {
  keep("django_language", document.documentElement.lang === "ko" ? "en" : "ko");
  location.reload();
}

/** Charts are drawn again when the machine turns dark. */
export function watchTheme() {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => dispatchEvent(new Event("themechange")));
}
