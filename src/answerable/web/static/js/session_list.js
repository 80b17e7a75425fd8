/** The conversations of before, by day. */

import { get, remove } from "./api.js";
import { confirmed } from "./confirming.js";
import { button, byId, el, iconButton } from "./dom.js";
import { complain } from "./notices.js";
import { day, say } from "./words.js";

/** @typedef {{session_id: string, title: string, status: string, last_activity_at: string}} Session */

const MOST_SHOWN = 50;

export class SessionList {
  /** @param {{open: (id: string) => void, ended: (id: string) => void}} doors */
  constructor(doors) {
    this.doors = doors;
    this.place = byId("sessions");
    this.sessions = /** @type {Session[]} */ ([]);
    this.current = /** @type {string | null} */ (null);
  }

  async load() {
    try {
      this.sessions = await get("/api/sessions", { limit: MOST_SHOWN });
      this.isMore = this.sessions.length === MOST_SHOWN;
      this.draw();
    } catch (error) {
      this.place.replaceChildren(
        el("p", { class: "hint" }, /** @type {Error} */ (error).message),
        button(say("try_again"), () => this.load(), { class: "button small quiet" }),
      );
    }
    this.place.setAttribute("aria-busy", "false");
  }

  async loadMore() {
    const last = this.sessions.at(-1);
    const more = await get("/api/sessions", { limit: MOST_SHOWN, before: last?.last_activity_at });
    this.isMore = more.length === MOST_SHOWN;
    this.sessions.push(...more);
    this.draw();
  }

  draw() {
    if (!this.sessions.length) return this.place.replaceChildren(el("p", { class: "hint" }, say("no_conversations")));
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
    const end =
      session.status !== "terminated" &&
      iconButton(say("end_conversation", { title }), "close", () => this.end(session), {
        class: "icon-button session-end",
      });
    return el("li", { class: `session ${session.status}` }, link, end);
  }

  /** @param {Session} session */
  async end(session) {
    if (!(await confirmed(say("end_question"), say("end_words", { title: session.title }), say("end")))) return;
    try {
      await remove(`/api/sessions/${session.session_id}`);
      this.sessions = this.sessions.filter((one) => one !== session);
      this.draw();
      this.doors.ended(session.session_id);
    } catch (error) {
      complain(error);
    }
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
