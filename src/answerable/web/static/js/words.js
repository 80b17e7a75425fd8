/** What the page says, in the visitor's language. The catalogues are `static/words/LANG.json`. */

/** @type {Record<string, string>} */
let catalogue = {};
let lang = "en";

/** @param {string} url @param {string} language */
export async function loadWords(url, language) {
  lang = language;
  const response = await fetch(url, { credentials: "same-origin" });
  catalogue = await response.json();
}

/** The language of the page: `en` or `ko`. */
export const language = () => lang;

/**
 * The words under a key, with `{names}` filled in.
 * @param {string} key @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function say(key, values = {}) {
  const text = catalogue[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * Words that may be missing: a server of another version may send codes that are not known here.
 * @param {string} key @param {string} other
 */
export const sayOr = (key, other) => catalogue[key] ?? other;

/** The words for a count: `KEY_one` or `KEY_other`. @param {string} key @param {number} count */
export function sayCount(key, count) {
  const form = new Intl.PluralRules(lang).select(count);
  const known = `${key}_${form}` in catalogue ? `${key}_${form}` : `${key}_other`;
  return say(known, { count: number(count) });
}

/** @param {number} value */
export const number = (value) => new Intl.NumberFormat(lang).format(value);

/** @param {number} share */
export const percent = (share) => new Intl.NumberFormat(lang, { style: "percent" }).format(share);

/** A time span as people say it. @param {number} ms */
export function duration(ms) {
  if (ms < 1000) return say("milliseconds", { count: number(Math.round(ms)) });
  if (ms < 60000) return say("seconds", { count: number(Math.round(ms / 100) / 10) });
  return say("minutes", { minutes: Math.floor(ms / 60000), seconds: Math.round((ms % 60000) / 1000) });
}

/** The day of a moment: today, yesterday, or its date. @param {string} moment */
export function day(moment) {
  const then = new Date(moment);
  const days = Math.round((midnight(new Date()) - midnight(then)) / 86400000);
  if (days === 0) return say("today");
  if (days === 1) return say("yesterday");
  const year = then.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
  return new Intl.DateTimeFormat(lang, { day: "numeric", month: "long", year }).format(then);
}

/** @param {Date} date */
const midnight = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** @param {string} moment */
export const clock = (moment) =>
  new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" }).format(new Date(moment));
