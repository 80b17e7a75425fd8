/** The conversation in the middle of the page: asks, shows what comes, lets a person decide. */

import { ApiError, get, post } from "./api.js";
import { byId, el } from "./dom.js";
import { errorCard } from "./error_card.js";
import { announce } from "./notices.js";
import { events } from "./stream.js";
import { Turn } from "./turn.js";
import { language, say } from "./words.js";

/**
 * @typedef {{session_id: string, title?: string}} Opened
 * @typedef {{
 *   setting: {vega: string, mayDownload: boolean, mayEdit: boolean, mayRecheck: boolean},
 *   sourceIds: () => string[] | null,
 *   welcome: () => HTMLElement,
 *   onSession: (session: Opened) => void,
 *   onBusy: (busy: boolean) => void,
 *   onAsked: (...questions: string[]) => void,
 * }} Page
 */

export class Conversation {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.place = byId("turns");
    this.sessionId = /** @type {string | null} */ (null);
    this.turns = /** @type {Turn[]} */ ([]);
    this.running = /** @type {{turn: Turn, abort: AbortController} | null} */ (null);
    this.around = { setting: page.setting, ask: this.ask.bind(this), decide: this.decide.bind(this) };
  }

  /** An empty conversation; the server makes it when something is asked. */
  start() {
    this.leave();
    this.place.replaceChildren(this.page.welcome());
    this.place.setAttribute("aria-busy", "false");
  }

  /** @param {string} sessionId */
  async open(sessionId) {
    this.leave();
    this.sessionId = sessionId;
    this.place.replaceChildren(el("div", { class: "skeleton", role: "status", "aria-label": say("loading") }));
    this.place.setAttribute("aria-busy", "true");
    try {
      const session = await get(`/api/sessions/${encodeURIComponent(sessionId)}`);
      if (this.sessionId === sessionId) this.show(session);
    } catch (error) {
      this.place.replaceChildren(errorCard(/** @type {ApiError} */ (error), () => this.open(sessionId)));
    } finally {
      this.place.setAttribute("aria-busy", "false");
    }
  }

  /** @param {any} session */
  show(session) {
    this.page.onSession(session);
    const notes = [
      session.resumed_from && say("resumed_here"),
      session.status === "terminated" && say("has_ended"),
      session.status === "expired" && say("has_expired"),
    ];
    this.turns = session.requests.map(
      (/** @type {any} */ request) => new Turn(request.question, this.around, request.reading),
    );
    this.place.replaceChildren(
      ...this.turns.map((turn) => turn.element),
      ...notes.filter(Boolean).map((words) => el("p", { class: "turn-note" }, words)),
    );
    for (const [place, turn] of this.turns.entries()) turn.restore(session.requests[place]);
    this.page.onAsked(...this.turns.map((turn) => turn.question));
    if (session.status === "terminated") this.sessionId = null;
    this.turns.at(-1)?.element.scrollIntoView({ block: "start" });
  }

  /** Nothing of the conversation before goes on here. */
  leave() {
    this.running?.abort.abort();
    this.sessionId = null;
    this.turns = [];
  }

  /** @param {string} question @param {import("./turn.js").Picked} [reading] */
  async ask(question, reading) {
    if (this.running) return;
    const turn = new Turn(question, this.around, reading);
    this.place.querySelector(".welcome, .error-card")?.closest(".welcome, .turns > .error-card")?.remove();
    this.turns.push(turn);
    this.place.append(turn.element);
    this.page.onAsked(question);
    turn.begin();
    turn.element.scrollIntoView({ block: "start", behavior: "smooth" });
    const body = {
      message: question,
      session_id: this.sessionId,
      source_ids: this.page.sourceIds(),
      lang: language(),
      reading: reading && { request_id: reading.request_id, index: reading.index },
    };
    await this.follow(turn, "/api/chat", body);
  }

  /** @param {Turn} turn @param {boolean} approved @param {string | null} editedSql */
  async decide(turn, approved, editedSql) {
    if (this.running) return;
    if (approved) turn.begin();
    const body = { session_id: this.sessionId, query_id: turn.queryId, approved, edited_sql: editedSql };
    await this.follow(turn, "/api/chat/confirm", body);
  }

  /** @param {Turn} turn @param {string} path @param {object} body */
  async follow(turn, path, body) {
    const abort = new AbortController();
    this.running = { turn, abort };
    this.page.onBusy(true);
    try {
      for await (const event of events(path, body, abort.signal)) this.take(turn, event);
    } catch (error) {
      this.broke(turn, /** @type {any} */ (error));
    } finally {
      turn.rest();
      this.running = null;
      this.page.onBusy(false);
    }
  }

  /** @param {Turn} turn @param {import("./stream.js").ChatEvent} event */
  take(turn, event) {
    if (event.type === "session") this.onSession(turn, event);
    turn.take(event);
    if (["confirm_required", "result", "error"].includes(event.type))
      turn.element.scrollIntoView({ block: "start", behavior: "smooth" });
  }

  /** @param {Turn} turn @param {any} event */
  onSession(turn, event) {
    if (event.resumed_from && event.resumed_from === this.sessionId) {
      turn.element.before(el("p", { class: "turn-note", role: "status" }, say("went_on_in_new")));
      announce(say("went_on_in_new"));
    }
    this.sessionId = event.session_id;
    this.page.onSession(event);
  }

  /** @param {Turn} turn @param {any} error */
  broke(turn, error) {
    if (error.name === "AbortError") return turn.cancelled();
    const told = error instanceof ApiError ? error : new ApiError({ message: say("error_unknown") });
    turn.onError({ error: { code: told.code, message: told.message, hint: told.hint } });
  }

  /** Stops what is running, here and on the server. */
  stop() {
    if (!this.running) return;
    const { turn, abort } = this.running;
    abort.abort();
    if (turn.requestId) post(`/api/requests/${turn.requestId}/cancel`, {}).catch(() => {});
  }

  /** The query that waits for a decision, if any; the newest one. */
  get waiting() {
    return this.turns.findLast((turn) => turn.preview?.isOpen)?.preview ?? null;
  }
}
