/** Elements, built one by one. Text is only ever text: nothing here reads markup, so no data can become any. */

const PROPERTIES = new Set(["value", "checked", "disabled", "hidden", "open", "multiple", "required", "tabIndex"]);
const REFUSED = /^(on|style$|srcdoc$|innerhtml$|outerhtml$)/i;
const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, unknown> & {class?: string, on?: Record<string, (event: any) => void>}} Given
 */

/**
 * An element with attributes, listeners (`on`) and children; what is null or false is left out.
 * @param {string} tag
 * @param {Given} [given]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function el(tag, given = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) set(element, name, value);
  element.append(...children.flat().filter(isShown).map(asNode));
  return element;
}

/** @param {HTMLElement} element @param {string} name @param {unknown} value */
function set(element, name, value) {
  if (name === "on") return listen(element, /** @type {any} */ (value));
  if (value === null || value === undefined || value === false) return;
  if (REFUSED.test(name)) throw new TypeError(name);
  if (PROPERTIES.has(name)) /** @type {any} */ (element)[name] = value;
  else element.setAttribute(name, value === true ? "" : String(name === "href" ? localHref(String(value)) : value));
}

/** @param {HTMLElement} element @param {Record<string, (event: Event) => void>} listeners */
function listen(element, listeners) {
  for (const [name, heard] of Object.entries(listeners)) element.addEventListener(name, heard);
}

/** Only addresses of this very server, so that no link leads where data would have it. @param {string} href */
export function localHref(href) {
  const url = new URL(href, location.href);
  return url.origin === location.origin ? url.pathname + url.search + url.hash : "#";
}

/** @param {Child} child */
const isShown = (child) => child !== null && child !== undefined && child !== false && child !== "";

/** @param {any} child @returns {Node} */
const asNode = (child) => (child instanceof Node ? child : document.createTextNode(String(child)));

/** The element with an id that the template promises. @param {string} id @returns {any} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`#${id}`);
  return found;
}

const ICONS = {
  check: ["M4.5 10.5l3.5 3.5 7.5-8"],
  chart: ["M4 16V9M8.5 16V4M13 16v-5M17 16H3"],
  close: ["M5.5 5.5l9 9M14.5 5.5l-9 9"],
  copy: ["M7 7h9v9H7z", "M13 7V4H4v9h3"],
  down: ["M6 8l4 4 4-4"],
  more: ["M4.6 10h.1M10 10h.1M15.4 10h.1"],
  save: ["M10 3v9M6 8.5l4 4 4-4M4 16h12"],
  seal: ["M10 2.8l6 2.2v4.6c0 3.6-2.5 6.3-6 7.6-3.5-1.3-6-4-6-7.6V5z", "M7.2 10l2 2 3.6-4"],
  care: ["M10 3.5l7 12.5H3z", "M10 8.5v3.5M10 14v.2"],
  up_thumb: ["M7 9l3-6c1.3 0 2 .9 2 2.2V8h3.6c.9 0 1.5.8 1.3 1.7l-1.2 5.6c-.1.7-.7 1.2-1.4 1.2H7zM7 9H4v7.5h3"],
  down_thumb: ["M7 11l3 6c1.3 0 2-.9 2-2.2V12h3.6c.9 0 1.5-.8 1.3-1.7l-1.2-5.6c-.1-.7-.7-1.2-1.4-1.2H7zM7 11H4V3.5h3"],
};

/** A drawing that says nothing by itself. @param {keyof typeof ICONS} name */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  const look = { class: "icon", viewBox: "0 0 20 20", fill: "none", stroke: "currentColor", "stroke-width": "1.6" };
  const ends = { "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true" };
  for (const [key, value] of Object.entries({ ...look, ...ends })) svg.setAttribute(key, value);
  for (const line of ICONS[name]) svg.append(path(line));
  return svg;
}

/** @param {string} line */
function path(line) {
  const drawn = document.createElementNS(SVG, "path");
  drawn.setAttribute("d", line);
  return drawn;
}

/**
 * A button that says what it does.
 * @param {string} words @param {() => void} act @param {Given} [given] @param {...Child} before
 */
export function button(words, act, given = {}, ...before) {
  return el(
    "button",
    { type: "button", class: "button", ...given, on: { click: act } },
    ...before,
    el("span", {}, words),
  );
}

/** @param {string} words @param {keyof typeof ICONS} drawing @param {() => void} act @param {Given} [given] */
export function iconButton(words, drawing, act, given = {}) {
  const labelled = { type: "button", class: "icon-button", "aria-label": words, title: words };
  return el("button", { ...labelled, ...given, on: { click: act } }, icon(drawing));
}
