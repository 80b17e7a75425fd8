/** How cells are written: measures grouped, with the decimals their column needs; ids and years as they are. */

import { language } from "./words.js";

/** @typedef {{name: string, data_type: string, is_nullable?: boolean}} Column */

const NUMBERS = /^(u?int|float|double|decimal|half|numeric|real|bigint|smallint|integer)/i;
const LABEL = /(^|[_\s])(id|ids|uuid|key|code|zip|zipcode|postcode|phone|year|yr|sku|no|nr|연도|년도|번호|코드)$/i;
const MONEY =
  /revenue|price|amount|cost|sales|spend|fee|payment|paid|profit|margin|budget|salary|tax|매출|금액|가격|비용|이익/i;
const MOST_DECIMALS = 4;

/** @param {Column} column */
export const isNumeric = (column) => NUMBERS.test(column.data_type);

/**
 * A writer for one column, from all values of the page.
 * @param {Column} column @param {unknown[]} values
 * @returns {(value: unknown) => string}
 */
export function writer(column, values) {
  if (!isNumeric(column)) return plain;
  const decimals = decimalsOf(column.name, values);
  const grouped = !LABEL.test(column.name) || decimals > 0;
  return (value) => (isNumber(value) ? digits(String(value), decimals, grouped) : plain(value));
}

/** @param {unknown} value */
const isNumber = (value) => typeof value === "number" || (typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value));

/** @param {unknown} value */
export function plain(value) {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** @param {string} name @param {unknown[]} values */
function decimalsOf(name, values) {
  const lengths = values.filter(isNumber).map((value) => String(value).split("e")[0].split(".")[1]?.length ?? 0);
  const most = Math.max(0, ...lengths);
  const wanted = most > MOST_DECIMALS ? 2 : most;
  return wanted === 1 && MONEY.test(name) ? 2 : wanted;
}

/**
 * Digits that a double holds are rounded by it; longer ones are grouped as text.
 * @param {string} text @param {number} decimals @param {boolean} grouped
 */
function digits(text, decimals, grouped) {
  const look = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: grouped };
  const value = /** @type {any} */ (text.replace(/[^0-9]/g, "").length > 15 ? text : Number(text));
  return new Intl.NumberFormat(language(), look).format(value);
}

/**
 * Rows as text for a spreadsheet. What a spreadsheet would take for a formula is marked as text.
 * @param {Column[]} columns @param {Record<string, unknown>[]} rows
 */
export function asTsv(columns, rows) {
  const lines = [columns.map((column) => cell(column.name))];
  for (const row of rows)
    lines.push(columns.map((column) => (isNumeric(column) ? plain(row[column.name]) : cell(plain(row[column.name])))));
  return lines.map((line) => line.join("\t")).join("\n");
}

/** @param {string} text */
function cell(text) {
  const flat = text.replace(/[\t\r\n]+/g, " ");
  return /^[=+\-@]/.test(flat) ? `'${flat}` : flat;
}
