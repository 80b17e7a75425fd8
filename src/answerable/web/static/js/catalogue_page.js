/** The data catalogue: what the tables and columns of each source mean. */

import { ApiError, get } from "./api.js";
import { anchor, card } from "./catalogue_card.js";
import { diagram } from "./catalogue_diagram.js";
import { found, tablesOf } from "./catalogue_model.js";
import { button, byId, el } from "./dom.js";
import { announce, watchConnection } from "./notices.js";
import { switchLanguage, switchTheme } from "./preferences.js";
import { loadWords, say, sayCount } from "./words.js";

/** @type {{lang: string, words: string, source_id: string | null}} */
const facts = JSON.parse(byId("facts").textContent);

const AT_ONCE = 40;
const PAUSE = 150;

/** @type {Record<string, () => void>} */
const ACTS = { "switch-theme": switchTheme, "switch-language": switchLanguage };

/** @type {import("./catalogue_model.js").CatalogueTable[]} */
let tables = [];
let shown = AT_ONCE;

const search = byId("catalogue-search");
const list = byId("catalogue-list");

async function begin() {
  const ready = loadWords(facts.words, facts.lang);
  document.addEventListener("click", (event) => {
    const pressed = event.target instanceof Element ? event.target.closest("[data-do]") : null;
    const act = ACTS[pressed?.getAttribute("data-do") ?? ""];
    if (act) ready.then(act);
  });
  await ready;
  watchConnection();
  watchSearch();
  addEventListener("hashchange", toTable);
  await load();
}

async function load() {
  wait(true);
  list.replaceChildren(el("p", { class: "hint" }, say("catalogue_loading")));
  try {
    const sources = await get("/api/sources");
    drawSources(sources);
    if (!sources.length && !facts.source_id) return nothing(say("catalogue_none"), say("catalogue_none_words"));
    await read(chosen(sources));
  } catch (error) {
    failed(/** @type {ApiError} */ (error));
  } finally {
    wait(false);
  }
}

/** @param {any[]} sources */
function chosen(sources) {
  const source = facts.source_id ? sources.find((one) => one.id === facts.source_id) : sources[0];
  if (!source) throw new ApiError({ code: "not_found", message: say("catalogue_no_source") });
  return source;
}

/** @param {any} source */
async function read(source) {
  const [meaning, schema] = await Promise.all([
    get(`/api/sources/${source.id}/meaning`),
    get("/api/schema", { source_id: source.id }),
  ]);
  tables = tablesOf(meaning, schema.tables);
  byId("catalogue-tools").hidden = false;
  byId("catalogue-count").textContent = [
    sayCount("catalogue_tables", tables.length),
    sayCount("catalogue_relationships", meaning.relationships.length),
    sayCount("catalogue_measures", meaning.measures.length + meaning.derived.length),
  ].join(" · ");
  search.value = new URLSearchParams(location.search).get("q") ?? "";
  draw();
  toTable();
}

/** @param {any[]} sources */
function drawSources(sources) {
  const current = facts.source_id ?? sources[0]?.id;
  const link = (/** @type {any} */ source) =>
    el("a", { href: `/data/${source.id}`, "aria-current": source.id === current && "page" }, source.name);
  byId("catalogue-sources").replaceChildren(...sources.map(link));
}

function draw() {
  const wanted = search.value.trim();
  const matching = found(tables, wanted);
  drawDiagram(matching);
  if (!tables.length) return nothing(say("catalogue_no_tables"), "");
  if (!matching.length) {
    const clear = button(say("catalogue_clear"), clearSearch, { class: "button small" });
    return nothing(say("catalogue_not_found", { words: wanted }), "", clear);
  }
  list.replaceChildren(...matching.slice(0, shown).map((table) => card(table, link)));
  if (matching.length > shown) list.append(button(say("catalogue_more"), more, { class: "button catalogue-more" }));
}

/** @param {import("./catalogue_model.js").CatalogueTable[]} matching */
function drawDiagram(matching) {
  const drawn = diagram(matching);
  byId("catalogue-figure").hidden = !drawn;
  if (!drawn) return;
  const place = byId("catalogue-diagram");
  place.replaceChildren(drawn.svg);
  const words = [say("catalogue_diagram_words"), !drawn.isAll && say("catalogue_diagram_some", { count: drawn.count })];
  byId("catalogue-legend").textContent = words.filter(Boolean).join(" ");
}

function more() {
  const next = shown;
  shown += AT_ONCE;
  draw();
  list.children[next]?.focus();
}

/** The noun of a table, which leads to it. @param {string} table */
function link(table) {
  const known = tables.find((one) => one.entity.table === table);
  return el("a", { href: `#${anchor(table)}`, translate: "no" }, known ? known.entity.noun : table);
}

/** Brings the table of the address into sight, whatever the search or the page left out. */
function toTable() {
  const id = location.hash.slice(1);
  const place = tables.findIndex((one) => anchor(one.entity.table) === id);
  if (place < 0) return;
  if (!document.getElementById(id)) {
    if (search.value) clearSearch();
    shown = Math.max(shown, place + 1);
    draw();
  }
  const target = byId(id);
  target.scrollIntoView({ block: "start" });
  target.focus({ preventScroll: true });
}

function watchSearch() {
  let waiting = 0;
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(searched, PAUSE);
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches("input, textarea");
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      search.focus();
    } else if (event.key === "Escape" && event.target === search && search.value) {
      clearSearch();
    }
  });
}

function searched() {
  shown = AT_ONCE;
  const wanted = search.value.trim();
  const query = wanted ? `?q=${encodeURIComponent(wanted)}` : "";
  history.replaceState(null, "", `${location.pathname}${query}`);
  draw();
  announce(say("catalogue_found", { shown: found(tables, wanted).length, all: tables.length }));
}

function clearSearch() {
  search.value = "";
  searched();
  search.focus();
}

/** @param {string} words @param {string} more @param {...any} acts */
function nothing(words, more, ...acts) {
  const lines = [words, more].filter(Boolean).map((line) => el("p", {}, line));
  list.replaceChildren(el("div", { class: "catalogue-nothing" }, ...lines, ...acts));
  announce(words);
}

/** @param {ApiError} error */
function failed(error) {
  const acts = error.code === "not_found" ? [] : [button(say("try_again"), load, { class: "button small" })];
  nothing(error.message, error.hint, ...acts);
}

/** @param {boolean} isWaiting */
const wait = (isWaiting) => list.setAttribute("aria-busy", String(isWaiting));

begin();
