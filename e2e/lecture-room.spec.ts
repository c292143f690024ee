import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { AUTHOR, expectAnonymous, tracesOf } from './support/anonymity.ts';
import { apiAs, unique } from './support/api.ts';
import { expectCleanThemes } from './support/axe.ts';
import { seedLecture } from './support/lectures.ts';
import {
  editorOf,
  expectToast,
  followPath,
  logOut,
  publish,
  rowOf,
  typeInto,
  writePost,
} from './support/pages.ts';
import { expect, type Person, test } from './support/test.ts';

/** The objects in a response that contain the post's id. */
function partsAbout(value: unknown, postId: string): object[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = Object.values(value);
  const isAbout = fields.some(
    (field) => typeof field !== 'object' && String(field).includes(postId),
  );
  if (isAbout && !Array.isArray(value)) return [value];
  return fields.flatMap((field) => partsAbout(field, postId));
}

/** The parts about the post in the responses to this browser, each with its call. */
function partsReceivedAbout(
  { responses }: Person,
  postId: string,
): { call: string; text: string }[] {
  return responses.flatMap((response) => {
    const [call = '', ...lines] = response.split('\n');
    const body = lines.join('\n');
    if (!body.includes(postId)) return [];
    return partsAbout(JSON.parse(body), postId).map((part) => ({
      call,
      text: JSON.stringify(part),
    }));
  });
}

/** Creates a lecture with two slots in the dialog; returns the path of its room. */
async function createRoom(page: Page, title: string): Promise<string> {
  await page.goto('/main/study-dashboard');
  await page.getByRole('button', { name: '강의실 만들기' }).click();
  const dialog = page.getByRole('dialog', { name: '강의실 만들기' });
  await typeInto(page, dialog.getByRole('textbox', { name: '강의명' }), title);
  await dialog.getByRole('combobox', { name: '학년' }).selectOption('2');
  await dialog.getByRole('button', { name: /^시간 추가/ }).click();
  for (const [slot, day] of [
    ['1번째', 'SATURDAY'],
    ['2번째', 'SUNDAY'],
  ]) {
    await dialog.getByRole('combobox', { name: `${slot} 시간 요일` }).selectOption(day ?? '');
    await dialog.getByRole('combobox', { name: `${slot} 시간 시작` }).selectOption('20');
    await dialog.getByRole('combobox', { name: `${slot} 시간 끝` }).selectOption('22');
  }
  await dialog.getByRole('button', { name: '만들기' }).click();
  await expectToast(page, '시간표에 추가했습니다.');
  const rooms = page.getByRole('region', { name: '내 강의실' });
  const href = await rooms.getByRole('link', { name: title }).getAttribute('href');
  return href ?? '';
}

const star = (page: Page) => page.getByRole('button', { name: /^(시간표에 추가|내 시간표)$/ });

