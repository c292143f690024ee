import { appendFile } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import { ChildWorkerError } from '../../../platform/child-worker.ts';
import { FILE_TEXT_MAX } from './extract-text.ts';
import { createTextReader } from './file-texts.ts';
import { healthyFiles, hostileFiles } from './hostile-files.fixture.ts';

const { FUZZ_CASES, FUZZ_SEED = '1', FUZZ_REPORT } = process.env;
const CASES = 40;
const PATIENCE_MS = FUZZ_CASES === undefined ? 5 * 60_000 : 6 * 60 * 60_000;
/** PDF.js looks through all states that a page has saved for each value of the last. */
const SLOW = 'operators without end';
const reader = createTextReader();
afterAll(() => reader.stop());

it(
  'the text of hostile and damaged files is read or not, or ends with its process, and others are read after each [FILE-09]',
  async () => {
    const healthy = await healthyFiles();
    const counts: Record<string, number> = {};
    let slowest = { ms: 0, what: '' };
    for (const file of await hostileFiles(Number(FUZZ_CASES ?? CASES), Number(FUZZ_SEED))) {
      const { what, ending, bytes } = file;
      const start = performance.now();
      const text = await reader.run({ ending, bytes }).catch((error: unknown) => error);
      const ms = Math.round(performance.now() - start);
      if (ms > slowest.ms) slowest = { ms, what };
      const end = endOf(text);
      counts[end] = (counts[end] ?? 0) + 1;
      expect(end, `${what}: ${text}`).not.toBe('wrong');
      if (file.isMade && what !== SLOW) expect(end, what).not.toBe('late');
      // In the same process, unless it has ended.
      const { [ending]: other = Buffer.from('등대') } = healthy;
      if (typeof text === 'string')
        expect(await reader.run({ ending, bytes: other }), what).toMatch(/등대|Lighthouse/);
    }
    const line = `Searches: ${JSON.stringify(counts)}, the slowest ${slowest.ms} ms (${slowest.what})\n`;
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
