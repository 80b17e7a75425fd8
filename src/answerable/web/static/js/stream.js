/** Server-sent events over a POST, which the browser's own EventSource cannot make. */

import { ApiError, reach, withJson } from "./api.js";
import { parseExactly } from "./exact.js";
import { say } from "./words.js";

/**
 * @typedef {{type: string, [more: string]: any}} ChatEvent
 */

/**
 * The events of one question as they come. Ends after `done`; a stream that breaks off before it throws.
 * @param {string} path @param {unknown} body @param {AbortSignal} signal
 * @returns {AsyncGenerator<ChatEvent>}
 */
export async function* events(path, body, signal) {
  const init = withJson("POST", body);
  const response = await reach(path, { ...init, signal, headers: { ...init.headers, Accept: "text/event-stream" } });
  for await (const block of blocks(response)) {
    const event = eventOf(block);
    if (!event) continue;
    if (event.type === "done") return;
    yield event;
  }
  throw new ApiError({ code: "interrupted", message: say("error_interrupted"), hint: say("error_interrupted_hint") });
}

/** What stands between blank lines. @param {Response} response @returns {AsyncGenerator<string>} */
async function* blocks(response) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let waiting = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      waiting += decoder.decode(value, { stream: true }).replace(/\r\n?/g, "\n");
      const parts = waiting.split("\n\n");
      waiting = parts.pop() ?? "";
      yield* parts;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** The event of a block; nothing for comments, which only keep the line open. @param {string} block */
export function eventOf(block) {
  const lines = block.split("\n").filter((line) => line.startsWith("data:"));
  if (!lines.length) return null;
  return /** @type {ChatEvent} */ (parseExactly(lines.map((line) => line.slice(5).replace(/^ /, "")).join("\n")));
}
