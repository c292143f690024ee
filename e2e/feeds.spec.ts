import { type APIRequestContext, request } from '@playwright/test';
import { seedPost, unique } from './support/api.ts';
import { expectCleanThemes } from './support/axe.ts';
import { joinMember } from './support/join.ts';
import { bellOf } from './support/live.ts';
import { expectToast } from './support/pages.ts';
import { expect, test } from './support/test.ts';

/** A program of somebody: no cookie, no login. */
const newReader = () => request.newContext({ baseURL: process.env.NARU_E2E_URL });

const read = async (reader: APIRequestContext, address: string) => {
  const response = await reader.get(address);
  return { status: response.status(), text: await response.text() };
};

test('a member subscribes to notices and the calendar, which end for everybody with the address [FEED-02, FEED-10]', async ({
  open,
}) => {
  const [member, other] = [await joinMember(), await joinMember()];
  const reader = await newReader();
  const { page } = await open(member.username);
  await page.goto('/main/calendar');
  await page.getByRole('link', { name: '캘린더로 구독' }).click();
  await expect(page).toHaveURL(/\/mypage\/account\/notifications#feeds$/);
  const part = page.getByRole('region', { name: '구독 주소' });
  await expect(part).toBeInViewport();
  await expect(part.getByText('만들지 않았습니다.')).toHaveCount(4);

  await part.getByRole('button', { name: '공지사항 주소 만들기' }).press('Enter');
  const address = part.getByRole('textbox', { name: '공지사항 주소' });
  await expect(part.getByRole('button', { name: '복사' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(address).toBeFocused();
  await expectCleanThemes(page, 'feeds');
  const { pathname: notices } = new URL(await address.inputValue());
  const title = unique('구독하는 소식');
  await seedPost('council01', { board: 'NOTICE_SC', title });
  const feed = await read(reader, notices);
  expect(feed.status).toBe(200);
  expect(feed.text).toContain(title);

  await part.getByRole('button', { name: '학사일정 주소 만들기' }).click();
  const second = part.getByRole('textbox', { name: '학사일정 주소' });
  const calendar = new URL(await second.inputValue());
  const dates = await read(reader, calendar.pathname);
  expect(dates.text).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*BEGIN:VEVENT/);

  const stranger = await open(other.username);
  await stranger.page.goto('/mypage/account#feeds');
  const theirs = stranger.page.getByRole('region', { name: '구독 주소' });
  await expect(theirs.getByText('만들지 않았습니다.')).toHaveCount(4);

  await page.reload();
  await expect(part.getByText(/마지막 사용/)).toHaveCount(2);
  await expect(address).toHaveCount(0);
  await part.getByRole('button', { name: '공지사항 주소 그만 쓰기' }).click();
  const question = page.getByRole('alertdialog', { name: '이 주소를 그만 쓸까요?' });
  await question.getByRole('button', { name: '그만 쓰기' }).click();
  await expectToast(page, '구독 주소를 더 이상 쓸 수 없습니다.');
  expect((await read(reader, notices)).status).toBe(404);
  expect((await read(reader, calendar.pathname)).status).toBe(200);
  await bellOf(page).click();
  await expect(page.getByText(/‘공지사항’ 구독 주소를 만들었습니다/)).toBeVisible();
  await reader.dispose();
});

test('an ADMIN lets links to notices show their titles, of nothing else [HEAD-12]', async ({
  open,
}) => {
  // One for each look: a title may be ten seconds old.
  const seed = () => seedPost('council01', { board: 'NOTICE_SC', title: unique('모두의 공지') });
  const [before, shown, after] = [await seed(), await seed(), await seed()];
  const secret = await seedPost('20250001', { board: 'SECRET', title: unique('아무도') });
  const reader = await newReader();
  const titleOf = async ({ path }: { path: string }) =>
    /property="og:title" content="([^"]*)"/.exec((await read(reader, path)).text)?.[1];
  expect(await titleOf(before)).toBe('학생회 공지');
  const { page } = await open('admin01');
  await page.goto('/admin?menu=SETTINGS&category=access');
  const choice = page.getByRole('checkbox', { name: '링크 미리 보기에 공지 제목 보이기' });
  const save = async () => {
    await page.getByRole('button', { name: '저장' }).click();
    await expect(page.getByText('수정한 내용이 없습니다.')).toBeVisible();
  };
  await choice.check();
  await save();
  // What an ADMIN wants is read every ten seconds.
  await expect.poll(() => titleOf(shown), { timeout: 20_000 }).toBe(shown.title);
  expect(await titleOf(secret)).toBe('비밀게시판');
  await choice.uncheck();
  await save();
  await expect.poll(() => titleOf(after), { timeout: 20_000 }).toBe('학생회 공지');
  await reader.dispose();
});
