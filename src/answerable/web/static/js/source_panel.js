/** The panel at the side: pick sources, look into them, connect and upload more. */

import { post, remove } from "./api.js";
import { confirmed } from "./confirming.js";
import { connectForm } from "./connect_form.js";
import { button, byId, el, iconButton } from "./dom.js";
import { complain, toast } from "./notices.js";
import { schemaFold } from "./schema_view.js";
import { uploadPart } from "./upload.js";
import { say, sayOr } from "./words.js";

export class SourcePanel {
  /** @param {import("./sources.js").Sources} sources */
  constructor(sources) {
    this.sources = sources;
    this.dialog = byId("sources-panel");
    this.list = el("ul", { class: "panel-part source-list" });
    const head = el(
      "div",
      { class: "panel-head" },
      el("h2", { id: "sources-title" }, say("sources")),
      iconButton(say("close"), "close", () => this.dialog.close()),
    );
    const adding = [sources.may.upload && uploadPart(sources), sources.may.connect && connectForm(sources)];
    this.dialog.append(...[head, this.list, ...adding].filter(Boolean));
    this.dialog.addEventListener(
      "click",
      (/** @type {Event} */ event) => event.target === this.dialog && this.dialog.close(),
    );
    sources.addEventListener("change", () => this.draw());
  }

  open() {
    this.draw();
    this.dialog.showModal();
  }

  draw() {
    const { all, error } = this.sources;
    if (error)
      return this.list.replaceChildren(
        el("p", { class: "said bad" }, error.message),
        button(say("try_again"), () => this.sources.load()),
      );
    if (!all.length)
      return this.list.replaceChildren(
        el("p", { class: "hint" }, say(this.sources.may.upload ? "no_sources" : "no_sources_viewer")),
      );
    this.list.replaceChildren(...all.map((source) => this.entry(source)));
  }

  /** @param {import("./sources.js").Source} source */
  entry(source) {
    const chosen = this.sources.chosen().includes(source);
    const only = chosen && this.sources.chosen().length === 1;
    const box = el("input", {
      type: "checkbox",
      checked: chosen,
      disabled: only,
      on: { change: () => this.sources.choose(source.id, box.checked) },
    });
    const kind = sayOr(`kind_of_source_${source.kind}`, source.kind);
    const facts = [kind, source.spec !== source.name && source.spec].filter(Boolean).join(" · ");
    const words = el(
      "span",
      { class: "source-words" },
      el("span", { class: "source-name" }, source.name),
      el("span", { class: "hint" }, facts),
    );
    const leave =
      this.sources.may.connect &&
      iconButton(say("remove_source", { name: source.name }), "close", () => this.remove(source));
    return el(
      "li",
      { class: "source" },
      el("div", { class: "source-line" }, el("label", {}, box, words), leave),
      schemaFold(source, this.sources.may.refresh),
      el("a", { class: "source-meaning", href: `/data/${source.id}` }, say("catalogue_of_source")),
    );
  }

  /** @param {import("./sources.js").Source} source */
  async remove(source) {
    const { name } = source;
    const words = say(source.is_upload ? "remove_upload_words" : "remove_words", { name });
    if (!(await confirmed(say("remove_question"), words, say("remove")))) return;
    this.sources.dispatchEvent(new Event("removing"));
    try {
      await remove(`/api/sources/${source.id}`);
      await this.sources.load();
      toast(say(source.is_upload ? "removed_upload" : "removed", { name }));
    } catch (error) {
      complain(error);
    }
  }
}

/** Connects the bundled shop. @param {import("./sources.js").Sources} sources */
export async function addSample(sources) {
  try {
    await post("/api/sources/sample", {});
    await sources.load();
  } catch (error) {
    complain(error);
  }
}
