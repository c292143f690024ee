import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

type RunOnly = { type: 'tag' | 'rule'; values: string[] };

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

type Fault = { id: string; nodes: { target: unknown; failureSummary?: string }[] };

function readable(violations: readonly Fault[]) {
  return violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary}`),
  }));
}

/** Violations of the rules on the page or inside `part`. */
async function faultsOf(page: Page, part: string | undefined, rules: RunOnly): Promise<Fault[]> {
  // The pages have no frames; legacy mode avoids opening a blank page for their results.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (part !== undefined) axe.include(part);
  const { violations } = await axe
    .options({ runOnly: rules, resultTypes: ['violations'] })
    .analyze();
  return violations;
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
}
