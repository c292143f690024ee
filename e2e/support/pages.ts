import { expect, type Locator, type Page } from '@playwright/test';
import { typeHangul } from './hangul.ts';

declare global {
  interface Window {
    /** The router of the app, which its library leaves here. */
    __TSR_ROUTER__: { navigate: (to: { href: string }) => Promise<void> };
  }
}

/**
 * Opens a path like a link of the app, without loading the document again, which costs most of a
 * visit. The page must show the app already.
 */
export async function followPath(page: Page, path: string): Promise<void> {
  await page.evaluate(async (href) => {
    await window.__TSR_ROUTER__.navigate({ href });
    await new Promise(requestAnimationFrame);
  }, path);
}

export function editorOf(page: Page): Locator {
  return page.getByRole('textbox', { name: '내용', exact: true });
}

export function rowOf(page: Page, title: string): Locator {
  return page.getByRole('main').getByRole('listitem').filter({ hasText: title });
}

/** Selects a line of text with the mouse. */
export async function dragOver(page: Page, line: Locator): Promise<void> {
  const box = await line.boundingBox();
  if (box === null) throw new Error('nothing to drag over');
  const middle = box.y + box.height / 2;
  await page.mouse.move(box.x + 1, middle);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 1, middle, { steps: 4 });
  await page.mouse.up();
}

export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await field.click();
  await typeHangul(page, text);
}

/** Fills the form of a new post without publishing it. */
export async function writePost(page: Page, post: { title: string; text: string }): Promise<void> {
  await typeInto(page, page.getByRole('textbox', { name: '제목' }), post.title);
  await typeInto(page, editorOf(page), post.text);
}

export async function publish(page: Page, label: '등록' | '수정' = '등록'): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: label, exact: true }).click();
}

export async function expectToast(page: Page, text: string): Promise<void> {
  await expect(
    page.locator('[data-sonner-toast][data-visible=true]').filter({ hasText: text }).first(),
  ).toBeVisible();
}

/** Password fields have no role. */
export function passwordField(page: Page, label = '비밀번호'): Locator {
  return page.getByLabel(new RegExp(`^${label}\\*?$`));
}

export async function fillLogin(page: Page, username: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: '학번(교번)' }).fill(username);
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
}

export function ownMenu(page: Page): Locator {
  return page.getByRole('banner').getByRole('button', { name: /^내 메뉴/ });
}

export async function logOut(page: Page): Promise<void> {
  await ownMenu(page).click();
  await page.getByRole('button', { name: '로그아웃' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

/** Opens the panel of the filter button, a sheet on phones. */
export async function openFilters(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^필터/ }).click();
  return page.getByRole('dialog', { name: '필터', exact: true });
}

/** Chooses one of the options of the filter button and closes its panel. */
export async function chooseFilter(page: Page, option: string): Promise<void> {
  const panel = await openFilters(page);
  await panel.getByText(option, { exact: true }).click();
  await panel.getByRole('button', { name: '완료' }).click();
  await expect(panel).toHaveCount(0);
}

/** Opens the sheet that reports the post of the page. */
export async function reportPost(page: Page): Promise<void> {
  await page.getByRole('button', { name: '게시글 메뉴' }).click();
  await page.getByRole('menuitem', { name: '신고' }).click();
}
