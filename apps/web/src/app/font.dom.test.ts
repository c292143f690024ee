import type { AnyRouter } from '@tanstack/react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { followFont, startFont } from './font.ts';

const marks = document.documentElement.dataset;
const load = vi.fn(async () => []);
let turnPage: (event: { pathChanged: boolean }) => void;
const stop = vi.fn();
const router = {
  subscribe: (_: string, onPage: typeof turnPage) => {
    turnPage = onPage;
    return stop;
  },
} as unknown as AnyRouter;

beforeEach(() => {
  load.mockClear();
  delete marks.fonts;
  Object.defineProperty(document, 'fonts', { value: { load }, configurable: true });
});

describe('the font of the site [UI-663]', () => {
  it('is requested as the app starts', async () => {
    startFont();
    await followFont(router);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('comes after the first page of a first visit and is shown by the next one', async () => {
    marks.fonts = 'system';
    startFont();
    expect(load).not.toHaveBeenCalled();
    await followFont(router);
    expect([load.mock.calls.length, marks.fonts]).toEqual([1, 'system']);
    turnPage({ pathChanged: false });
    expect(marks.fonts, 'a filter or a panel').toBe('system');
    turnPage({ pathChanged: true });
    expect([stop.mock.calls.length, marks.fonts]).toEqual([1, undefined]);
  });

  it('that cannot be loaded is no error', async () => {
    marks.fonts = 'system';
    load.mockRejectedValueOnce(new Error('offline'));
    await expect(followFont(router)).resolves.toBeUndefined();
  });
});
