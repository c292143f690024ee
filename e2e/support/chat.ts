import { expect, type Locator, type Page } from '@playwright/test';

/** Two members who are friends and have a room. */
export const HAESOL = { username: '20250001', nickName: '해솔' };
export const TENSOR = { username: '20220508', nickName: '텐서' };

export const logOf = (page: Page): Locator => page.getByRole('log', { name: '대화 내용' });
export const composerOf = (page: Page): Locator =>
  page.getByRole('textbox', { name: '메시지 입력' });

/** The message with this text. */
export const bubble = (page: Page, text: string): Locator =>
  logOf(page).getByRole('listitem').filter({ hasText: text });

/** Opens the chat with a friend from the list. */
export async function openRoom(page: Page, nickName: string): Promise<void> {
  await page.goto('/chat-mail');
  await page.getByRole('link', { name: new RegExp(nickName) }).click();
  await expect(logOf(page).getByRole('listitem').last()).toBeVisible();
}

/** Rests a finger on a message until its sheet opens. */
export async function longPress(page: Page, message: Locator): Promise<void> {
  const box = await message.locator('span.sr-only').first().locator('..').boundingBox();
  if (box === null) throw new Error('the message is not shown');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const touch = await page.context().newCDPSession(page);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await page.getByRole('dialog', { name: '메시지' }).waitFor();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