test('members use a lecture room: timetable, anonymous question and answer [LECT-09, ANON-16, ROOM-03]', async ({
  open,
}) => {
  // A minute passes until the answer reaches the page of the anonymous asker.
  test.setTimeout(200_000);
  const professor = await open('prof01', { records: true });
  const title = unique('여정 강의');
  const path = await createRoom(professor.page, title);

  // Two students add it; one replaces a lecture at the same time.
  const asker = await open(AUTHOR.username, { records: true });
  const traces = await tracesOf(asker);
  await asker.page.goto(path);
  await star(asker.page).click();
  await expect(star(asker.page)).toHaveAttribute('aria-pressed', 'true');

  const times = [{ day: 'SATURDAY', start: 21, end: 23 }];
  const rival = unique('겹치는 강의');
  const rivalId = await seedLecture('20250002', { title: rival, times });
  const { call } = await apiAs('20250002');
  await call('POST', `/api/lecture-room/mark?lectureRoomId=${rivalId}`);
  const other = await open('20250002', { records: true });
  await other.page.goto(path);
  await star(other.page).click();
  const overlap = other.page.getByRole('alertdialog', { name: '강의 시간이 중복됩니다.' });
  await expect(overlap).toContainText(rival);
  await overlap.getByRole('button', { name: '바꾸기' }).click();
  await expect(star(other.page)).toHaveAttribute('aria-pressed', 'true');

  const question = unique('역전파가 어렵습니다');
  await asker.page.getByRole('link', { name: '글쓰기' }).first().click();
  await asker.page.getByRole('checkbox', { name: '익명으로 질문하기' }).check();
  await writePost(asker.page, { title: question, text: '식을 어떻게 세우나요' });
  await publish(asker.page);
  await expect(rowOf(asker.page, question)).toContainText('익명');
  await rowOf(asker.page, question).getByRole('link', { name: question }).click();
  await expect(asker.page.getByText('답변을 기다리고 있습니다.')).toBeVisible();
  const postId = new URL(asker.page.url()).pathname.split('/').at(-1) ?? '';

  // The professor answers from the waiting list; the open page of the student shows it.
  const { page } = professor;
  await followPath(page, '/main/study-dashboard/waiting');
  await rowOf(page, question).getByRole('link', { name: question }).click();
  await page.getByRole('button', { name: '답변 쓰기' }).click();
  await typeInto(page, page.getByRole('textbox', { name: '답변' }), '연쇄 법칙부터 쓰세요');
  await page.getByRole('button', { name: '답변 등록' }).click();
  await expectToast(page, '답변을 등록했습니다.');
  const answer = asker.page.getByRole('region', { name: '답변' });
  // The asker is anonymous: events of the question come after their minute.
  await expect(answer).toContainText('연쇄 법칙부터 쓰세요', { timeout: 90_000 });
  await expect(answer).toContainText('등대지기');

  // No response reveals the asker.
  const admin = await open('admin01', { records: true });
  for (const reader of [admin, other]) {
    await reader.page.goto(path);
    await expect(rowOf(reader.page, question)).toContainText('답변 완료');
    await rowOf(reader.page, question).getByRole('link', { name: question }).click();
  }
  for (const reader of [professor, admin, other]) {
    const main = reader.page.getByRole('main');
    await expect(main.getByRole('heading', { name: question })).toBeVisible();
    await expect(main.getByRole('button', { name: /익명/ })).toHaveCount(0);
    await expect.poll(() => partsReceivedAbout(reader, postId).length).toBeGreaterThanOrEqual(2);
    for (const { call: source, text } of partsReceivedAbout(reader, postId)) {
      expectAnonymous(text, traces, source);
    }
  }
});

test('a material file keeps its Korean name and every byte [UPLOAD-05] @whole', {
  tag: '@several',
}, async ({ open }) => {
  const name = '3주차 강의자료 (최종).pdf';
  const noise = Array.from({ length: 40_000 }, (_, at) => (at * 131 + (at >> 7)) % 256);
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from(noise)]);
  const id = await seedLecture('20220117', { title: unique('자료 강의') });
  const { page } = await open('20220117');
  await page.goto(`/main/study-dashboard/${id}?tab=materials`);
  await expect(page.getByText('게시글이 없습니다.')).toBeVisible();
  await page.getByRole('link', { name: '글쓰기' }).first().click();
  const title = unique('강의자료를 올립니다');
  await writePost(page, { title, text: '같이 봅시다' });
  const picker = page.getByLabel('첨부 파일');
  await picker.setInputFiles({ name: '그림.exe', mimeType: '', buffer: bytes });
  await expect(page.getByRole('alert').filter({ hasText: '그림.exe' })).toBeVisible();
  await picker.setInputFiles({ name, mimeType: 'application/pdf', buffer: bytes });
  const files = page.getByRole('list', { name: '첨부한 파일' });
  await expect(files).toContainText(name);
  await expect(files.getByRole('progressbar')).toHaveCount(0);
  await publish(page);

  await rowOf(page, title).getByRole('link', { name: title }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: new RegExp(`^${name.replace(/[().]/g, '\\$&')}.*내려받기$`) })
      .click(),
  ]);
  expect(download.suggestedFilename()).toBe(name);
  const saved = await readFile(await download.path());
  expect(saved.equals(bytes)).toBe(true);
});

test('the draft of an anonymous question is restored, and removed by a logout @whole', async ({
  open,
}) => {
  const id = await seedLecture('20220117', { title: unique('쓰다 만 강의') });
  const { page } = await open('20220117');
  await page.goto(`/main/study-dashboard/${id}/write?tab=questions`);
  await page.getByRole('checkbox', { name: '익명으로 질문하기' }).check();
  await writePost(page, { title: '쓰다 만 질문', text: '아직 다 쓰지 못했습니다' });
  await expect(page.getByText(/임시 저장됨$/)).toBeVisible();
  const drafts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('LECTURE')));
  expect(await drafts()).toEqual([expect.stringContaining(`.SECRET-LECTURE-${id}.new`)]);

  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: '이어 쓰기' }).click();
  await expect(page.getByRole('textbox', { name: '제목' })).toHaveValue('쓰다 만 질문');
  await expect(editorOf(page)).toContainText('아직 다 쓰지 못했습니다');
  await expect(page.getByRole('checkbox', { name: '익명으로 질문하기' })).toBeChecked();

  await page.goto(`/main/study-dashboard/${id}`);
  await logOut(page);
  expect(await drafts()).toEqual([]);
});

