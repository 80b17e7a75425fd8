/** The room: the list, the conversation, the box and the sources, and what each tells the others. */

import { Conversation } from "./conversation.js";
import { byId } from "./dom.js";
import { takeQuestion } from "./drafts.js";
import { closeDrawer, openDrawer } from "./drawer.js";
import { watchKeys } from "./keys.js";
import { QuestionBox } from "./question_box.js";
import { SessionList } from "./session_list.js";
import { addSample, SourcePanel } from "./source_panel.js";
import { Sources } from "./sources.js";
import { watchDrops } from "./upload.js";
import { welcome } from "./welcome.js";
import { say, sayCount } from "./words.js";

/** @typedef {Record<"edit" | "recheck" | "download" | "upload" | "refresh" | "connect", boolean>} May */

/** @param {string | null} id */
const address = (id) => (id ? `/c/${id}` : "/");

export class Room {
  /** @param {May} may @param {string} vega where the charts' library is */
  constructor(may, vega) {
    this.known = false;
    this.sources = new Sources(may);
    this.panel = new SourcePanel(this.sources);
    this.box = new QuestionBox({
      ask: (question) => this.ask(question),
      stop: () => this.conversation.stop(),
      choose: (index) => this.conversation.choose(index),
    });
    this.sessions = new SessionList({
      open: (id) => this.open(id),
      ended: (id) => this.ended(id),
      renamed: (id, title) => id === this.conversation.sessionId && this.name(title),
    });
    this.conversation = new Conversation(this.surroundings(may, vega));
    this.sources.addEventListener("change", () => this.sourcesChanged());
    addEventListener("popstate", () => this.follow(/^\/c\/([0-9a-f-]{36})$/.exec(location.pathname)?.[1]));
    if (may.upload) watchDrops(this.sources);
    watchKeys({
      focus: () => this.box.focus(),
      stop: () => this.conversation.stop(),
      isRunning: () => this.conversation.running !== null,
      waiting: () => this.conversation.waiting,
      choose: (index) => this.conversation.choose(index),
    });
  }

  /** What the conversation sees of the room. @param {May} may @param {string} vega */
  surroundings(may, vega) {
    return {
      setting: { vega, mayDownload: may.download, mayEdit: may.edit, mayRecheck: may.recheck },
      sourceIds: (/** @type {boolean} */ isNew) => this.sources.chosenIds(isNew),
      welcome: () => welcome(this.sources, this.offers),
      onSession: (/** @type {import("./conversation.js").Opened} */ session) => this.entered(session),
      onBusy: (/** @type {boolean} */ busy) => this.box.setBusy(busy),
      onChoices: (/** @type {HTMLElement | null} */ first) => this.box.isEmpty && first?.focus(),
      onAsked: (/** @type {string[]} */ ...questions) => this.box.remember(...questions),
    };
  }

  /** @param {string | undefined} sessionId the conversation to begin with */
  begin(sessionId) {
    this.sessions.load();
    this.follow(sessionId);
    this.box.fill(takeQuestion());
    if (matchMedia("(hover: hover)").matches) this.box.focus();
  }

  /** What the buttons of the template do. @returns {Record<string, () => void>} */
  get acts() {
    return {
      "new-conversation": () => this.startNew(),
      "open-sources": () => this.panel.open(),
      "open-drawer": openDrawer,
      "close-drawer": closeDrawer,
    };
  }

  /** What can be done where there is no question yet. */
  get offers() {
    return {
      ask: (/** @type {string} */ question) => this.ask(question),
      openSources: () => this.panel.open(),
      addSample: () => addSample(this.sources),
    };
  }

  /** @param {string} question */
  ask(question) {
    return this.conversation.ask(question);
  }

  /** @param {string} id */
  open(id) {
    this.leave(id);
    return this.follow(id);
  }

  startNew() {
    this.leave(null);
    this.follow(undefined);
    this.box.focus();
  }

  /** Shows what the address says. @param {string | undefined} id */
  follow(id) {
    const opened = id && this.conversation.open(id);
    this.sources.enter(id ? [] : null);
    if (opened) return opened;
    this.name(say("new_conversation"));
    this.sessions.mark(null);
    this.conversation.start();
  }

  /** @param {string | null} id where it goes on */
  leave(id) {
    if (location.pathname !== address(id)) history.pushState(null, "", address(id));
    this.box.forget();
    closeDrawer();
    this.sessions.mark(id);
  }

  /** The server has told which conversation this is. @param {import("./conversation.js").Opened} session */
  entered(session) {
    const here = address(session.session_id);
    if (location.pathname !== here) history.replaceState(null, "", here);
    this.name(session.title || say("untitled"));
    this.sources.enter(session.sources?.map((source) => source.id) ?? this.sources.ids);
    this.sessions.mark(session.session_id);
    if (!this.sessions.has(session.session_id)) this.sessions.load();
  }

  /** @param {string} id */
  ended(id) {
    if (id === this.conversation.sessionId) this.startNew();
  }

  /** @param {string} title */
  name(title) {
    byId("title").textContent = title;
    document.title = `${title} · ${say("product")}`;
  }

  /** The first time, the welcome is waiting for them anyway. */
  sourcesChanged() {
    byId("source-names").textContent = this.sourceWords();
    const suggests = this.known && !this.conversation.turns.length && !this.conversation.sessionId;
    if (suggests) this.conversation.start();
    this.known = true;
  }

  sourceWords() {
    const chosen = this.sources.chosen();
    if (chosen.length > 1) return sayCount("sources_chosen", chosen.length);
    if (chosen.length) return chosen[0].name;
    if (byId("turns").getAttribute("aria-busy") === "true") return say("sources");
    return say(this.sources.all.length ? "source_gone" : "no_source");
  }
}
