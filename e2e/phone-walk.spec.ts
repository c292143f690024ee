import type { Locator, Page } from '@playwright/test';
import { apiAs, seedComment, seedPost, unique } from './support/api.ts';
import { joinMember } from './support/join.ts';
import { readCode } from './support/outbox.ts';
import { editorOf, expectToast, followPath, passwordField, rowOf } from './support/pages.ts';
import { expect, test } from './support/test.ts';
import { threadOf } from './support/thread.ts';

/** None may ever take more. */
const MOST_TAPS = {
  'sign-up to the first post': 11,
  'reply to a comment from its notification': 4,
  "today's menu from a post": 2,
  "today's menu from home": 1,
  'message to a friend from home': 4,
  'message to a friend from a post': 4,
  'report of a post from home': 5,
  'deletion of an own comment from home': 3,
  'own introduction from home': 4,
  'lectures of the own year from home': 2,
  'question to a seller from an item': 2,
  'item from its board': 4,
};

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
    finish(way: keyof typeof MOST_TAPS) {
      expect(taps, way).toBeLessThanOrEqual(MOST_TAPS[way]);
      taps = 0;
    },
  };
}

type Thumb = ReturnType<typeof thumbOn>;

const boardsOf = (page: Page) => page.getByRole('dialog', { name: '메뉴' });
const openBoards = (page: Page) => page.getByRole('button', { name: '메뉴 열기' });
const mealsOf = (page: Page) => page.getByRole('dialog', { name: '오늘의 식단' });

async function signUp(page: Page, thumb: Thumb): Promise<void> {
  const mark = Date.now().toString(36);
  const email = `demo.w${mark}@g.kmou.ac.kr`;
  await thumb.tap(page.getByRole('link', { name: '회원가입' }));
  await thumb.type(page.getByRole('textbox', { name: '학번(교번)' }), `walk${mark}`);
  await thumb.type(page.getByRole('textbox', { name: '이름', exact: true }), '한바다');
  await thumb.type(page.getByRole('textbox', { name: '닉네임' }), `걷기${mark.slice(-6)}`);
  await thumb.type(page.getByRole('textbox', { name: '이메일' }), email);
  await thumb.type(passwordField(page), PASSWORD);
  await thumb.tap(page.getByRole('checkbox', { name: '전체 동의' }));
  await thumb.tap(page.getByRole('button', { name: '인증 이메일 받기' }));
  const code = await readCode(page, email);
  await thumb.type(page.getByRole('textbox', { name: '인증 코드' }), code);
  await expect(page).toHaveURL(/\/main$/);
}

/** Writes a post from home and returns its id. */
async function writePost(page: Page, thumb: Thumb, title: string): Promise<number> {
  await thumb.tap(openBoards(page));
  await thumb.tap(boardsOf(page).getByRole('link', { name: '자유게시판에 글쓰기' }));
  await thumb.type(page.getByRole('textbox', { name: '제목' }), title);
  await thumb.type(editorOf(page), '반갑습니다');
  await thumb.tap(page.getByRole('main').getByRole('button', { name: '등록', exact: true }));
  const link = rowOf(page, title).getByRole('link', { name: title });
  const href = (await link.getAttribute('href')) ?? '';
  return Number(/\/post\/(\d+)/.exec(href)?.[1]);
}

test('a new member needs no more taps than before phones had a bottom bar [UI-280, MEMB-70] @whole', async ({
  open,
}) => {
  const { page } = await open(undefined, { phone: true });
  const thumb = thumbOn(page);
  await page.goto('/login');
  await signUp(page, thumb);
  const title = unique('폰으로 남기는 첫 글');
  const postId = await writePost(page, thumb, title);
  thumb.finish('sign-up to the first post');

  const words = unique('지나가다 남깁니다');
  await seedComment(COMMENTER, postId, words);
  await followPath(page, '/main');
  await thumb.tap(page.getByRole('banner').getByRole('button', { name: /^알림, 읽지/ }));
  await thumb.tap(page.getByRole('dialog', { name: '알림' }).getByText(words).first());
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
  await page.goBack();
  await followPath(page, '/main');
  await thumb.tap(page.getByRole('main').getByRole('link', { name: /^식단/ }));
  await expect(mealsOf(page)).toBeVisible();
  thumb.finish("today's menu from home");
  await page.goBack();

  // The first visit waits above the rest of home, and ends for good.
  const firstVisit = page.getByRole('region', { name: '먼저 이것만 정해 주세요' });
  await firstVisit.getByRole('radio', { name: '2학년' }).check({ force: true });
  const isStored = page.waitForResponse('**/api/member/first-visit');
  await firstVisit.getByRole('button', { name: '완료' }).tap();
  await expect(firstVisit).toHaveCount(0);
  await isStored;
  await page.reload();
  await expect(page.getByRole('region', { name: '공지사항' })).toBeVisible();
  await expect(firstVisit).toHaveCount(0);
});

test('a chat needs no more taps than before phones had a bottom bar [UI-280] @whole', async ({
  open,
}) => {
  const { page } = await open('20250001', { phone: true });
  const thumb = thumbOn(page);
  await page.goto('/main');
  for (const [place, path] of [
    ['home', '/main'],
    ['a post', '/main/community/free?filter=title&query=해무'],
  ] as const) {
    await followPath(page, path);
    if (place === 'a post') await rowOf(page, '오늘 해무 진짜').getByRole('link').first().tap();
    await thumb.tap(page.getByRole('link', { name: /^채팅/ }));
    await thumb.tap(page.getByRole('link', { name: /텐서/ }));
    const text = unique('이따 봐');
    await thumb.type(page.getByRole('textbox', { name: '메시지 입력' }), text);
    await thumb.tap(page.getByRole('button', { name: '보내기', exact: true }));
    await expect(page.getByRole('log').getByText(text)).toBeVisible();
    thumb.finish(`message to a friend from ${place}`);
  }
});

