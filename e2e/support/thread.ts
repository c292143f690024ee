import { expect, type Locator, type Page, type Request, type Response } from '@playwright/test';
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

/**
 * Presses until the comment is taken: the page ignores a press within a second of its last comment, and the server
 * refuses a comment within a second of another by the member, wherever that was written.
 */
async function sendWhenAllowed(page: Page, press: () => Promise<void>): Promise<void> {
  let state: 'idle' | 'sent' | 'answered' = 'idle';
  const isComment = (request: Request) =>
    request.method() === 'POST' && request.url().endsWith('/comments');
  const onRequest = (request: Request) => {
    if (isComment(request)) state = 'sent';
  };
  const onResponse = (response: Response) => {
    if (isComment(response.request())) state = response.status() === 429 ? 'idle' : 'answered';
  };
  page.on('request', onRequest);
  page.on('response', onResponse);
  await expect(async () => {
    if (state === 'idle') await press();
    await expect.poll(() => state, { timeout: 400 }).toBe('answered');
  }).toPass({ timeout: 15_000 });
  page.off('request', onRequest);
  page.off('response', onResponse);
}
