import type { AnyRouter } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PHONE } from '../lib/use-media.ts';
import { movePages, wayBetween } from './page-motion.ts';

const LIST = '/main/community/free';
const POST = `${LIST}/post/7`;

describe('the way between pages [UI-346]', () => {
  it.each([
    [LIST, POST, 'in'],
    [POST, LIST, 'out'],
    ['/mypage/account', '/mypage/account/profile', 'in'],
    [LIST, '/main/community/qna', undefined],
    [LIST, LIST, undefined],
    ['/main/community/fr', LIST, undefined],
  ])('from %s to %s is %s', (from, to, way) => {
    expect(wayBetween(from, to)).toBe(way);
  });
});

const begun = vi.fn((update: () => Promise<void>) => ({
  ready: Promise.reject(new Error('skipped')),
  finished: Promise.resolve(),
  updateCallbackDone: update(),
}));

function show({ isPhone = true, isStill = false } = {}) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === PHONE ? isPhone : isStill,
  }));
  const router = {
    state: { resolvedLocation: { pathname: LIST } },
    latestLocation: { pathname: POST },
    startViewTransition: vi.fn(),
  };
  movePages(router as unknown as AnyRouter);
  return router;
}

describe('a move from a list to its detail [UI-346]', () => {
  beforeEach(() => {
    begun.mockClear();
    Object.assign(document, { startViewTransition: begun });
  });
  afterEach(() => {
    Reflect.deleteProperty(document, 'startViewTransition');
    vi.unstubAllGlobals();
  });

  it.each([
    ['on a phone', {}, 1],
    ['on a wide screen', { isPhone: false }, 0],
    ['where motion is not wanted', { isStill: true }, 0],
  ])('%s begins %i motions, and happens in any case', async (_where, screen, count) => {
    const router = show(screen);
    const update = vi.fn(async () => undefined);
    await router.startViewTransition(update);
    expect([begun.mock.calls.length, update.mock.calls.length]).toEqual([count, 1]);
    await vi.waitFor(() => expect(document.documentElement.dataset.way).toBeUndefined());
  });

  it('is left to a browser that shows the swipe itself', async () => {
    const router = show();
    const swipe = Object.assign(new Event('popstate'), { hasUAVisualTransition: true });
    window.dispatchEvent(swipe);
    await router.startViewTransition(async () => undefined);
    expect(begun).not.toHaveBeenCalled();
    await router.startViewTransition(async () => undefined);
    expect(begun).toHaveBeenCalledOnce();
  });

  it('changes nothing where the browser has no motion between pages', () => {
    Reflect.deleteProperty(document, 'startViewTransition');
    const router = show();
    expect(router.startViewTransition).toBe(router.startViewTransition);
    expect(vi.isMockFunction(router.startViewTransition)).toBe(true);
  });
});
