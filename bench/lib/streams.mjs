import { readFileSync } from 'node:fs';
import { withProgress } from '../../scripts/lib/progress.mjs';
import { StreamClient } from './stream-client.mjs';

export const PER_MEMBER = 10;
const OPEN_AT_ONCE = 100;

/** This machine does not allow as many open files as the streams need. */
export class MissingFiles extends Error {}

/** Files of this process beside the streams; the server has as many of its own. */
const OTHER_FILES = 500;

function requireFiles(count) {
  const limits = readFileSync('/proc/self/limits', 'utf8');
  const files = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1]);
  if (files < count + OTHER_FILES) {
    throw new MissingFiles(`needs ${count + OTHER_FILES} open files (ulimit -n), ${files} allowed`);
  }
}

/** Opens streams, ten of each member, and resolves with them; `onText` gets what they receive. */
export async function openStreams({ server, people }, count, onText = () => undefined) {
  requireFiles(count);
  const streams = Array.from(
    { length: count },
    (_, index) =>
      new StreamClient({
        port: server.port,
        person: people[Math.floor(index / PER_MEMBER)],
        index,
        onText,
      }),
  );
  const waiting = streams.values();
  const openInTurn = async () => {
    for (const stream of waiting) await stream.open().catch(() => stream.comeBack());
  };
  await withProgress(`Opening ${count} streams`, () =>
    Promise.all(Array.from({ length: OPEN_AT_ONCE }, openInTurn)),
  );
  return streams;
}

export function closeStreams(streams) {
  for (const stream of streams) stream.close();
}
