import { appendFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { hostileFiles } from '../../apps/server/src/features/uploads/texts/hostile-files.fixture.ts';
import { PREVIEW_FAILURES } from '../../apps/web/src/lib/file-preview.ts';

const { FUZZ_CASES, FUZZ_SEED = '1', FUZZ_REPORT } = process.env;
const CASES = 40;
const PATIENCE_MS = FUZZ_CASES === undefined ? 5 * 60_000 : 6 * 60 * 60_000;
/** Those of PDF and HWP need a browser. A file can have any name, so each reads each. */
const KINDS = ['sheet', 'table', 'notebook', 'markdown', 'text'];
/** After which the page ends the reader. */
const OPEN_MS = 25_000;
const PART_MS = 8_000;
/** Parts of a file that are read, besides its last one. */
const PARTS = 20;

/** Runs the reader of previews here, as a worker would. */
async function startReader() {
  const worker = { onmessage: null, postMessage: null };
  vi.stubGlobal('self', worker);
  await import('../../apps/web/src/preview/reader/reader.ts');
  return (data) =>
    new Promise((resolve) => {
      worker.postMessage = resolve;
      worker.onmessage({ data });
    });
}

it(
  'the readers of previews show hostile and damaged files in time, or say why not in a sentence [FILE-04]',
  async () => {
    const ask = await startReader();
    const counts = {};
    let slowest = { ms: 0, what: '' };

    /** The response, which is a failure that has a sentence, or what the request asks for. */
    async function time(what, most, request) {
      const start = performance.now();
      const response = await ask(request);
      const ms = Math.round(performance.now() - start);
      if (ms > slowest.ms) slowest = { ms, what };
      expect(ms, what).toBeLessThan(most);
      const { failed } = response;
      if (failed !== undefined) expect(Object.keys(PREVIEW_FAILURES), what).toContain(failed);
      return response;
    }

    async function read({ what, ending, bytes: { buffer, byteOffset, length } }, kind) {
      const name = `${what} as ${kind}`;
      const bytes = buffer.slice(byteOffset, byteOffset + length);
      const request = { do: 'open', kind, ending, bytes, font: null };
      const { opened, failed } = await time(name, OPEN_MS, request);
      if (opened === undefined) return failed;
      const last = opened.parts.length - 1;
      const parts = new Set([...opened.parts.slice(0, PARTS).keys(), last]);
      for (const at of parts) await time(`${name}, part ${at}`, PART_MS, { do: 'part', at });
      return 'shown';
    }

    for (const file of await hostileFiles(Number(FUZZ_CASES ?? CASES), Number(FUZZ_SEED))) {
      for (const kind of KINDS) {
        const end = await read(file, kind);
        counts[end] = (counts[end] ?? 0) + 1;
      }
    }
    const line = `Previews: ${JSON.stringify(counts)}, the slowest ${slowest.ms} ms (${slowest.what})\n`;
    if (FUZZ_REPORT !== undefined) await appendFile(FUZZ_REPORT, line);
  },
  PATIENCE_MS,
);
