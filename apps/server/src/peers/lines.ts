import type { Readable } from 'node:stream';

const NEWLINE = 10;

/** Passes on what a process writes in whole lines, so that those of several do not mix. */
export function relayLines(from: Readable, write: (lines: string) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  from.on('data', (chunk: Buffer) => {
    const text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = text.lastIndexOf(NEWLINE) + 1;
    if (end > 0) write(text.toString('utf8', 0, end));
    rest = text.subarray(end);
  });
  from.on('end', () => {
    if (rest.length > 0) write(`${rest.toString('utf8')}\n`);
  });
  // The end of a killed process breaks its pipe.
  from.on('error', () => undefined);
}
