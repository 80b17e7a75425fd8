/** The data that questions are about: which there is, and which of it is asked. */

import { get } from "./api.js";

/**
 * @typedef {{id: string, name: string, kind: string, spec: string, is_upload: boolean}} Source
 */

const KEPT = "answerable.sources";
const MOST_NAMED = 50;

export class Sources extends EventTarget {
  /** @param {{connect: boolean, upload: boolean, refresh: boolean}} may */
  constructor(may) {
    super();
    this.may = may;
    this.all = /** @type {Source[]} */ ([]);
    this.left = new Set(/** @type {string[]} */ (kept()));
    this.pinned = /** @type {Set<string> | null} */ (null);
    this.isChanged = false;
    this.error = /** @type {Error | null} */ (null);
    this.reads = 0;
    this.loaded = this.load();
  }

  load() {
    this.loaded = this.read(++this.reads);
    return this.loaded;
  }

  /**
   * Answers may overtake each other: what was asked for last counts.
   * @param {number} number @returns {Promise<void>}
   */
  async read(number) {
    const [all, error] = await get("/api/sources").then(
      (read) => [read, null],
      (failed) => [this.all, failed],
    );
    if (number !== this.reads) return this.loaded;
    this.all = all;
    this.error = error;
    this.dispatchEvent(new Event("change"));
  }

  /** A conversation keeps its own sources. `ids` is null where none has begun: then the browser's choice holds. */
  enter(/** @type {string[] | null} */ ids) {
    const before = this.pinned;
    this.pinned = ids && new Set(ids);
    this.isChanged = false;
    if (before || ids) this.dispatchEvent(new Event("change"));
  }

  /** What is asked: the conversation's sources; before it has any, everything that was not left out. */
  chosen() {
    const { pinned } = this;
    if (pinned) return this.all.filter((source) => pinned.has(source.id));
    const chosen = this.all.filter((source) => !this.left.has(source.id));
    return chosen.length ? chosen : this.all;
  }

  /** The ids of what is asked, also before all that is there is known. */
  get ids() {
    return this.pinned ? [...this.pinned] : this.chosen().map((source) => source.id);
  }

  /**
   * The ids to ask; null where the server knows best: a conversation goes on with its own, and where there are too many
   * to name, a new one begins with all. Fails where it cannot be known what a person has chosen.
   * @param {boolean} isNew
   */
  async chosenIds(isNew) {
    if (!isNew && !this.isChanged) return null;
    await this.loaded;
    if (this.error) await this.load();
    if (this.error) throw this.error;
    const ids = this.chosen().map((source) => source.id);
    return ids.length && ids.length <= MOST_NAMED ? ids : null;
  }

  /** @param {string} id @param {boolean} wanted */
  choose(id, wanted) {
    const ids = this.chosen().map((source) => source.id);
    this.set(wanted ? [...ids, id] : ids.filter((one) => one !== id));
  }

  /** Asks only what was just added, so that the next question is about it. @param {string[]} ids */
  chooseOnly(ids) {
    this.set(ids);
  }

  /** @param {string[]} ids */
  set(ids) {
    if (this.pinned) this.pinned = new Set(ids);
    else this.left = new Set(this.all.map((source) => source.id).filter((id) => !ids.includes(id)));
    this.isChanged = Boolean(this.pinned);
    if (!this.pinned) keep([...this.left]);
    this.dispatchEvent(new Event("change"));
  }
}

/** @returns {string[]} */
function kept() {
  try {
    const read = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}

/** @param {string[]} ids */
function keep(ids) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(ids));
  } catch {
    // A browser that keeps nothing asks every source again next time.
  }
}
