/** One table of the catalogue: what a row is, and everything that is known of it. */

import { LINES, badge, code } from "./catalogue_lines.js";
import { why } from "./catalogue_evidence.js";
import { el } from "./dom.js";
import { number, say, sayOr } from "./words.js";

/** The place of a table on the page. @param {string} table */
export const anchor = (table) => `table-${encodeURIComponent(table)}`;

/** @typedef {import("./catalogue_model.js").CatalogueTable} CatalogueTable */
/** @typedef {import("./catalogue_lines.js").TableLink} TableLink */

/** @param {CatalogueTable} table @param {TableLink} link */
export function card(table, link) {
  const { entity, parts } = table;
  const title = `${anchor(entity.table)}-title`;
  return el(
    "article",
    { class: "catalogue-card", id: anchor(entity.table), "aria-labelledby": title, tabIndex: -1 },
    el(
      "header",
      { class: "catalogue-card-head" },
      el("h2", { id: title }, el("span", { class: "noun", translate: "no" }, entity.plural), " ", code(entity.table)),
      kinds(table).map((kind) => badge(sayOr(`row_kind_${kind}`, kind))),
      why(entity),
    ),
    el("dl", { class: "catalogue-facts" }, facts(table, link)),
    el(
      "div",
      { class: "catalogue-parts" },
      Object.keys(LINES)
        .filter((name) => parts[name].length)
        .map((name) => part(name, parts[name], link)),
    ),
    columnsFold(table),
  );
}

/** @param {CatalogueTable} table @returns {string[]} */
function kinds({ entity, parts }) {
  const named = ["person", "bridge", "code_table", "technical", "view"].filter((kind) => entity[`is_${kind}`]);
  return parts.happens.length ? ["event", ...named] : named;
}

/** @param {CatalogueTable} table @param {TableLink} link */
function facts({ entity, rows }, link) {
  const given = [
    [say("catalogue_one_row"), el("span", { class: "datum", translate: "no" }, entity.noun)],
    [say("catalogue_key"), spaced(entity.key.map(code))],
    [say("catalogue_shown_as"), spaced(entity.display.map(code))],
    [say("catalogue_native"), isOther(entity) && el("span", { class: "datum", translate: "no" }, entity.native)],
    [say("catalogue_view_of"), spaced(entity.view_of.map(link))],
    [say("catalogue_rows"), rows > 0 && number(rows)],
  ];
  return given
    .filter(([, value]) => (Array.isArray(value) ? value.length : value))
    .map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)));
}

/** Whether the data has a word of its own for it. @param {any} entity */
const isOther = (entity) => entity.native && ![entity.noun, entity.plural].includes(entity.native);

/** @param {any[]} nodes */
const spaced = (nodes) => nodes.flatMap((node, place) => (place ? [" ", node] : [node]));

/** @param {string} name @param {any[]} items @param {TableLink} link */
function part(name, items, link) {
  return el(
    "section",
    { class: "catalogue-part", "data-part": name },
    el("h3", {}, say(`part_${name}`)),
    el(
      "ul",
      {},
      items.map((one) => {
        const line = LINES[name](one, link).filter(Boolean);
        return el("li", {}, el("div", { class: "catalogue-line" }, spaced(line)), one.clues && why(one));
      }),
    ),
  );
}

/** @param {CatalogueTable} table */
function columnsFold({ columns }) {
  if (!columns.length) return null;
  const line = (/** @type {any} */ column) =>
    el(
      "li",
      { title: column.description },
      code(column.name),
      " ",
      el("span", { class: "hint", translate: "no" }, column.data_type),
    );
  return el(
    "details",
    { class: "fold catalogue-columns" },
    el("summary", {}, say("catalogue_columns", { count: number(columns.length) })),
    el("ul", {}, columns.map(line)),
  );
}
