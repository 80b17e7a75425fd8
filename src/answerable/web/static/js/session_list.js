/** The conversations of before, by day: opened, searched, renamed, ended, deleted. */

import { get, patch, post, remove } from "./api.js";
import { confirmed } from "./confirming.js";
import { button, byId, el, iconButton } from "./dom.js";
import { complain, toast } from "./notices.js";
import { sessionDialog } from "./session_dialog.js";
import { day, say } from "./words.js";

/** @typedef {{session_id: string, title: string, status: string, last_activity_at: string}} Session */

const MOST_SHOWN = 50;
const PAUSE = 250;

export class SessionList {
  /**
   * @param {{open: (id: string) => void, ended: (id: string) => void,
   *   renamed: (id: string, title: string) => void}} doors
   */
  constructor(doors) {
    this.doors = doors;
    this.place = byId("sessions");
    this.sessions = /** @type {Session[]} */ ([]);
    this.current = /** @type {string | null} */ (null);
    this.loads = 0;
    this.field = byId("session-search");
    this.field.addEventListener("input", () => this.searchSoon());
  }

  /** When a person pauses. */
  searchSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), PAUSE);
  }

  /** Answers may overtake each other: what was asked for last counts. */
  async load() {
    const number = ++this.loads;
    const search = this.field.value.trim();
    try {
      const sessions = await get("/api/sessions", { limit: MOST_SHOWN, search });
      if (number !== this.loads) return;
      this.sessions = sessions;
      this.isMore = this.sessions.length === MOST_SHOWN;
      this.draw();
    } catch (error) {
      if (number !== this.loads) return;
      this.place.replaceChildren(
        el("p", { class: "hint" }, /** @type {Error} */ (error).message),
        button(say("try_again"), () => this.load(), { class: "button small quiet" }),
      );
    }
    this.place.setAttribute("aria-busy", "false");
  }

  async loadMore() {
    const last = this.sessions.at(-1);
    const search = this.field.value.trim();
    const more = await get("/api/sessions", { limit: MOST_SHOWN, before: last?.last_activity_at, search });
    this.isMore = more.length === MOST_SHOWN;
    this.sessions.push(...more);
    this.draw();
  }

  draw() {
    if (!this.sessions.length) {
      const isSearch = this.field.value.trim();
      return this.place.replaceChildren(el("p", { class: "hint" }, say(isSearch ? "no_match" : "no_conversations")));
    }
    const days = Map.groupBy ? Map.groupBy(this.sessions, (one) => day(one.last_activity_at)) : byDay(this.sessions);
    const groups = [...days].map(([when, sessions]) =>
      el(
        "section",
        {},
        el("h2", {}, when),
        el(
          "ul",
          {},
          sessions.map((one) => this.entry(one)),
        ),
      ),
    );
    const more = this.isMore && button(say("show_more"), () => this.loadMore(), { class: "button small quiet" });
    this.place.replaceChildren(...groups, more || "");
  }

  /** @param {Session} session */
  entry(session) {
    const title = session.title || say("untitled");
    const open = (/** @type {MouseEvent} */ event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      this.doors.open(session.session_id);
    };
    const current = session.session_id === this.current ? "page" : null;
    const link = el(
      "a",
      { class: "session-open", href: `/c/${session.session_id}`, title, "aria-current": current, on: { click: open } },
      title,
    );
    const more = iconButton(say("manage_conversation", { title }), "more", () => this.manage(session), {
      class: "icon-button session-more",
    });
    return el("li", { class: `session ${session.status}` }, link, more);
  }

  /** @param {Session} session */
  async manage(session) {
    const wish = await sessionDialog(session);
    const acts = { rename: this.rename, end: this.end, delete: this.delete };
    try {
      if (wish) await acts[wish.act].call(this, session, wish.title);
    } catch (error) {
      complain(error);
    }
  }

  /** @param {Session} session @param {string} title */
  async rename(session, title) {
    session.title = (await patch(`/api/sessions/${session.session_id}`, { title })).title;
    this.draw();
    this.doors.renamed(session.session_id, session.title);
  }

  /** @param {Session} session */
  async end(session) {
    if (!(await confirmed(say("end_question"), say("end_words", { title: session.title }), say("end")))) return;
    session.status = (await remove(`/api/sessions/${session.session_id}`)).status;
    this.draw();
    this.doors.ended(session.session_id);
  }

  /** @param {Session} session */
  async delete(session) {
    const words = say("delete_words", { title: session.title });
    if (!(await confirmed(say("delete_question"), words, say("delete")))) return;
    await post(`/api/sessions/${session.session_id}/delete`, {});
    this.sessions = this.sessions.filter((one) => one !== session);
    this.draw();
    this.doors.ended(session.session_id);
    toast(say("deleted"));
  }

  /** @param {string} id */
  has(id) {
    return this.sessions.some((one) => one.session_id === id);
  }

  /** @param {string | null} id */
  mark(id) {
    this.current = id;
    this.draw();
  }
}

/** @param {Session[]} sessions */
function byDay(sessions) {
  /** @type {Map<string, Session[]>} */
  const days = new Map();
  for (const one of sessions)
    days.set(day(one.last_activity_at), [...(days.get(day(one.last_activity_at)) ?? []), one]);
  return days;
}
