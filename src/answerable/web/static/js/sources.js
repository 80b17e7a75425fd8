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
    this.error = /** @type {Error | null} */ (null);
    this.loaded = this.load();
  }

  async load() {
    try {
      this.all = await get("/api/sources");
      this.error = null;
    } catch (error) {
      this.error = /** @type {Error} */ (error);
    }
    this.dispatchEvent(new Event("change"));
  }

  /** What is asked: everything that was not left out. */
  chosen() {
    const chosen = this.all.filter((source) => !this.left.has(source.id));
    return chosen.length ? chosen : this.all;
  }

  /** The ids to ask; null, which means every source, where there are too many to name. */
  chosenIds() {
    const ids = this.chosen().map((source) => source.id);
    return ids.length && ids.length <= MOST_NAMED ? ids : null;
  }

  /** @param {string} id @param {boolean} wanted */
  choose(id, wanted) {
    if (wanted) this.left.delete(id);
    else this.left.add(id);
    keep([...this.left]);
    this.dispatchEvent(new Event("change"));
  }

  /** Asks only what was just added, so that the next question is about it. @param {string[]} ids */
  chooseOnly(ids) {
    this.left = new Set(this.all.map((source) => source.id).filter((id) => !ids.includes(id)));
    keep([...this.left]);
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