test('a report and the deletion of an own comment are a few taps from home [UI-280, INQ-12, COMM-110] @whole', async ({
  open,
}) => {
  const member = '20250001';
  const post = await seedPost(COMMENTER, { board: 'FREE', title: unique('광고입니다') });
  const words = unique('지울 댓글');
  await seedComment(member, post.id, words);
  const { page } = await open(member, { phone: true });
  const thumb = thumbOn(page);
  await page.goto('/main');
  const main = page.getByRole('main');
  await thumb.tap(main.getByRole('tab', { name: '자유' }));
  await thumb.tap(main.getByRole('link', { name: post.title, exact: true }));
  await thumb.tap(main.getByRole('button', { name: '신고', exact: true }));
  const sheet = page.getByRole('dialog', { name: '게시글 신고' });
  await thumb.tap(sheet.getByRole('radio', { name: '광고·도배' }));
  await thumb.tap(sheet.getByRole('button', { name: '신고' }));
  await expectToast(page, '신고가 접수되었습니다.');
  await expect(sheet).toHaveCount(0);
  expect(page.url()).toContain(post.path);
  thumb.finish('report of a post from home');

  await page.goto('/main');
  await thumb.tap(page.getByRole('button', { name: /^나, 내 메뉴/ }));
  await thumb.tap(page.getByRole('link', { name: '마이페이지' }));
  await thumb.tap(main.getByRole('button', { name: `‘${words}’ 댓글 삭제` }));
  await expect(main.getByText(words)).toHaveCount(0);
  thumb.finish('deletion of an own comment from home');
  await page.getByRole('button', { name: '되돌리기' }).tap();
  await expect(main.getByText(words)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/main$/);
});

test('what a new student sets, adds, asks and sells is a few taps away, and Back leads home [UI-760, TIME-85, TIME-86, CHAT-106, MARKET-92] @whole', async ({
  open,
}) => {
  const item = await seedPost('20250002', { board: 'MARKET', title: unique('교재'), price: 5000 });
  const { username } = await joinMember();
  await (await apiAs(username)).call('PUT', '/api/member/study-year', { studyYear: 2 });
  const { page } = await open(username, { phone: true });
  const thumb = thumbOn(page);
  const bar = page.getByRole('navigation', { name: '하단 메뉴' });
  await page.goto('/main');

  await thumb.tap(bar.getByRole('button', { name: /^나,/ }));
  await thumb.tap(page.getByRole('link', { name: '프로필 수정' }));
  await thumb.type(page.getByRole('textbox', { name: '자기소개' }), '반갑습니다');
  const intro = page.locator('form').filter({ has: page.getByLabel('자기소개') });
  await thumb.tap(intro.getByRole('button', { name: '저장' }));
  await expect(page.getByText('자기소개가 저장되었습니다.')).toBeVisible();
  thumb.finish('own introduction from home');
  await page.goBack();
  await expect(page).toHaveURL(/\/main$/);

  await thumb.tap(bar.getByRole('link', { name: '시간표' }));
  await thumb.tap(page.getByRole('button', { name: /^2학년 강의 \d개 모두 추가$/ }));
  await expect(page.getByText(/^강의 \d개를 시간표에 추가했습니다\.$/)).toBeVisible();
  await expect(page.locator('.timetable').getByRole('link').first()).toBeVisible();
  thumb.finish('lectures of the own year from home');
  await page.getByRole('button', { name: '되돌리기' }).tap();
  await expect(page.locator('.timetable').getByRole('link')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/main$/);

  await followPath(page, item.path);
  await thumb.tap(page.getByRole('button', { name: '판매자에게 문의' }));
  const text = unique('아직 있나요');
  await expect(page).toHaveURL(/chat-mail\?room=/);
  const field = page.getByRole('textbox', { name: '메시지 입력' });
  await expect(field).toBeFocused();
  await thumb.type(field, text);
  await thumb.tap(page.getByRole('button', { name: '보내기', exact: true }));
  await expect(page.getByRole('log').getByText(text)).toBeVisible();
  thumb.finish('question to a seller from an item');
  await page.goBack();
  await expect(page.getByRole('button', { name: '판매자에게 문의' })).toBeVisible();

  await followPath(page, '/main/community/market');
  await thumb.tap(page.getByRole('button', { name: '물품 등록' }));
  const dialog = page.getByRole('dialog', { name: '물품 등록' });
  await expect(dialog.getByRole('textbox', { name: '물품 이름' })).toBeFocused();
  await thumb.type(dialog.getByRole('textbox', { name: '물품 이름' }), unique('공학용 계산기'));
  await thumb.type(dialog.getByRole('textbox', { name: '가격(원)' }), '9000');
  await thumb.type(dialog.getByRole('textbox', { name: '설명' }), '도서관 앞에서 드립니다.');
  await thumb.tap(dialog.getByRole('button', { name: '등록' }));
  await expect(page.getByText('물품이 등록되었습니다.')).toBeVisible();
  thumb.finish('item from its board');
});
