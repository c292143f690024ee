import { expect, type Page } from '@playwright/test';

/** Waits until the worker has stored the app. */
export async function installed(page: Page): Promise<void> {
  // The first touch starts what comes after the page.
  await page.mouse.move(5, 5);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

/** Waits until the page has cached the response of a call. */
export async function cached(page: Page, path: string): Promise<void> {
  await page.mouse.move(7, 7);
  const find = () =>
    page.evaluate(async (part) => {
      const names = (await caches.keys()).filter((name) => name.startsWith('naru.answers'));
      const stored = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return stored.flat().some(({ url }) => url.includes(part));
    }, path);
  await expect.poll(find).toBe(true);
}
