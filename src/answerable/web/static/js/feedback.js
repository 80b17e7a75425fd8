/** Thumbs, and a word about why. */

import { post } from "./api.js";
import { el, iconButton } from "./dom.js";
import { complain, toast } from "./notices.js";
import { say } from "./words.js";

/** @param {string} requestId @param {{rating?: string} | null} [given] what was said before */
export function feedback(requestId, given) {
  const up = iconButton(say("feedback_up"), "up_thumb", () => rate("up"));
  const down = iconButton(say("feedback_down"), "down_thumb", () => rate("down"));
  const whole = el("div", { class: "feedback", role: "group", "aria-label": say("feedback") }, up, down);
  const draw = (/** @type {string | undefined} */ rating) => {
    up.setAttribute("aria-pressed", String(rating === "up"));
    down.setAttribute("aria-pressed", String(rating === "down"));
  };
  const rate = async (/** @type {"up" | "down"} */ rating) => {
    if (!(await tell({ request_id: requestId, rating }))) return;
    draw(rating);
    whole.querySelector("form")?.remove();
    if (rating === "down") whole.append(commentForm(requestId));
    else toast(say("feedback_thanks"));
  };
  draw(given?.rating);
  return whole;
}

/** @param {string} requestId */
function commentForm(requestId) {
  const input = el("input", {
    class: "input",
    maxlength: "1000",
    "aria-label": say("feedback_what"),
    placeholder: say("feedback_what"),
  });
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (input.value.trim() && !(await tell({ request_id: requestId, rating: "down", comment: input.value.trim() })))
      return;
    form.remove();
    toast(say("feedback_thanks"));
  };
  const form = el(
    "form",
    { on: { submit: send } },
    input,
    el("button", { class: "button small", type: "submit" }, say("send")),
  );
  requestAnimationFrame(() => input.focus());
  return form;
}

/** @param {object} said */
async function tell(said) {
  try {
    await post("/api/feedback", said);
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}
