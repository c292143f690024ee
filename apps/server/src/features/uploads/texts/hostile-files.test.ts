import { appendFile } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import { ChildWorkerError } from '../../../platform/child-worker.ts';
import { FILE_TEXT_MAX } from './extract-text.ts';
import { createTextReader } from './file-texts.ts';
import { hostileFiles } from './hostile-files.fixture.ts';

const { FUZZ_CASES = '30', FUZZ_SEED = '1', FUZZ_REPORT } = process.env;
/** What a file may take with the start of its process, which is busy with other work. */
const MOST_MS = 60_000;
const PATIENCE_MS = 6 * 60 * 60_000;
const reader = createTextReader();
afterAll(() => reader.stop());

it(
  'hostile and damaged files end with a text, without one, or with their process, and others are read after them [FILE-04] [FILE-09]',
  async () => {
    const counts: Record<string, number> = {};
    let slowest = { ms: 0, what: '' };
    for (const { what, ending, bytes } of await hostileFiles(+FUZZ_CASES, +FUZZ_SEED)) {
      const start = performance.now();
      const text = await reader.run({ ending, bytes }).catch((error: unknown) => error);
      const ms = Math.round(performance.now() - start);
      if (ms > slowest.ms) slowest = { ms, what };
      const end = endOf(text);
      counts[end] = (counts[end] ?? 0) + 1;
      expect(end, `${what}: ${text}`).not.toBe('wrong');
      expect(ms, what).toBeLessThan(MOST_MS);
    }
    expect(await reader.run({ ending: 'txt', bytes: Buffer.from('등대') })).toBe('등대');
    const line = `${JSON.stringify(counts)}, the slowest ${slowest.ms} ms (${slowest.what})\n`;
    if (FUZZ_REPORT !== undefined) await appendFile(FUZZ_REPORT, line);
  },
  PATIENCE_MS,
);

function endOf(text: unknown): string {
  if (text instanceof ChildWorkerError) return text.reason;
  if (text === null) return 'unreadable';
  if (typeof text !== 'string' || text.length > FILE_TEXT_MAX) return 'wrong';
  return text === '' ? 'empty' : 'text';
}
