/** What a visitor likes: the theme and the language, kept in cookies so that the server draws the page right at once. */

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

/** @param {string} language `en` or `ko` */
export function switchLanguage(language) {
  keep("django_language", language);
  location.reload();
}

/** Charts are drawn again when the machine turns dark. */
export function watchTheme() {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => dispatchEvent(new Event("themechange")));
}
