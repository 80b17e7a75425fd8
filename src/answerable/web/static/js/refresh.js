/** Draws what the server knows and this page does not: after a lost connection, or when another tab went on. */

import { get } from "./api.js";
import { Turn } from "./turn.js";

const EVERY = 1500;

/** @typedef {import("./conversation.js").Conversation} Conversation */

/** @param {string} sessionId @returns {Promise<any>} */
export const readSession = (sessionId) => get(`/api/sessions/${encodeURIComponent(sessionId)}`);

/**
 * Draws a turn as the server has it. What the server cannot be asked stays on the page, with a way to try again.
 * @param {Conversation} conversation @param {Turn} turn @param {any} cause why it is looked at
 */
export async function refreshTurn(conversation, turn, cause) {
  const request = await stateOf(conversation, turn).catch(() => null);
  if (!conversation.turns.includes(turn)) return;
  if (request) turn.restore(request, cause);
  else turn.lost(cause, () => refreshTurn(conversation, turn, cause));
}

/**
 * Looks again and again until a turn that runs elsewhere has come to its end.
 * @param {Conversation} conversation @param {Turn} turn
 */
export function watchTurn(conversation, turn) {
  setTimeout(async () => {
    if (!conversation.turns.includes(turn)) return;
    const request = await stateOf(conversation, turn).catch(() => null);
    if (request && conversation.turns.includes(turn)) turn.restore(request);
    else watchTurn(conversation, turn);
  }, EVERY);
}

/** What another tab has asked or decided meanwhile. @param {Conversation} conversation */
export async function refreshConversation(conversation) {
  const { sessionId } = conversation;
  if (!sessionId || conversation.running) return;
  const session = await readSession(sessionId).catch(() => null);
  if (!session || conversation.sessionId !== sessionId || conversation.running) return;
  for (const request of session.requests) refreshOne(conversation, request);
}

/** @param {Conversation} conversation @param {any} request */
function refreshOne(conversation, request) {
  const turn = conversation.turns.find((one) => one.requestId === request.request_id);
  if (!turn) return conversation.append(request);
  if (turn.preview?.isOpen && request.status !== "awaiting_confirm") turn.restore(request);
}

/** @param {Conversation} conversation @param {Turn} turn */
async function stateOf(conversation, turn) {
  const session = await readSession(conversation.sessionId ?? "");
  return session.requests.find((/** @type {any} */ one) => one.request_id === turn.requestId) ?? null;
}
