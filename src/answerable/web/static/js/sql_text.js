/** SQL as people like to read it: clauses on lines of their own, words in colour. For showing, never for running. */

import { el } from "./dom.js";

const WORDS = new Set(
  `all and any as asc between by case cast cross current_date current_timestamp date desc distinct else end escape
   except exists extract false fetch filter first following for from full group having ilike in inner intersect
   interval is join last lateral left like limit natural not null nulls offset on only or order outer over partition
   preceding range recursive right row rows select similar some table then ties to true unbounded union unique using
   values when where window with within`.split(/\s+/),
);
const PARTS = [
  /(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)/,
  /(?<text>'(?:[^']|'')*')/,
  /(?<name>"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\])/,
  /(?<number>\b\d+(?:\.\d+)?\b)/,
  /(?<word>[\p{L}_][\p{L}\p{N}_$]*)/u,
  /(?<space>\s+)/,
  /(?<other>[\s\S])/,
];
const TOKEN = new RegExp(PARTS.map((part) => part.source).join("|"), "gu");
const NEW_LINE = /^(from|where|group|having|order|limit|union|intersect|except|window|qualify)$/i;
const JOIN_BEGINS = /^(join|left|right|inner|cross|full|natural)$/i;
const JOIN_GOES_ON = /^(left|right|inner|cross|full|natural|outer)$/i;
const CONDITION = /^(and|or)$/i;

/** @typedef {{kind: string, text: string}} Token */

/** @param {string} sql @returns {Token[]} */
export function tokens(sql) {
  return [...sql.matchAll(TOKEN)].map((match) => {
    const [kind, text] = /** @type {[string, string]} */ (Object.entries(match.groups ?? {}).find(([, part]) => part));
    return { kind: kind === "word" && !WORDS.has(text.toLowerCase()) ? "name" : kind, text };
  });
}

/** One-line SQL, a line for each clause; SQL that already has lines stays as it is. @param {string} sql */
export function inLines(sql) {
  if (sql.includes("\n")) return sql;
  const parts = tokens(sql);
  let depth = 0;
  let before = "";
  return parts
    .map((token, place) => {
      depth += token.text === "(" ? 1 : token.text === ")" ? -1 : 0;
      if (token.kind === "space") return breakBefore(parts[place + 1], before, depth) ?? token.text;
      before = token.text;
      return token.text;
    })
    .join("");
}

/** @param {Token | undefined} next @param {string} before @param {number} depth */
function breakBefore(next, before, depth) {
  if (!next || next.kind !== "word" || depth > 0) return null;
  if (NEW_LINE.test(next.text) || (JOIN_BEGINS.test(next.text) && !JOIN_GOES_ON.test(before))) return "\n";
  return CONDITION.test(next.text) && !/^between$/i.test(before) ? "\n  " : null;
}

/** @param {string} sql @returns {HTMLElement} */
export function sqlBlock(sql) {
  const parts = tokens(inLines(sql)).map((token) =>
    ["word", "text", "number", "comment"].includes(token.kind)
      ? el("span", { class: token.kind }, token.text)
      : token.text,
  );
  return el("pre", { class: "sql", translate: "no" }, el("code", {}, parts));
}
