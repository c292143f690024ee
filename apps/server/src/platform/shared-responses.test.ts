import { expect, it, vi } from 'vitest';
import { shareResponse, writeResponse } from './shared-responses.ts';

it('writes a shared response once and any other each time', () => {
  const write = vi.fn(JSON.stringify);
  const [shared, other] = [shareResponse({ a: 1 }), { a: 1 }];
  for (const response of [shared, shared, other, other, null, 'a']) {
    expect(writeResponse(response, write)).toBe(JSON.stringify(response));
  }
  expect(write.mock.calls.filter(([response]) => response === shared)).toHaveLength(1);
  expect(write).toHaveBeenCalledTimes(5);
});
