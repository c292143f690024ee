import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PreviewRequest } from '../lib/file-preview.ts';
import type { ReaderRequest, ReaderResponse } from './parts.ts';
import { startReader } from './start-reader.ts';

/** Part 1 never arrives. */
class SlowWorker {
  static started: SlowWorker[] = [];
  onmessage: ((event: { data: ReaderResponse }) => void) | null = null;
  isEnded = false;
  readonly asked: ReaderRequest[] = [];

  constructor() {
    SlowWorker.started.push(this);
  }

  postMessage(request: ReaderRequest): void {
    this.asked.push(request);
    const response = responseTo(request);
    if (response !== null) queueMicrotask(() => this.onmessage?.({ data: response }));
  }

  terminate(): void {
    this.isEnded = true;
  }
}

function responseTo(request: ReaderRequest): ReaderResponse | null {
  if (request.do === 'load') return { loaded: true };
  if (request.do === 'open') return { opened: { parts: [{ height: 1 }] } };
  return request.at === 1 ? null : { part: { type: 'prose', html: String(request.at) } };
}

vi.mock('./reader/reader.ts?worker&url', () => ({ default: 'reader.js' }));
vi.mock('./workers.ts', () => ({ startWorker: async () => new SlowWorker() }));
beforeEach(() => {
  SlowWorker.started = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const request: PreviewRequest = {
  ...{ kind: 'text', ending: 'txt', font: null, isDark: false },
  bytes: new ArrayBuffer(1),
};
const always = () => true;

it('reads the other parts with a new reader after one that takes too long [FILE-04]', async () => {
  const { readPart } = await startReader(request, () => undefined);
  const slow = expect(readPart(1, always)).rejects.toMatchObject({ reason: 'late' });
  const next = readPart(2, always);
  await vi.advanceTimersByTimeAsync(8_000);
  await slow;
  expect(await next).toEqual({ type: 'prose', html: '2' });
  expect(SlowWorker.started.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  await expect(readPart(1, always)).rejects.toMatchObject({ reason: 'late' });
  expect(SlowWorker.started[1]?.asked.map((one) => one.do)).toEqual(['load', 'open', 'part']);
});

it('reads no part that has left the view before its turn [FILE-05]', async () => {
  const { readPart } = await startReader(request, () => undefined);
  expect(await readPart(0, () => false)).toBeNull();
  expect(SlowWorker.started[0]?.asked).toHaveLength(2);
});
