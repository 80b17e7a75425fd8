/** The conversation in the middle of the page: asks, shows what comes, lets a person decide. */

import { ApiError, post } from "./api.js";
import { byId, el } from "./dom.js";
import { keepQuestion } from "./drafts.js";
import { errorCard } from "./error_card.js";
import { announce, toast } from "./notices.js";
import { readSession, refreshConversation, refreshTurn, watchTurn } from "./refresh.js";
import { events } from "./stream.js";
import { Turn } from "./turn.js";
import { language, say } from "./words.js";

/**
 * @typedef {{session_id: string, title?: string, sources?: {id: string}[]}} Opened
 * @typedef {{
 *   setting: {vega: string, mayDownload: boolean, mayEdit: boolean, mayRecheck: boolean},
 *   sourceIds: (isNew: boolean) => Promise<string[] | null>,
 *   welcome: () => HTMLElement,
 *   onSession: (session: Opened) => void,
 *   onBusy: (busy: boolean) => void,
 *   onChoices: (first: HTMLElement | null) => void,
 *   onAsked: (...questions: string[]) => void,
 * }} Page
 * @typedef {{turn: Turn, abort: AbortController}} Running
 */

/** The server may have done it all the same: its word is asked for. */
const UNCERTAIN = ["offline", "interrupted", "too_late"];

