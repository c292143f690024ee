import { tableLines } from './rows.mjs';

/** Milliseconds for which one call may hold the event loop. */
const HELD_MAX_MS = 50;

const KIB = 1024;
const FIGURES = ['cpuMs', 'allocatedBytes', 'statements', 'requestBytes', 'responseBytes'];
const HEADS = [
  'Call',
  'Input',
  'Status',
  'CPU ms',
  'Turn ms',
  'Memory KB',
  'Statements',
  'Request KB',
  'Response KB',
];

/**
 * Of each call the input that holds the event loop longest, in the order of the calls, with the largest
 * of each other figure among all inputs of the call.
 */
export function worstOf(costs) {
  const worst = new Map();
  for (const cost of costs) {
    const known = worst.get(cost.call) ?? cost;
    const longest = cost.heldMs > known.heldMs ? cost : known;
    const largest = FIGURES.map((name) => [name, Math.max(known[name], cost[name])]);
    worst.set(cost.call, { ...longest, ...Object.fromEntries(largest) });
  }
  return [...worst.values()];
}

/** Turns above the limit. */
export const longTurnsOf = (costs) =>
  costs
    .filter(({ heldMs }) => heldMs > HELD_MAX_MS)
    .map(({ call, what, heldMs }) => `${call} with ${what} holds ${heldMs.toFixed(1)} ms`);

/** Refusals that nobody expects: the input was not measured. */
export const refusalsOf = (costs) =>
  costs
    .filter(({ status, refusal }) => status >= 400 && refusal === '')
    .map(({ call, what, response }) => `${call} with ${what} is refused: ${response}`);

/** A table with a row for each call. */
export const costLines = (costs) => tableLines(HEADS, worstOf(costs).map(rowOf));

const rowOf = (cost) => [
  cost.call,
  cost.what,
  cost.status,
  cost.cpuMs.toFixed(1),
  cost.heldMs > HELD_MAX_MS ? `**${cost.heldMs.toFixed(1)}**` : cost.heldMs.toFixed(1),
  Math.round(cost.allocatedBytes / KIB),
  cost.statements,
  Math.round(cost.requestBytes / KIB),
  Math.round(cost.responseBytes / KIB),
];

/** What proof.md says of a run. */
export function summaryOf(costs) {
  const longest = Math.max(...costs.map(({ heldMs }) => heldMs));
  const refused = costs.filter(({ status }) => status >= 400).length;
  const share = ((refused / costs.length) * 100).toFixed(1);
  return `${costs.length} inputs of ${worstOf(costs).length} calls, ${refused} of them refused (${share} %); the longest turn ${longest.toFixed(1)} ms, of at most ${HELD_MAX_MS} ms`;
}
