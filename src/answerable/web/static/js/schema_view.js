/** The tables of a source, looked up when they are first wanted. */

import { get, post } from "./api.js";
import { button, el } from "./dom.js";
import { say, sayCount } from "./words.js";

/** @param {import("./sources.js").Source} source @param {boolean} mayRefresh */
export function schemaFold(source, mayRefresh) {
  const place = el("div", { class: "schema" });
  const fold = el("details", { class: "fold" }, el("summary", {}, say("look_inside")), place);
  const fill = async (/** @type {() => Promise<any>} */ read) => {
    place.replaceChildren(el("p", { class: "hint" }, say("loading")));
    try {
      const schema = await read();
      const again =
        mayRefresh &&
        button(say("read_again"), () => fill(() => post("/api/schema/refresh", { source_id: source.id })), {
          class: "button small quiet",
        });
      place.replaceChildren(...schema.tables.map(drawTable), again || "");
    } catch (error) {
      place.replaceChildren(el("p", { class: "said bad" }, /** @type {Error} */ (error).message));
    }
  };
  fold.addEventListener(
    "toggle",
    () => fold.open && !place.childElementCount && fill(() => get("/api/schema", { source_id: source.id })),
  );
  return fold;
}

/** @param {any} table */
function drawTable(table) {
  const known = typeof table.estimated_row_count === "number" && table.estimated_row_count > 0;
  const rows = known ? ` · ${sayCount("rows", table.estimated_row_count)}` : "";
  const columns = table.columns.map((/** @type {any} */ column) => column.name).join(", ");
  return el(
    "div",
    { title: table.description },
    el("b", {}, table.name),
    el("span", { class: "hint" }, rows),
    el("p", { class: "schema-columns" }, columns),
  );
}
