import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

type RunOnly = { type: 'tag' | 'rule'; values: string[] };

const ALL: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** What a theme decides. */
const CONTRAST: RunOnly = { type: 'rule', values: ['color-contrast'] };

/** What moves has no colours of its own yet. */
async function standStill(page: Page): Promise<void> {
  // By its tag: an open dialog hides the rest of the page from roles.
  await expect(page.locator('h1').first()).toBeAttached();
  await page.evaluate(async () => {
    await document.fonts.ready;
    // One that is cancelled on the way, because its element went, is over as well; one without an
    // end is a loading shape.
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

/** What breaks one of the rules, on the page or inside `part` of it. */
async function faultsOf(page: Page, part: string | undefined, rules: RunOnly): Promise<Fault[]> {
  // The pages have no frames: the legacy mode saves the blank page that collects their results.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (part !== undefined) axe.include(part);
  const { violations } = await axe
    .options({ runOnly: rules, resultTypes: ['violations'] })
    .analyze();
  return violations;
}

/** No rule of accessibility is broken on the page, loading shapes included, or inside `part` of it. */
async function expectAccessible(page: Page, where: string, part?: string): Promise<void> {
  if (part !== undefined) await expect(page.locator(part).first()).toBeVisible();
  await standStill(page);
  expect(readable(await faultsOf(page, part, ALL)), where).toEqual([]);
}

/** The same, and once more in the dark theme for what the theme decides: contrast. */
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

/** Everything has loaded, and `expectAccessibleThemes`. */
export async function expectCleanThemes(page: Page, where: string, part?: string): Promise<void> {
  await expectLoaded(page);
  await expectAccessibleThemes(page, where, part);
}

async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('status', { name: /불러오는 중입니다\.$/ })).toHaveCount(0);
}
