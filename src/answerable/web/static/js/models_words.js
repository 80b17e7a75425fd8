/** What models took, in words. */

import { duration, language, number, say, sayCount } from "./words.js";

/** @typedef {{calls: number, prompt_tokens: number, reply_tokens: number, seconds: number, cost: number}} Usage */

/** @param {number} dollars */
export function money(dollars) {
  const digits = dollars && dollars < 1 ? 4 : 2;
  const look = { style: "currency", currency: "USD", minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(language(), /** @type {any} */ (look)).format(dollars);
}

/** @param {Usage} usage */
export const moneyOf = (usage) => (usage.cost ? money(usage.cost) : say("models_free"));

/** @param {Usage} usage */
export const tokens = (usage) => number(Number(usage.prompt_tokens) + Number(usage.reply_tokens));

/** Calls, tokens and time. @param {Usage} usage */
export const details = (usage) =>
  [
    sayCount("models_calls", Number(usage.calls)),
    say("models_tokens", { count: tokens(usage) }),
    duration(Number(usage.seconds) * 1000),
  ].join(", ");