test('friends find common free hours while both agree; private names never leave [TIME-69, TIME-72, TIME-73] @whole', async ({
  open,
}) => {
  const { page } = await open('20250001');
  const secret = unique('비밀 알바');
  await page.goto('/main/study-dashboard');
  await page.getByRole('button', { name: '개인 일정 추가' }).click();
  const form = page.getByRole('dialog', { name: '개인 일정 추가' });
  await typeInto(page, form.getByRole('textbox', { name: '이름' }), secret);
  await form.getByRole('button', { name: '추가', exact: true }).click();
  await expect(form.getByText(/^겹치는 것: 카페 아르바이트/)).toBeVisible();
  await form.getByRole('combobox', { name: '1번째 시간 요일' }).selectOption('SUNDAY');
  await form.getByRole('combobox', { name: '1번째 시간 시작' }).selectOption('8');
  await form.getByRole('combobox', { name: '1번째 시작 분' }).selectOption('30');
  await form.getByRole('button', { name: '추가', exact: true }).click();
  await expectToast(page, '개인 일정을 추가했습니다.');
  const block = page.getByRole('button', { name: new RegExp(`^${secret}`) });
  await expect(block).toContainText('일요일 08:30~10:30');

  // The friend shows it to all; both see each other only after the own consent.
  await followPath(page, '/main/study-dashboard/friends');
  await page.getByRole('button', { name: '영도고양이에게 공개', exact: true }).click();
  await expectToast(page, '시간표를 공개했습니다.');
  await page.getByRole('checkbox', { name: '빈 시간 비교: 영도고양이' }).check();
  await expect(page.getByRole('region', { name: '모두 비는 시간' })).toContainText('일요일');

  const friend = await open('20240218', { records: true });
  await friend.page.goto('/main/study-dashboard/friends');
  await friend.page.getByRole('checkbox', { name: '빈 시간 비교: 해솔' }).check();
  const busy = friend.page.getByRole('region', { name: '바쁜 시간', exact: true });
  await expect(busy).toContainText('일 08:30~10:30');
  expect(friend.responses.filter((response) => response.includes(secret))).toEqual([]);

  await page.getByRole('button', { name: '영도고양이에게 공개 그만두기' }).click();
  await expectToast(page, '시간표 공개를 그만두었습니다.');
  await expect(page.getByText('비교할 친구를 골라 주세요.')).toBeVisible();
  await friend.page.reload();
  await expect(friend.page.getByText('친구도 공개하면 볼 수 있습니다.').first()).toBeVisible();
  await expect(friend.page.getByRole('checkbox', { name: '빈 시간 비교: 해솔' })).toHaveCount(0);

  await followPath(page, '/main/study-dashboard');
  await block.click();
  await page.getByRole('button', { name: '삭제', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  await expectToast(page, '개인 일정을 삭제했습니다.');
  await expect(block).toHaveCount(0);
});

test('a course is reviewed on a phone, adds up for others, and is closed to who did not take it [LECT-168, LECT-170, LECT-177, LECT-180] @whole', async ({
  open,
}) => {
  const { page } = await open('20250001', { phone: true });
  await page.goto('/main/study-dashboard');
  const offer = page.getByRole('region', { name: '강의 평가 안내' });
  await offer.getByRole('link', { name: '평가하기' }).click();
  await expect(page.getByRole('heading', { name: '내 강의 평가' })).toBeVisible();
  const lecture = page.getByRole('listitem').filter({ hasText: '알고리즘' });
  const link = lecture.getByRole('link', { name: '알고리즘' });
  const path = (await link.getAttribute('href')) ?? '';
  await lecture.getByRole('button', { name: '평가하기' }).click();
  const dialog = page.getByRole('dialog', { name: '강의 평가하기' });
  await dialog.getByRole('button', { name: '저장' }).click();
  await expect(dialog.getByText('별점을 골라 주세요.')).toBeVisible();
  const choose = (group: RegExp, choice: string) =>
    dialog.getByRole('group', { name: group }).getByText(choice, { exact: true }).click();
  await choose(/^별점/, '3');
  await choose(/^과제/, '많음');
  await choose(/^성적/, '보통');
  await choose(/^시험/, '두 번');
  const text = unique('복습이 필요합니다');
  await typeInto(page, dialog.getByRole('textbox', { name: '평가 글' }), text);
  await dialog.getByRole('button', { name: '저장' }).click();
  await expectToast(page, '강의 평가를 저장했습니다.');

  // The third review of the course: now everybody sees its sums.
  const other = (await open('20250002')).page;
  await other.goto(path);
  await expect(other.getByText('3명이 평가')).toBeVisible();
  await expect(other.getByRole('region', { name: '과제' })).toContainText('많음1명 (33%)');
  const texts = other.getByRole('list', { name: '평가 글' });
  await expect(texts.getByText(text)).toBeVisible();
  await expect(texts.getByText('내 평가 글')).toHaveCount(0);
  await expect(other.getByRole('button', { name: '평가하기' })).toBeVisible();

  const stranger = (await open('council01')).page;
  await stranger.goto(path);
  await expect(stranger.getByText('들은 강의만 평가할 수 있습니다.')).toBeVisible();
  await expect(stranger.getByRole('button', { name: '평가하기' })).toHaveCount(0);

  await page.goto(path);
  await expect(page.getByText('내 평가 글', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: '삭제' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  await expect(page.getByText('평가가 1개 더 모이면 볼 수 있습니다.')).toBeVisible();
});

test('a plan made on the phone becomes the timetable, and only then others see the member [LECT-192, LECT-194, LECT-196] @whole', async ({
  open,
}) => {
  const title = unique('계획 강의');
  const times = [{ day: 'SUNDAY', start: 8, end: 10 }];
  const id = await seedLecture('20230055', { title, times });
  const { page } = await open('20210342', { phone: true });
  await page.goto('/main/study-dashboard');
  await page.getByRole('button', { name: '계획 만들기' }).click();
  const form = page.getByRole('dialog', { name: '계획 만들기' });
  const name = unique('주말');
  await form.getByRole('textbox', { name: '계획 이름' }).clear();
  await typeInto(page, form.getByRole('textbox', { name: '계획 이름' }), name);
  await form.getByRole('button', { name: '만들기' }).click();
  await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('내 시간표와 같습니다.')).toBeVisible();

  await page.getByRole('button', { name: '강의실 둘러보기', exact: true }).click();
  await typeInto(page, page.getByRole('searchbox', { name: '강의 검색' }), title);
  await page.getByRole('button', { name: `${title} 담기` }).click();
  await expect(page.getByRole('button', { name: `${title} 담음` })).toBeVisible();
  await page.getByRole('button', { name: '강의실 목록 닫기' }).click();
  const week = page.getByRole('tabpanel').getByRole('table');
  await expect(week.getByRole('link', { name: title })).toBeVisible();

  await expectCleanThemes(page, 'plan', 'main');

  const other = await open('20230055', { records: true });
  await other.page.goto('/main/study-dashboard/catalog');
  const card = other.page.getByRole('listitem').filter({ hasText: title });
  await card.getByRole('button', { name: title, expanded: false }).click();
  await expect(card).toContainText('0명');

  await page.getByRole('button', { name: '내 시간표로 만들기' }).click();
  const dialog = page.getByRole('dialog', { name: '내 시간표로 만들기' });
  await expect(dialog.getByRole('list', { name: '시간표에 들어갑니다' })).toContainText(title);
  await dialog.getByRole('button', { name: '이대로 바꾸기' }).click();
  await expectToast(page, '계획을 내 시간표로 만들었습니다.');
  await expect(page.getByRole('tab', { name: '내 시간표' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(week.getByRole('link', { name: title })).toBeVisible();
  await other.page.reload();
  await card.getByRole('button', { name: title, expanded: false }).click();
  await expect(card).toContainText('1명');
  expect(other.responses.filter((response) => response.includes(name))).toEqual([]);

  await page.getByRole('tab', { name }).click();
  await page.getByRole('button', { name: '계획 관리' }).click();
  await page.getByRole('menuitem', { name: '계획 삭제' }).click();
  await expect(page.getByText(`‘${name}’ 계획을 삭제했습니다.`)).toBeVisible();
  const { call } = await apiAs('20210342');
  await call('DELETE', `/api/lecture-room/mark?lectureRoomId=${id}`);
});
