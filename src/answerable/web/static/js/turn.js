/** One turn of a conversation: a question and everything that comes of it, drawn event by event. */

import { vega } from "./chart.js";
import { clarificationCard } from "./clarification_card.js";
import { el } from "./dom.js";
import { dropDraft } from "./drafts.js";
import { editedCard } from "./edited_card.js";
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
 *   ask: (question: string, reading?: Picked | null, draft?: string) => void,
 *   decide: (turn: Turn, approved: boolean, editedSql: string | null) => boolean,
 *   watch: (turn: Turn) => void,
 * }} Around
 */

export class Turn {
  /**
   * @param {string} question @param {Around} around @param {Picked | null} [reading]
   * @param {string} [draft] SQL that a person wrote before, to go on with
   */
  constructor(question, around, reading, draft) {
    this.question = question;
    this.around = around;
    this.reading = reading ?? null;
    this.draft = draft ?? "";
    this.edited = "";
    this.isQuiet = false;
    this.readings = /** @type {{text: string}[]} */ ([]);
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
    if (this.preview?.queryId === event.query_id) return;
    this.preview?.element.remove();
    this.preview = new PreviewCard(event, this.around.setting.mayEdit);
    this.body.prepend(this.preview.element);
    vega(this.around.setting.vega).catch(() => {});
  }

  /** @param {any} event */
  onConfirm(event) {
    this.queryId = event.query_id;
    this.rest();
    const decide = {
      approve: (/** @type {string | null} */ sql) => this.around.decide(this, true, sql),
      cancel: () => this.around.decide(this, false, null),
    };
    this.preview?.offer(decide, this.draft);
    this.tell(say("announce_preview", { words: this.preview?.words ?? "" }));
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
    this.tell(say("announce_answer", { words: event.answer ?? "" }));
  }

  /** @param {any} event */
  onError(event) {
    const asked = event.clarification;
    if (asked) {
      this.readings = asked.readings;
      this.end(clarificationCard(asked, this.requestId ? (index) => this.choose(index) : null));
      return this.tell(asked.question);
    }
    this.end(errorCard(event.error, () => this.again(event.error)), this.ownSql());
  }

  /** Asks once more; with the same reading, unless its time is over. @param {any} error @param {string} [draft] */
  again(error, draft) {
    this.around.ask(this.question, error?.code === "too_late" ? null : this.reading, draft);
  }

  /** SQL of a person's own that gave no answer. */
  ownSql() {
    return this.edited ? editedCard(this.edited, () => this.again(null, this.edited)) : null;
  }

  /** The server cannot be asked what became of it: all stays as it is. @param {any} cause @param {() => void} retry */
  lost(cause, retry) {
    this.rest();
    this.body.querySelector(".error-card")?.remove();
    this.body.append(errorCard(cause, retry));
  }

  /** Goes on with a reading that was offered. False where there is no such one. @param {number} index */
  choose(index) {
    const reading = this.requestId ? this.readings[index] : undefined;
    if (reading) this.around.ask(this.question, { request_id: this.requestId, index, text: reading.text });
    return Boolean(reading);
  }

  cancelled() {
    this.preview?.settle();
    this.rest();
    const own = this.ownSql();
    if (own) this.preview?.element.remove();
    this.body.querySelector(".turn-note")?.remove();
    this.body.append(el("p", { class: "turn-note" }, say("was_cancelled")), own ?? "");
    this.tell(say("was_cancelled"));
  }

  /** To ears, while it happens; not again whenever the page is loaded. @param {string} words */
  tell(words) {
    if (!this.isQuiet) announce(words);
  }

  /** The turn's last word; the preview has done its duty. @param {...(Node | null)} shown */
  end(...shown) {
    this.rest();
    if (this.queryId) dropDraft(this.queryId);
    this.preview?.settle();
    this.body.replaceChildren(.../** @type {Node[]} */ (shown.filter(Boolean)));
  }

  /**
   * As the server has it: a turn of an earlier visit, or one that went on without this page.
   * @param {any} request @param {any} [cause] why this page lost sight of it
   */
  restore(request, cause) {
    this.isQuiet = !cause;
    this.requestId = request.request_id;
    this.edited = request.edited_sql || this.edited;
    this.body.querySelectorAll(":scope > .error-card, :scope > .turn-note").forEach((one) => one.remove());
    this.redraw(request, cause);
    this.isQuiet = false;
  }

  /** @param {any} request @param {any} cause */
  redraw(request, cause) {
    if (request.result) return this.onResult(request.result, request.feedback);
    if (request.status === "cancelled") return this.stopped(cause);
    if (request.error) return this.onError(request.error);
    if (request.query) this.onPreview(request.query);
    if (request.confirm) return this.onConfirm(request.confirm);
    this.begin();
    this.status?.show({ status: request.status });
    this.around.watch(this);
  }

  /** By its asker, or because the connection to them was lost. @param {any} cause */
  stopped(cause) {
    if (cause && !isLate(cause)) this.onError({ error: cause });
    else this.cancelled();
  }
}

/** Somebody decided it before. @param {{code?: string}} cause */
const isLate = (cause) => cause.code === "too_late";
