import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import type { Result, RunOnly } from 'axe-core';
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
const COLOURS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
const THEMES = ['light', 'dark'] as const;

/** Every document compiles it again, so the short one. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Waits for running animations, during which colours are in between. */
async function standStill(page: Page): Promise<void> {
  // By its tag: an open dialog hides the rest of the page from roles.
  await expect(page.locator('h1').first()).toBeAttached();
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Cancelled animations count as finished; endless ones are skeletons, those off the screen rest.
    const moving = document.getAnimations().filter(({ effect }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      const isSeen = target?.checkVisibility({ contentVisibilityAuto: true });
      return isSeen && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY;
    });
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
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
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

/**
 * Expects no violations on the page, skeletons included, or inside `part`: of all rules in the theme
 * that the page has, and of the colours in the other one, in which it stays.
 */
export async function expectAccessibleThemes(
  page: Page,
  where: string,
  part?: string,
): Promise<void> {
  if (part !== undefined) await expect(page.locator(part).first()).toBeVisible();
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [first, second] = isDark ? THEMES.toReversed() : THEMES;
  await standStill(page);
  expect(readable(await faultsOf(page, part, ALL)), `${where}, ${first}`).toEqual([]);
  await page.emulateMedia({ colorScheme: second });
  await standStill(page);
  expect(readable(await faultsOf(page, part, COLOURS)), `${where}, ${second}`).toEqual([]);
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
