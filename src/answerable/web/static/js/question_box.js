/** Where questions are typed. Enter asks, Shift+Enter makes a line, arrow-up brings back what was asked before. */

import { byId } from "./dom.js";
import { toast } from "./notices.js";
import { say } from "./words.js";

const SHORTEST = 2;

export class QuestionBox {
  /** @param {{ask: (question: string) => void, stop: () => void, choose: (index: number) => boolean}} doors */
  constructor(doors) {
    this.doors = doors;
    this.input = byId("question");
    this.sendButton = byId("send");
    this.stopButton = byId("stop");
    this.asked = /** @type {string[]} */ ([]);
    this.recalled = 0;
    byId("asking").addEventListener("submit", (/** @type {Event} */ event) => this.submit(event));
    this.input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.onKey(event));
    this.input.addEventListener("input", () => this.draw());
    this.stopButton.addEventListener("click", () => doors.stop());
    this.setBusy(false);
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    const question = this.input.value.trim();
    if (this.busy) return;
    if (/^[1-9]$/.test(question) && this.doors.choose(Number(question) - 1)) return this.clear();
    if (question.length < SHORTEST) return toast(say("question_too_short"));
    this.clear();
    this.doors.ask(question);
  }

  clear() {
    this.input.value = "";
    this.draw();
  }

  get isEmpty() {
    return !this.input.value.trim();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey && !event.ctrlKey && !event.metaKey) this.submit(event);
    else if (event.key === "ArrowUp") this.recall(event, 1);
    else if (event.key === "ArrowDown" && this.recalled) this.recall(event, -1);
  }

  /** @param {KeyboardEvent} event @param {number} step */
  recall(event, step) {
    const shown = this.asked[this.asked.length - this.recalled] ?? "";
    if (this.input.value !== shown || (step > 0 && this.recalled >= this.asked.length)) return;
    event.preventDefault();
    this.recalled += step;
    this.input.value = this.asked[this.asked.length - this.recalled] ?? "";
    this.draw();
  }

  /** @param {string[]} questions */
  remember(...questions) {
    this.asked.push(...questions);
    this.recalled = 0;
  }

  forget() {
    this.asked = [];
    this.recalled = 0;
  }

  /** @param {string} question */
  fill(question) {
    if (question) this.input.value = question;
    this.draw();
  }

  /** @param {boolean} busy */
  setBusy(busy) {
    this.busy = busy;
    this.sendButton.hidden = busy;
    this.stopButton.hidden = !busy;
    this.draw();
  }

  draw() {
    this.sendButton.disabled = this.input.value.trim().length < SHORTEST;
  }

  focus() {
    this.input.focus();
  }
}
