/** The rows of a result: sorted and paged by the server, so that the order is that of all rows and not of one page. */

import { get } from "./api.js";
import { isNumeric, writer } from "./cells.js";
import { el } from "./dom.js";
import { announce, complain } from "./notices.js";
import { number, say, sayCount } from "./words.js";

export const PAGE_SIZE = 100;

/**
 * @typedef {import("./cells.js").Column} Column
 * @typedef {{result_id: string, columns: Column[], rows: Record<string, unknown>[], total_row_count: number | null,
 *   returned_row_count?: number, is_truncated: boolean}} Result
 */

export class ResultTable {
  /** @param {Result} result */
  constructor(result) {
    this.result = result;
    this.rows = result.rows;
    this.page = 1;
    this.sort = /** @type {string | null} */ (null);
    this.descending = false;
    this.scroll = el("div", {
      class: "table-scroll",
      tabindex: "0",
      role: "region",
      "aria-label": say("result_table"),
    });
    this.foot = el("div", { class: "rows-foot" });
    this.element = el("div", { class: "result-table" }, this.scroll, this.foot);
    this.draw();
  }

  get kept() {
    return this.result.returned_row_count ?? this.result.total_row_count;
  }

  get pages() {
    return Math.max(1, Math.ceil(this.kept / PAGE_SIZE));
  }

  draw() {
    const columns = this.result.columns;
    const head = el(
      "tr",
      {},
      columns.map((column) => this.heading(column)),
    );
    const write = columns.map((column) =>
      writer(
        column,
        this.rows.map((row) => row[column.name]),
      ),
    );
    const lines = this.rows.map((row) =>
      el(
        "tr",
        {},
        columns.map((column, place) => drawCell(row[column.name], column, write[place])),
      ),
    );
    const empty = el("tr", {}, el("td", { class: "nothing", colspan: String(columns.length || 1) }, say("no_rows")));
    this.body = el("tbody", {}, lines.length ? lines : empty);
    this.scroll.replaceChildren(el("table", { class: "rows" }, el("thead", {}, head), this.body));
    this.foot.replaceChildren(...this.footing());
  }

  /** @param {Column} column */
  heading(column) {
    const sorted = this.sort === column.name;
    const state = sorted ? (this.descending ? "descending" : "ascending") : "none";
    const mark = el("span", { class: "order", "aria-hidden": "true" }, sorted ? (this.descending ? "↓" : "↑") : "");
    const press = el(
      "button",
      { type: "button", title: say("sort_by", { column: column.name }), on: { click: () => this.sortBy(column) } },
      column.name,
      mark,
    );
    return el("th", { scope: "col", class: isNumeric(column) ? "number" : "", "aria-sort": state }, press);
  }

  footing() {
    const truncated = this.result.is_truncated && el("span", { class: "caveat" }, say("truncated"));
    const count = el("span", {}, sayCount("rows", this.kept));
    if (this.pages < 2) return [count, truncated].filter(Boolean);
    const turnTo = (/** @type {string} */ words, /** @type {number} */ page) =>
      el(
        "button",
        {
          type: "button",
          class: "button small quiet",
          disabled: page < 1 || page > this.pages,
          on: { click: () => this.turnTo(page) },
        },
        words,
      );
    const place = el("span", {}, say("page_of", { page: number(this.page), pages: number(this.pages) }));
    const pages = el(
      "div",
      { class: "pages" },
      turnTo(say("previous"), this.page - 1),
      place,
      turnTo(say("next"), this.page + 1),
    );
    return [count, truncated, pages].filter(Boolean);
  }

  /** Up, down, then the order it came in. @param {Column} column */
  async sortBy(column) {
    const again = this.sort === column.name;
    const first = isNumeric(column);
    if (again && this.descending !== first) this.sort = null;
    else this.descending = again ? !first : first;
    if (!again) this.sort = column.name;
    await this.turnTo(1);
    const place = this.result.columns.indexOf(column);
    this.scroll.querySelectorAll("th button")[place]?.focus();
  }

  /** @param {number} page */
  async turnTo(page) {
    this.scroll.setAttribute("aria-busy", "true");
    try {
      const asked = { page, page_size: PAGE_SIZE, sort: this.sort, descending: this.sort ? this.descending : null };
      const got = await get(`/api/results/${this.result.result_id}`, asked);
      this.rows = got.rows;
      this.page = page;
      this.draw();
      this.scroll.scrollTop = 0;
      announce(say("page_of", { page: number(page), pages: number(this.pages) }));
    } catch (error) {
      complain(error);
    } finally {
      this.scroll.removeAttribute("aria-busy");
    }
  }

  /** Shows where a figure of the sentence stands. @param {number} row @param {string} column */
  async point(row, column) {
    const page = Math.floor(row / PAGE_SIZE) + 1;
    if (this.sort || page !== this.page) {
      this.sort = null;
      await this.turnTo(page);
    }
    for (const cell of this.body.querySelectorAll(".pointed")) cell.classList.remove("pointed");
    const place = this.result.columns.findIndex((one) => one.name === column);
    const cell = this.body.rows[row % PAGE_SIZE]?.cells[place];
    cell?.classList.add("pointed");
    cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

/** @param {unknown} value @param {Column} column @param {(value: unknown) => string} write */
function drawCell(value, column, write) {
  if (value === null || value === undefined)
    return el("td", { class: "nothing" + (isNumeric(column) ? " number" : "") }, say("no_value"));
  return el("td", { class: isNumeric(column) ? "number" : "" }, write(value));
}
