import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { typeHangul } from './hangul.ts';

export function threadOf(page: Page) {
  const list = page.getByRole('list', { name: '댓글 목록' });
  const newComment = page.getByRole('textbox', { name: '댓글 쓰기' });
  const replyBoxes = page.getByRole('textbox', { name: '답글 쓰기' });

  /** The innermost comment or reply with this text. */
  const item = (text: string): Locator =>
    list.getByRole('article').filter({ hasText: text }).last();

  return {
    list,
    newComment,
    replyBoxes,
    item,

    /** Types with composition, submits and waits until the comment is shown. */
    async write(text: string, options: { box?: Locator } = {}): Promise<void> {
      const box = options.box ?? newComment;
      await box.click();
      await typeHangul(page, text);
      await expect(box).toHaveValue(text);
      const form = page.locator('form').filter({ has: box });
      await sendWhenAllowed(page, () => form.getByRole('button', { name: '등록' }).click());
      await expect(item(text)).toBeVisible();
    },

    async reply(to: string, text: string): Promise<void> {
      await item(to).getByRole('button', { name: '답글 쓰기' }).first().click();
      await expect(replyBoxes).toBeFocused();
      await this.write(text, { box: replyBoxes });
    },

    async choose(text: string, entry: '수정' | '삭제'): Promise<void> {
      await item(text)
        .getByRole('button', { name: /(댓글|답글) 메뉴$/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: entry }).click();
    },
  };
}

/** Presses until the request is sent: a press within a second of the last comment is ignored. */
async function sendWhenAllowed(page: Page, press: () => Promise<void>): Promise<void> {
  let isSent = false;
  const watch = (request: Request) => {
    isSent ||= request.method() === 'POST' && request.url().endsWith('/comments');
  };
  page.on('request', watch);
  await expect(async () => {
    if (!isSent) await press();
    await expect.poll(() => isSent, { timeout: 400 }).toBe(true);
  }).toPass({ timeout: 10_000 });
  page.off('request', watch);
}
