import { tableLines } from './table.mjs';

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
  'Measured',
];
const REFUSED_HEADS = ['Call', 'Input', 'Reason'];
const RESULTS = '## Results';
const REFUSED = '## Refused inputs';

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

/** Turns above the limit: a figure, which fails no run. */
export const longTurnsOf = (costs) =>
  costs
    .filter(({ heldMs }) => heldMs > HELD_MAX_MS)
    .map(({ call, what, heldMs }) => `${call} with ${what} holds ${heldMs.toFixed(1)} ms`);

/** Refusals that nobody expects: the input was not measured. */
export const refusalsOf = (costs) =>
  costs
    .filter(({ status, refusal }) => status >= 400 && refusal === '')
    .map(({ call, what, response }) => `${call} with ${what} is refused: ${response}`);

export const costLines = (costs, date) => tableLines(HEADS, rowsOf(costs, date));

function rowsOf(costs, date) {
  return worstOf(costs).map((cost) => [
    cost.call,
    cost.what,
    cost.status,
    cost.cpuMs.toFixed(1),
    cost.heldMs > HELD_MAX_MS ? `**${cost.heldMs.toFixed(1)}**` : cost.heldMs.toFixed(1),
    Math.round(cost.allocatedBytes / KIB),
    cost.statements,
    Math.round(cost.requestBytes / KIB),
    Math.round(cost.responseBytes / KIB),
    date,
  ]);
}

function refusedRowsOf(costs) {
  const refused = costs.filter(({ status }) => status >= 400);
  return refused.map(({ call, what, status, refusal }) => [call, what, refusal || String(status)]);
}

/** The cells of the table that follows the heading. */
function readRows(page, heading) {
  const [, text = ''] = page.split(`${heading}\n`);
  const lines = text.split(/^## /m)[0].split('\n');
  return lines
    .filter((line) => /^\| [A-Z]+ \//.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** The page with the rows of calls that were measured again, or for the first time. */
export function withCosts(page, costs, date) {
  const measured = new Set(costs.map(({ call }) => call));
  const rows = rowsOf(costs, date);
  const former = readRows(page, RESULTS);
  const all = former.map((row) => rows.find(([call]) => call === row[0]) ?? row);
  const added = rows.filter(([call]) => !former.some((row) => row[0] === call));
  const refused = readRows(page, REFUSED).filter(([call]) => !measured.has(call));
  const [head] = page.split(RESULTS);
  return head + tables([...all, ...added], [...refused, ...refusedRowsOf(costs)]);
}

function tables(rows, refused) {
  return `${RESULTS}

${tableLines(HEADS, rows).join('\n')}

${REFUSED}

${tableLines(REFUSED_HEADS, refused).join('\n')}
`;
}

/** The text of docs/costs.md. */
export function writeCosts(run, costs) {
  const longest = Math.max(...costs.map(({ heldMs }) => heldMs));
  const refused = costs.filter(({ status }) => status >= 400).length;
  const share = ((refused / costs.length) * 100).toFixed(1);
  return `# Costs

What the most expensive input that the contract lets in costs the server, for each call.
\`npm run bench -- costs\` writes this page, \`npm run bench -- costs 'POST /api/post'\` the rows of the calls
that contain the word ([bench/README.md](../bench/README.md)).

Measured on ${run.date}: Naru ${run.naru}; Node ${run.node}; ${run.machine}. ${costs.length} inputs of
${worstOf(costs).length} calls, ${refused} of them refused (${share} %); the longest turn ${longest.toFixed(1)} ms, of at most ${HELD_MAX_MS} ms.

## How it is measured

- **Input**: of several inputs the one that holds the event loop longest; the other figures are the largest of any
  input. Texts and lists are as long as the contract accepts, texts made of characters that are expensive to count,
  compose, search for or sanitise; posts are 64 KB of HTML of different kinds; files have as many lines as are allowed.
  What a schema refuses is no input.
- **The site** is full: lists are longer than a page, and every text in them is as long as it can be.
- **Turn** is the longest time for which the event loop could do nothing else, without pauses of the garbage
  collector, and no more than the processor time of the process. **CPU** is the processor time of the server with
  its threads (pictures, passwords), without the database. An input with a turn of 25 ms is sent up to ${run.times} times, and the
  smallest figure counts: what repeats belongs to the call, the rest to the machine. **Memory** is what the call allocated; a collection lowers it.
  **Statements** include BEGIN and COMMIT.
- The request goes into the server without a socket, and carries the work of the client on the same thread.

${tables(rowsOf(costs, run.date), refusedRowsOf(costs))}`;
}
