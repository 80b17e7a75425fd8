/** What can be taken along from an answer: copied, or saved as a file. */

import { get } from "./api.js";
import { asTsv } from "./cells.js";
import { copy, fileName, saveBlob, saveFile, saveFrom } from "./copying.js";
import { menu } from "./menu.js";
import { complain } from "./notices.js";
import { say } from "./words.js";

const MOST_COPIED = 1000;

/** @param {any} event the result event @param {import("./table.js").ResultTable} table */
export function copyMenu(event, table) {
  return menu(say("copy"), "copy", [
    { words: say("copy_answer"), act: () => copy(event.answer) },
    { words: say("copy_sql"), act: () => copy(event.sql) },
    { words: say("copy_table"), act: () => copyRows(event.data, table) },
  ]);
}

/** In the order they are shown in. @param {any} result @param {import("./table.js").ResultTable} table */
async function copyRows(result, table) {
  try {
    const order = { sort: table.sort, descending: table.sort && table.descending };
    const all = await get(`/api/results/${result.result_id}`, { page_size: MOST_COPIED, ...order });
    await copy(asTsv(result.columns, all.rows));
  } catch (error) {
    complain(error);
  }
}

/**
 * @param {any} event the result event @param {string} question
 * @param {import("./chart.js").ChartView | null} chart @param {boolean} mayDownload
 */
export function saveMenu(event, question, chart, mayDownload) {
  const items = [
    ...(mayDownload ? files(event.data.result_id) : []),
    ...(chart ? pictures(chart, question, event.data.executed_at) : []),
    ...(event.receipt ? [receipt(event, question)] : []),
  ];
  return items.length ? menu(say("save"), "save", items) : null;
}

/** @param {any} event @param {string} question */
const receipt = (event, question) => ({
  words: say("save_receipt"),
  act: () => saveFile(event.receipt.url, fileName(question, event.data.executed_at, ".receipt.json")),
});

/** @param {string} resultId */
function files(resultId) {
  const address = (/** @type {string} */ format) => `/api/results/${resultId}/download?format=${format}`;
  return ["csv", "xlsx", "parquet"].map((format) => ({
    words: say(`save_${format}`),
    act: () => saveFrom(address(format)),
  }));
}

/** @param {import("./chart.js").ChartView} chart @param {string} question @param {string} moment */
function pictures(chart, question, moment) {
  return /** @type {const} */ (["png", "svg"]).map((format) => ({
    words: say(`save_${format}`),
    act: async () => saveBlob(await chart.picture(format), fileName(question, moment, `.${format}`)),
  }));
}
