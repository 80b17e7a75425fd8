/** What is going on right now, how far it is, how long it has taken. */

import { el } from "./dom.js";
import { announce } from "./notices.js";
import { say, sayOr } from "./words.js";

const TICK = 500;

export class StatusLine {
  constructor() {
    this.began = performance.now();
    this.words = el("span", { class: "status-words" }, say("status_pending"));
    this.bar = el("progress", { max: "1", hidden: true, "aria-label": say("progress") });
    this.time = el("span", { class: "status-time", "aria-hidden": "true" });
    this.element = el(
      "div",
      { class: "status" },
      el("span", { class: "status-mark", "aria-hidden": "true" }),
      this.words,
      this.bar,
      this.time,
    );
    this.clock = setInterval(() => this.tick(), TICK);
  }

  /** @param {{status: string, message?: string | null, share?: number | null}} event */
  show(event) {
    const words = event.message || sayOr(`status_${event.status}`, event.status);
    if (words !== this.words.textContent) announce(words);
    this.words.textContent = words;
    const known = typeof event.share === "number";
    this.bar.hidden = !known;
    if (known) this.bar.value = event.share;
  }

  tick() {
    const seconds = Math.floor((performance.now() - this.began) / 1000);
    this.time.textContent = seconds ? say("elapsed", { seconds }) : "";
  }

  end() {
    clearInterval(this.clock);
    this.element.remove();
  }
}
