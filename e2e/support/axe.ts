import type { Page } from '@playwright/test';
import axe, { type Result, type RunOnly } from 'axe-core';
import { expect } from './test.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const ALL: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
const CONTRAST: RunOnly = { type: 'rule', values: ['color-contrast'] };

/** Waits for running animations, during which colours are in between. */
async function standStill(page: Page): Promise<void> {
  // By its tag: an open dialog hides the rest of the page from roles.
  await expect(page.locator('h1').first()).toBeAttached();
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Cancelled animations count as finished; endless ones are skeletons.
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(moving.map((animation) => animation.finished));
  });
}

function readable(violations: readonly Result[]) {
  return violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary}`),
  }));
}

/** Violations of the rules on the page or inside `part`. */
async function faultsOf(page: Page, part: string | undefined, runOnly: RunOnly): Promise<Result[]> {
  // Loaded once per document; `evaluate` is not subject to the content security policy.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ part, runOnly }) => {
      const context = part === undefined ? document : { include: [part] };
      const { violations } = await window.axe.run(context, {
        runOnly,
        resultTypes: ['violations'],
      });
      return violations;
    },
    { part, runOnly },
  );
}

/** Expects no violations on the page, skeletons included, or inside `part`. */
async function expectAccessible(page: Page, where: string, part?: string): Promise<void> {
  if (part !== undefined) await expect(page.locator(part).first()).toBeVisible();
  await standStill(page);
  expect(readable(await faultsOf(page, part, ALL)), where).toEqual([]);
}

/** Also checks the contrast in the dark theme. */
export async function expectAccessibleThemes(
  page: Page,
  where: string,
  part?: string,
): Promise<void> {
  await expectAccessible(page, `${where}, light`, part);
  await page.emulateMedia({ colorScheme: 'dark' });
  await standStill(page);
  expect(readable(await faultsOf(page, part, CONTRAST)), `${where}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** `expectAccessibleThemes` after loading. */
export async function expectCleanThemes(page: Page, where: string, part?: string): Promise<void> {
  await expectLoaded(page);
  await expectAccessibleThemes(page, where, part);
}

async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('status', { name: /불러오는 중입니다\.$/ })).toHaveCount(0);
  // Rows of the previous search are faded until the next ones arrive.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}
