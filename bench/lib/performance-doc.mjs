import { measurementLines } from './rows.mjs';

const BEGIN = '<!-- by hand: begin -->';
const END = '<!-- by hand: end -->';
const NO_NOTES = 'Nothing yet.';

/** What stands between the two marks of an earlier document; throws when only one of them is there. */
export function notesOf(earlier) {
  const begin = earlier.indexOf(BEGIN);
  const end = earlier.indexOf(END);
  if (begin === -1 && end === -1) return NO_NOTES;
  if (begin === -1 || end < begin)
    throw new Error(`"${BEGIN}" and "${END}" must stand in this order`);
  return earlier.slice(begin + BEGIN.length, end).trim() || NO_NOTES;
}

/**
 * The text of docs/performance.md for a run and its rows. What was written by hand in the earlier text
 * stays.
 */
export function writeDocument(earlier, { run, minutes, rows, isTrial = false }) {
  const notes = notesOf(earlier);
  const trial = 'This was a trial with small sizes: the figures do not say anything about Naru.';
  return `# Performance

\`npm run bench\` writes this page ([bench/README.md](../bench/README.md)); only the section "Notes" is written
by hand and stays.

${isTrial ? `${trial}\n\n` : ''}Measured on ${run.date} in ${minutes} minutes: Naru ${run.naru}; Node ${run.node}, PostgreSQL ${run.postgres};
${run.machine}. Load, server and database share the machine.

## Results

${measurementLines(rows).join('\n')}

## Notes

${BEGIN}

${notes}

${END}

## How it is measured

- **The limit** is a bare Fastify with \`pg\` that does the work of a call in one prepared statement, of a comment in
  one transaction with an UPDATE and an INSERT, without sessions, rules or notifications. Both are measured in
  turns on the same 10,000 posts: 32 connections of 2,000 members, three rounds, the median of the ratio of calls
  a second. "By CPU" is the ratio of the processor time of server and database per call. In a title search the bare
  server reads titles from the newest on until ten have the syllables.
- **Against NodeBB** is derived: Naru's share of the limit divided by that of NodeBB 4.10.3 on Redis, its fastest
  set-up, measured in October and November 2026 (bench/lib/parts/calls.mjs). NodeBB's reply to a comment is not durable.
- **Growth** measures 10,000 and 1,000,000 posts in turns; of the ratios of processor time per call and of the
  median time the larger one counts. **Deep pages** and **searches** are asked one at a time. Half of the searches
  are for the first two syllables of frequent words, half for rare names.
- **First time and asked again**: "first time" is measured while a transaction that changed the board is in
  progress, of pages far back by asking for other ones each time, so nothing comes from memory. The mix and the
  lists of boards are measured with memory, searches in 1,000,000 posts without.
- **The mix** is an open loop: requests leave by a random schedule that no response delays, and a time counts from
  the moment when its request was due. 35 % are lists, 35 % posts, 10 % writes (comments, likes, posts), 10 % chat
  and 10 % notifications, with 1,000,000 posts.
- **Memory** is the resident memory of the server's processes; in brackets what the database's processes use,
  shared pages divided among those that share them. Idle is 20 seconds after a start.
- **Rows of the web** come from a headless Chromium on the demo content.
`;
}
