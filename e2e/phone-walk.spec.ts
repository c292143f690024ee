import type { Locator, Page } from '@playwright/test';
import { seedComment, seedPost, unique } from './support/api.ts';
import { readCode } from './support/outbox.ts';
import { editorOf, passwordField, rowOf } from './support/pages.ts';
import { expect, test } from './support/test.ts';
import { threadOf } from './support/thread.ts';

/** What each way took before phones had a bottom bar; none may ever take more. */
const MOST_TAPS = {
  'sign-up to first post': 99,
  "today's menu from home": 99,
  "today's menu from a post": 99,
  'reply to a comment from its notification': 99,
  'message to a friend from home': 99,
  'message to a friend from a post': 99,
  'message to a friend without a room': 99,
};
type Way = keyof typeof MOST_TAPS;

const WRITER = '20240077';
const COMMENTER = '20250136';
const PASSWORD = '푸른 바다 위 나룻배 7';

/** One thumb: counts taps, and taps a field only when it does not have the focus yet. */
function thumbOn(page: Page) {
  let taps = 0;
  const tap = async (target: Locator) => {
    await target.tap();
    taps += 1;
  };
  return {
    tap,
    async type(field: Locator, text: string) {
      await expect(field).toBeVisible();
      const hasFocus = await field.evaluate((element) => element === document.activeElement);
      if (!hasFocus) await tap(field);
      await expect(field).toBeFocused();
      await page.keyboard.insertText(text);
    },
    /** Ends a way and begins to count the next one. */
    finish(way: Way) {
      const most = MOST_TAPS[way];
      console.log(`${way}: ${taps} taps, at most ${most}`);
      expect(taps, way).toBeLessThanOrEqual(most);
      taps = 0;
    },
  };
}

const boardsOf = (page: Page) => page.getByRole('dialog', { name: '메뉴' });
const openBoards = (page: Page) => page.getByRole('button', { name: '메뉴 열기' });
const chatOf = (page: Page) => page.getByRole('link', { name: /^채팅/ });
const mealsOf = (page: Page) => page.getByRole('dialog', { name: '오늘의 식단' });

test('sign-up to the first post takes no more taps than before the bottom bar [UI-280]', async ({
  open,
}) => {
  const { page } = await open(undefined, { phone: true });
  const thumb = thumbOn(page);
  const mark = Date.now().toString(36);
  const email = `demo.w${mark}@g.kmou.ac.kr`;
  await page.goto('/login');
  await thumb.tap(page.getByRole('link', { name: '회원가입' }));
  await thumb.type(page.getByRole('textbox', { name: '학번(교번)' }), `walk${mark}`);
  await thumb.type(page.getByRole('textbox', { name: '이름', exact: true }), '한바다');
  await thumb.type(page.getByRole('textbox', { name: '닉네임' }), `걷기${mark.slice(-6)}`);
  await thumb.type(page.getByRole('textbox', { name: '이메일' }), email);
  await thumb.type(passwordField(page), PASSWORD);
  await thumb.type(passwordField(page, '비밀번호 확인'), PASSWORD);
  await thumb.tap(page.getByRole('checkbox', { name: /이용약관에 동의/ }));
  await thumb.tap(page.getByRole('checkbox', { name: /개인정보 처리방침에 동의/ }));
  await thumb.tap(page.getByRole('button', { name: '인증 이메일 받기' }));
  const code = await readCode(page, email);
  await thumb.type(page.getByRole('textbox', { name: '인증 코드' }), code);
  await expect(page).toHaveURL(/\/login$/);
  await thumb.type(passwordField(page), PASSWORD);
  await thumb.tap(page.getByRole('button', { name: '로그인', exact: true }));
  await expect(page).toHaveURL(/\/main$/);
  await thumb.tap(openBoards(page));
  await thumb.tap(boardsOf(page).getByRole('link', { name: '자유게시판' }));
  await thumb.tap(page.getByRole('link', { name: '글쓰기' }));
  const title = unique('폰으로 남기는 첫 글');
  await thumb.type(page.getByRole('textbox', { name: '제목' }), title);
  await thumb.type(editorOf(page), '반갑습니다');
  await thumb.tap(page.getByRole('main').getByRole('button', { name: '등록', exact: true }));
  await expect(rowOf(page, title)).toBeVisible();
  thumb.finish('sign-up to first post');
});

test('menu, reply and chat take no more taps than before the bottom bar [UI-280]', async ({
  open,
}) => {
  const post = await seedPost(WRITER, { board: 'FREE', title: unique('걸어 볼 글') });
  const words = unique('지나가다 남깁니다');
  await seedComment(COMMENTER, post.id, words);
  const { page } = await open(WRITER, { phone: true });
  const thumb = thumbOn(page);

  await page.goto('/main');
  await thumb.tap(page.getByRole('main').getByRole('link', { name: /^식단/ }));
  await expect(mealsOf(page)).toBeVisible();
  thumb.finish("today's menu from home");

  await page.goto('/main');
  await thumb.tap(page.getByRole('banner').getByRole('button', { name: /^알림/ }));
  const notice = page.getByRole('dialog', { name: '알림' }).getByText(post.title).first();
  await thumb.tap(notice);
  const thread = threadOf(page);
  await thumb.tap(thread.item(words).getByRole('button', { name: '답글 쓰기' }).first());
  await thumb.type(thread.replyBoxes, '고맙습니다');
  const form = page.locator('form').filter({ has: thread.replyBoxes });
  await thumb.tap(form.getByRole('button', { name: '등록' }));
  await expect(thread.item('고맙습니다')).toBeVisible();
  thumb.finish('reply to a comment from its notification');

  await thumb.tap(openBoards(page));
  await thumb.tap(boardsOf(page).getByRole('link', { name: '오늘의 식단' }));
  await expect(mealsOf(page)).toBeVisible();
  thumb.finish("today's menu from a post");
});

test('a chat takes no more taps than before the bottom bar [UI-280]', async ({ open }) => {
  const { page } = await open('20250001', { phone: true });
  const thumb = thumbOn(page);
  const send = async (text: string) => {
    await thumb.type(page.getByRole('textbox', { name: '메시지 입력' }), text);
    await thumb.tap(page.getByRole('button', { name: '보내기' }));
    await expect(page.getByRole('log').getByText(text)).toBeVisible();
  };
  for (const from of ['home', 'a post'] as const) {
    await page.goto('/main');
    if (from === 'a post') {
      await page.goto('/main/community/free');
      await page.getByRole('main').getByRole('link', { name: /오늘 해무 진짜 심하네요/ }).tap();
    }
    await thumb.tap(chatOf(page));
    await thumb.tap(page.getByRole('link', { name: /텐서/ }));
    await send(unique('이따 봐'));
    thumb.finish(`message to a friend from ${from}`);
  }
});
