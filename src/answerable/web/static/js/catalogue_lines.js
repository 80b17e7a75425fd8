/** One line for each thing that is known of a table: the column first, then what it means. */

import { el } from "./dom.js";
import { number, percent, say, sayOr } from "./words.js";

const MOST_VALUES = 12;

/** @typedef {import("./dom.js").Child} Child */
/** @typedef {(table: string) => Child} TableLink */

/** What is known, by part, in the order of the card. @type {Record<string, (one: any, link: TableLink) => Child[]>} */
export const LINES = {
  happens: (one, link) => [
    one.main_date ? code(one.main_date) : soft(say("happens_with")),
    one.main_date ? soft(say("happens_on")) : one.date_from && link(one.date_from),
    one.verbs.length > 0 && soft(say("happens_verbs", { verbs: one.verbs.join(", ") })),
  ],
  dates: (one) => [
    code(one.column),
    plain(sayOr(`date_role_${one.role}`, one.role)),
    one.is_main && badge(say("date_main")),
    one.null_means_open && soft(say("date_open")),
    one.first && one.last && soft(say("date_range", { first: one.first, last: one.last })),
  ],
  measures: (one) => [
    code(one.column),
    plain(sayOr(`measure_kind_${one.kind}`, one.kind)),
    one.unit && badge(unit(one)),
    soft(aggregations(one)),
  ],
  derived: (one) => [
    datum(one.label),
    one.unit && badge(unit(one)),
    soft(say("derived_from")),
    ...columnsOf(one).map(code),
  ],
  flags: (one) => [
    code(one.column),
    plain(say("flag_means", { values: quoted(one.yes), label: one.label })),
    one.sense && badge(sayOr(`flag_sense_${one.sense}`, one.sense)),
  ],
  statuses: (one) => [
    code(one.column),
    ...pairs(one.states.length ? one.states.map(state) : one.spellings.map(spelled)),
  ],
  decodings: (one, link) => [code(one.column), ...pairs(one.meanings), link(one.target)],
  dimensions: (one) => [code(one.column), plain(sayOr(`group_by_${one.kind}`, one.kind)), soft(one.place_level)],
  hierarchies: (one) => [datum(one.levels.map((/** @type {any} */ level) => level[1]).join(" → "))],
  exclusions: (one) => [
    plain(sayOr(`left_out_${one.kind}`, sayOr(`row_state_${one.kind}`, one.kind))),
    code(one.condition.column),
    plain(condition(one.condition)),
    one.share > 0 && soft(say("left_out_share", { share: percent(one.share) })),
    one.applies_to !== "all" && soft(say("left_out_of_sums")),
  ],
  hidden: (one) => [
    code(one.column),
    plain(sayOr(`hidden_kind_${one.kind}`, one.kind)),
    soft(say("written_as", { format: [one.format, one.currency].filter(Boolean).join(" ") })),
    one.unreadable > 0 && soft(say("written_unreadable", { count: number(one.unreadable) })),
  ],
  outgoing: (one, link) => [
    ...one.columns.map(code),
    "→",
    link(one.target),
    soft(say("belongs_as", { role: one.role })),
    one.is_unique && badge(say("belongs_one")),
    one.is_optional && soft(say("belongs_optional")),
  ],
  incoming: (one, link) => [link(one.table), soft(say("belongs_as", { role: one.role })), ...one.columns.map(code)],
  unknown: (one) => [one.column && code(one.column), soft(sayOr(`not_told_${one.code}`, one.code))],
};

/** @param {string} name */
export const code = (name) => el("code", { translate: "no" }, name);

/** What the data calls it, in whatever language. @param {string} words */
const datum = (words) => el("span", { class: "datum", translate: "no" }, words);

/** @param {string} words */
const plain = (words) => el("span", {}, words);

/** @param {string} words */
const soft = (words) => words && el("span", { class: "hint" }, words);

/** @param {string} words */
export const badge = (words) => el("span", { class: "catalogue-badge" }, words);

/** @param {any} one */
function unit(one) {
  const scale = one.scale !== 1 && say("measure_scale", { scale: number(one.scale) });
  return [sayOr(`measure_unit_${one.unit}`, one.unit), scale].filter(Boolean).join(" ");
}

/** @param {any} one */
function aggregations(one) {
  const best = one.aggregations[0];
  return best ? say("measure_by", { aggregation: sayOr(`aggregation_${best}`, best) }) : "";
}

/** Parts such as the unit of a discount are no columns. @param {any} one @returns {string[]} */
const columnsOf = (one) =>
  one.parts.filter((/** @type {any} */ [part]) => !part.endsWith("_unit")).map((/** @type {any} */ part) => part[1]);

/** @param {any[]} values */
const quoted = (values) => values.map((value) => (typeof value === "string" ? `“${value}”` : value)).join(", ");

/** @param {[string, string[]]} given @returns {[string, string]} */
const state = ([name, values]) => [values.join(", "), sayOr(`row_state_${name}`, name)];

/** @param {[string, string[]]} given @returns {[string, string]} */
const spelled = ([, values]) => [values.join(", "), ""];

/** Values with what they mean, the first of them. @param {[string, string][]} meanings @returns {Child[]} */
function pairs(meanings) {
  const more = meanings.length - MOST_VALUES;
  return [
    ...meanings.slice(0, MOST_VALUES).map(([value, text]) =>
      el("span", { class: "value-pair" }, code(value), text && ` ${text}`),
    ),
    more > 0 && soft(say("catalogue_values_more", { count: number(more) })),
  ];
}

/** @param {{operator: string, values: any[]}} given */
const condition = (given) =>
  sayOr(`condition_${given.operator}`, "") ? say(`condition_${given.operator}`, { values: quoted(given.values) }) : "";
