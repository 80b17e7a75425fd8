/** One turn of a conversation: a question and everything that comes of it, drawn event by event. */

import { vega } from "./chart.js";
import { clarificationCard } from "./clarification_card.js";
import { el } from "./dom.js";
import { errorCard } from "./error_card.js";
import { announce } from "./notices.js";
import { PreviewCard } from "./preview_card.js";
import { resultCard } from "./result_card.js";
import { StatusLine } from "./status_line.js";
import { chips } from "./suggestions.js";
import { say } from "./words.js";

/** @typedef {{request_id: string, index: number, text: string}} Picked a reading of the question */

/**
 * What a turn needs from the conversation it stands in.
 * @typedef {{
 *   setting: {vega: string, mayDownload: boolean, mayEdit: boolean, mayRecheck: boolean},
 *   ask: (question: string, reading?: Picked) => void,
 *   decide: (turn: Turn, approved: boolean, editedSql: string | null) => void,
 * }} Around
 */

export class Turn {
  /** @param {string} question @param {Around} around @param {Picked | null} [reading] */
  constructor(question, around, reading) {
    this.question = question;
    this.around = around;
    this.requestId = "";
    this.queryId = "";
    this.preview = /** @type {PreviewCard | null} */ (null);
    this.status = /** @type {StatusLine | null} */ (null);
    this.body = el("div", { class: "turn-body" });
    this.element = el(
      "article",
      { class: "turn", "aria-label": question },
      el("h2", { class: "turn-question" }, question),
      reading && el("p", { class: "turn-reading" }, say("reading_picked", { text: reading.text })),
      this.body,
    );
  }

  /** Shows that something is going on. */
  begin() {
    this.status ??= new StatusLine();
    this.body.append(this.status.element);
  }

  /** Nothing is going on any more. */
  rest() {
    this.status?.end();
    this.status = null;
  }

  /** @param {import("./stream.js").ChatEvent} event */
  take(event) {
    if (event.request_id) this.requestId = event.request_id;
    const draw = {
      status: this.onStatus,
      query_preview: this.onPreview,
      confirm_required: this.onConfirm,
      result: this.onResult,
      error: this.onError,
    }[event.type];
    draw?.call(this, event);
  }

  /** @param {any} event */
  onStatus(event) {
    if (event.status === "cancelled") return this.cancelled();
    if (!["completed", "failed", "awaiting_confirm"].includes(event.status)) {
      this.begin();
      this.status?.show(event);
    }
  }

  /**
   * A repaired query takes the place of the one before. While people read it, the charts' library comes.
   * @param {any} event
   */
  onPreview(event) {
    this.preview?.element.remove();
    this.preview = new PreviewCard(event, this.around.setting.mayEdit);
    this.body.prepend(this.preview.element);
    vega(this.around.setting.vega).catch(() => {});
  }

  /** @param {any} event */
  onConfirm(event) {
    this.queryId = event.query_id;
    this.rest();
    this.preview?.offer({
      approve: (sql) => this.around.decide(this, true, sql),
      cancel: () => this.around.decide(this, false, null),
    });
    announce(say("announce_preview", { words: this.preview?.event.explanation ?? "" }));
  }

  /** @param {any} event @param {any} [feedback] */
  onResult(event, feedback) {
    const next = event.suggestions?.length ? chips(event.suggestions, this.around.ask) : null;
    const card = resultCard(
      { ...event, request_id: event.request_id ?? this.requestId },
      this.question,
      this.around.setting,
      feedback,
    );
    this.end(card, next);
    announce(say("announce_answer", { words: event.answer ?? "" }));
  }

  /** @param {any} event */
  onError(event) {
    const asked = event.clarification;
    if (asked) {
      this.end(clarificationCard(asked, this.requestId ? (index) => this.pick(asked, index) : null));
      return announce(asked.question);
    }
    this.end(errorCard(event.error, () => this.around.ask(this.question)));
  }

  /** @param {import("./clarification_card.js").Clarification} asked @param {number} index */
  pick(asked, index) {
    this.around.ask(this.question, { request_id: this.requestId, index, text: asked.readings[index].text });
  }

  cancelled() {
    this.preview?.settle();
    this.rest();
    this.body.querySelector(".turn-note")?.remove();
    this.body.append(el("p", { class: "turn-note" }, say("was_cancelled")));
    announce(say("was_cancelled"));
  }

  /** The turn's last word; the preview has done its duty. @param {...(Node | null)} shown */
  end(...shown) {
    this.rest();
    this.preview?.settle();
    this.body.replaceChildren(.../** @type {Node[]} */ (shown.filter(Boolean)));
  }

  /** A turn of an earlier visit, drawn from what the server kept. @param {any} request */
  restore(request) {
    this.requestId = request.request_id;
    if (request.result) return this.onResult(request.result, request.feedback);
    if (request.error) return this.onError(request.error);
    if (request.query) this.onPreview(request.query);
    if (request.confirm) return this.onConfirm(request.confirm);
    if (request.status === "cancelled") return this.cancelled();
    this.body.append(el("p", { class: "turn-note" }, say("still_running")));
  }
}
