import { expect, type Locator, type Page } from '@playwright/test';

/** Opens a panel of the header (wide screens). */
export async function openPanel(page: Page, name: '친구' | '알림'): Promise<Locator> {
  const button = page.getByRole('banner').getByRole('button', { name: new RegExp(`^${name}`) });
  await button.click();
  const panel = page.getByRole('dialog', { name, exact: true });
  await expect(panel).toBeVisible();
  return panel;
}

/** Opens the mobile menu on the dashboard. */
export async function openMobileMenu(page: Page): Promise<Locator> {
  await page.goto('/main');
  await page.getByRole('button', { name: '메뉴 열기' }).tap();
  const menu = page.getByRole('dialog', { name: '메뉴' });
  await expect(menu).toBeVisible();
  return menu;
}
