import { describe, expect, it, vi } from 'vitest';
import { shareResponse, writeResponse } from './shared-responses.ts';
import { shareRuns } from './shared-runs.ts';

describe('shareRuns', () => {
  it('runs once for the calls that came meanwhile, and never before a call', async () => {
    let stored = 1;
    let runs = 0;
    const read = shareRuns(async () => {
      runs += 1;
      const value = stored;
      await new Promise(setImmediate);
      return value;
    });
    const first = read();
    await Promise.resolve();
    stored = 2;
    const later = Array.from({ length: 50 }, () => read());
    expect(await first).toBe(1);
    expect(new Set(await Promise.all(later))).toEqual(new Set([2]));
    expect(runs).toBe(2);
  });

  it('starts anew after a failure', async () => {
    let isBroken = true;
    const read = shareRuns(async () => {
      if (isBroken) throw new Error('down');
      return 'up';
    });
    await expect(read()).rejects.toThrow('down');
    isBroken = false;
    expect(await read()).toBe('up');
  });
});

it('writes a shared response once and any other each time', () => {
  const write = vi.fn(JSON.stringify);
  const [shared, other] = [shareResponse({ a: 1 }), { a: 1 }];
  for (const response of [shared, shared, other, other, null, 'a']) {
    expect(writeResponse(response, write)).toBe(JSON.stringify(response));
  }
  expect(write.mock.calls.filter(([response]) => response === shared)).toHaveLength(1);
  expect(write).toHaveBeenCalledTimes(5);
});
