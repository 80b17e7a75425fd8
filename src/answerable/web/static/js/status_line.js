/** What is going on right now, how far it is, how long it has taken. */

import { el } from "./dom.js";
import { announce } from "./notices.js";
import { say, sayOr } from "./words.js";

const TICK = 500;
const LONG = 2;
const VERY_LONG = 8;

export class StatusLine {
  constructor() {
    this.began = performance.now();
    this.words = el("span", { class: "status-words" }, say("status_pending"));
    this.bar = el("progress", { max: "1", hidden: true, "aria-label": say("progress") });
    this.time = el("span", { class: "status-time", "aria-hidden": "true" });
    this.hint = el("span", { class: "hint" });
    this.share = /** @type {number | null} */ (null);
    this.element = el(
      "div",
      { class: "status" },
      el("span", { class: "status-mark", "aria-hidden": "true" }),
      this.words,
      this.bar,
      this.time,
      this.hint,
    );
    this.clock = setInterval(() => this.tick(), TICK);
  }

  /** @param {{status: string, message?: string | null, share?: number | null}} event */
  show(event) {
    const words = event.message || sayOr(`status_${event.status}`, event.status);
    if (words !== this.words.textContent) announce(words);
    this.words.textContent = words;
    this.share = typeof event.share === "number" ? event.share : null;
    this.drawBar();
  }

  tick() {
    this.time.textContent = this.seconds ? say("elapsed", { seconds: this.seconds }) : "";
    if (this.seconds >= VERY_LONG) this.hint.textContent = say("takes_long");
    this.drawBar();
  }

  /** A share where one is known; else, once it takes long, a bar that only says that something is going on. */
  drawBar() {
    this.bar.hidden = this.share === null && this.seconds < LONG;
    if (this.share === null) this.bar.removeAttribute("value");
    else this.bar.value = this.share;
  }

  get seconds() {
    return Math.floor((performance.now() - this.began) / 1000);
  }

  end() {
    clearInterval(this.clock);
    this.element.remove();
  }
}