export class Conversation {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.place = byId("turns");
    this.sessionId = /** @type {string | null} */ (null);
    this.turns = /** @type {Turn[]} */ ([]);
    this.running = /** @type {Running | null} */ (null);
    this.opened = Promise.resolve();
    this.around = {
      setting: page.setting,
      ask: this.ask.bind(this),
      decide: this.decide.bind(this),
      watch: (/** @type {Turn} */ turn) => watchTurn(this, turn),
    };
    addEventListener("focus", () => refreshConversation(this));
  }

  /** An empty conversation; the server makes it when something is asked. */
  start() {
    this.leave();
    this.place.replaceChildren(this.page.welcome());
    this.place.setAttribute("aria-busy", "false");
  }

  /** @param {string} sessionId */
  open(sessionId) {
    this.leave();
    this.sessionId = sessionId;
    this.opened = this.load(sessionId);
    return this.opened;
  }

  /** @param {string} sessionId */
  async load(sessionId) {
    this.place.replaceChildren(el("div", { class: "skeleton", role: "status", "aria-label": say("loading") }));
    this.place.setAttribute("aria-busy", "true");
    try {
      const session = await readSession(sessionId);
      if (this.sessionId === sessionId) this.show(session);
    } catch (error) {
      this.place.replaceChildren(errorCard(/** @type {ApiError} */ (error), () => this.open(sessionId)));
    } finally {
      this.place.setAttribute("aria-busy", "false");
    }
  }

  /** @param {any} session */
  show(session) {
    this.place.setAttribute("aria-busy", "false");
    this.page.onSession(session);
    const notes = [
      session.resumed_from && say("resumed_here"),
      session.status === "terminated" && say("has_ended"),
      session.status === "expired" && say("has_expired"),
    ];
    this.place.replaceChildren();
    for (const request of session.requests) this.append(request);
    this.place.append(...notes.filter(Boolean).map((words) => el("p", { class: "turn-note" }, words)));
    if (session.status === "terminated") this.sessionId = null;
    this.turns.at(-1)?.element.scrollIntoView({ block: "start" });
  }

  /** A question of before, as the server keeps it. @param {any} request */
  append(request) {
    const turn = new Turn(request.question, this.around, request.reading);
    this.turns.push(turn);
    this.place.append(turn.element);
    turn.restore(request);
    this.page.onAsked(turn.question);
  }

  /** Nothing of the conversation before goes on here. */
  leave() {
    this.running?.abort.abort();
    this.sessionId = null;
    this.turns = [];
    this.opened = Promise.resolve();
  }

  /**
   * What was asked before is drawn first, and the sources that a person sees are known.
   * @param {string} question @param {import("./turn.js").Picked | null} [reading]
   * @param {string} [draft] SQL of a person's own, put in the place of the query that comes
   */
  async ask(question, reading, draft) {
    if (this.running) return;
    const turn = new Turn(question, this.around, reading, draft);
    await this.follow(turn, "/api/chat", async (signal) => {
      await this.opened;
      signal.throwIfAborted();
      this.add(turn);
      return {
        message: question,
        session_id: this.sessionId,
        source_ids: await this.page.sourceIds(this.sessionId === null),
        lang: language(),
        reading: reading && { request_id: reading.request_id, index: reading.index },
      };
    });
  }

  /** A question that was just asked. @param {Turn} turn */
  add(turn) {
    this.place.querySelector(".welcome, .error-card")?.closest(".welcome, .turns > .error-card")?.remove();
    this.turns.push(turn);
    this.place.append(turn.element);
    this.page.onAsked(turn.question);
    turn.begin();
    turn.element.scrollIntoView({ block: "start", behavior: "smooth" });
  }

  /**
   * False where another question runs: then nothing is decided, and the query waits as before.
   * @param {Turn} turn @param {boolean} approved @param {string | null} editedSql
   */
  decide(turn, approved, editedSql) {
    if (this.running) {
      toast(say("another_runs"));
      return false;
    }
    if (approved) turn.begin();
    const body = { session_id: this.sessionId, query_id: turn.queryId, approved, edited_sql: editedSql };
    turn.edited = editedSql ?? "";
    this.follow(turn, "/api/chat/confirm", async () => body);
    return true;
  }

  /** @param {Turn} turn @param {string} path @param {(signal: AbortSignal) => Promise<object>} prepare the body */
  async follow(turn, path, prepare) {
    const running = { turn, abort: new AbortController() };
    const { signal } = running.abort;
    this.running = running;
    this.page.onBusy(true);
    try {
      const body = await Promise.race([prepare(signal), aborted(signal)]);
      for await (const event of events(path, body, signal)) {
        this.take(turn, event);
        if (isLast(event)) this.release(running);
        if (event.clarification) this.page.onChoices(turn.body.querySelector(".reading-pick"));
      }
    } catch (error) {
      if (this.running === running) await this.broke(turn, /** @type {any} */ (error));
    } finally {
      this.release(running);
    }
  }

  /** The next may be asked or decided, whenever the stream of this one ends. @param {Running} running */
  release(running) {
    if (this.running !== running) return;
    running.turn.rest();
    this.running = null;
    this.page.onBusy(false);
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
  async broke(turn, error) {
    if (error.name === "AbortError") return turn.cancelled();
    if (error.status === 401) keepQuestion(turn.preview ? "" : turn.question);
    const told = error instanceof ApiError ? error : new ApiError({ message: say("error_unknown") });
    const cause = { code: told.code, message: told.message, hint: told.hint };
    const isUncertain = UNCERTAIN.includes(told.code) || told.status >= 500 || told.status === 429;
    if (turn.requestId && this.sessionId && isUncertain) return refreshTurn(this, turn, cause);
    turn.onError({ error: cause });
  }

  /** Stops what is running, here and on the server. */
  stop() {
    if (!this.running) return;
    const { turn, abort } = this.running;
    abort.abort();
    if (turn.requestId) post(`/api/requests/${turn.requestId}/cancel`, {}).catch(() => {});
  }

  /** Picks a reading of the question that was asked back last. False where there is none. @param {number} index */
  choose(index) {
    return !this.running && (this.turns.at(-1)?.choose(index) ?? false);
  }

  /** The query that waits for a decision, if any; the newest one. */
  get waiting() {
    return this.turns.findLast((turn) => turn.preview?.isOpen)?.preview ?? null;
  }
}

/** Whether nothing but the end of the stream can follow. @param {import("./stream.js").ChatEvent} event */
const isLast = (event) =>
  ["confirm_required", "result", "error"].includes(event.type) ||
  (event.type === "status" && event.status === "cancelled");

/** Fails when a person stops it, as a request does. @param {AbortSignal} signal @returns {Promise<never>} */
const aborted = (signal) => new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)));
