import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** The name of a skeleton. */
export const LOADING = /불러오는 중입니다\.$/;

/** Largest allowed cumulative layout shift while loading. */
const MAX_CLS = 0.02;

interface Shift {
  value: number;
  /** The shifted elements, for the failure message. */
  what: string[];
}

/**
 * Records the layout shifts of the next pages; call what it returns to read them. Those are counted as well
 * that Chromium ascribes to an input: nobody presses anything, but a phone's screen is set up when a page starts.
 */
export async function recordShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
    const shifts: unknown[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & {
          value: number;
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        const what = shift.sources.map(({ node, previousRect, currentRect }) => {
          const { nodeName = '', textContent = '' } = node ?? {};
          const from = `${Math.round(previousRect.x)},${Math.round(previousRect.y)}`;
          const to = `${Math.round(currentRect.x)},${Math.round(currentRect.y)}`;
          return `${nodeName} ${from} -> ${to} ${textContent?.slice(0, 40)}`;
        });
        shifts.push({ value: shift.value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(async () => {
      await document.fonts.ready;
      // Two frames: the last response is laid out and reported.
      for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
      return (window as unknown as { shifts: Shift[] }).shifts;
    });
}

/** Expects that a page that has loaded has moved next to nothing. */
export async function expectStill(read: () => Promise<Shift[]>, where: string): Promise<void> {
  const shifts = await read();
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, `${where}: ${JSON.stringify(shifts)}`).toBeLessThan(MAX_CLS);
}
