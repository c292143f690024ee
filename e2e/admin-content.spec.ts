import type { Page } from '@playwright/test';
import { INTEGRITY_CHECKS } from '../packages/contract/src/integrity-checks.ts';
import { apiAs, unique } from './support/api.ts';
import { expectCleanThemes } from './support/axe.ts';
import { readLink } from './support/outbox.ts';
import {
  chooseFilter,
  expectToast,
  followPath,
  passwordField,
  publish,
  rowOf,
  typeInto,
  writePost,
} from './support/pages.ts';
import { type NaruServer, startNaru } from './support/server.ts';
import { expect, test as shared } from './support/test.ts';

const ADMIN = 'admin01';
const MANAGER = 'manager01';
const COUNCIL = 'council01';
const STUDENT = '20250001';

/** Settings and banners are global, so these journeys use a server of their own. */
const test = shared.extend<object, { ownServer: NaruServer }>({
  ownServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
    async ({}, use) => {
      const server = await startNaru();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ ownServer }, use) => use(ownServer.url),
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const save = (page: Page) => page.getByRole('button', { name: '저장', exact: true }).click();

/** The current Korean date, yyyy-mm-dd. */
const today = () => dayAfter(0);

/** The Korean day some days from now, yyyy-mm-dd. */
function dayAfter(days: number): string {
  const time = Date.now() + days * 86_400_000;
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(time);
}

test('the council sees the statistics and why it may not delete @whole', async ({
  open,
  baseURL,
}) => {
  const { page } = await open(COUNCIL);
  await page.goto('/admin');
  await expect(heading(page, '통계')).toBeVisible();
  const posts = page.getByRole('table').getByRole('row').nth(1).getByRole('cell').nth(3);
  const before = Number(await posts.textContent());
  const student = await apiAs(STUDENT, baseURL);
  const body = { boardType: 'FREE', title: unique('새 글'), content: '<p>글</p>', imageUrls: null };
  await student.call('POST', '/api/post/post-up', body);
  await page.reload();
  await expect(posts).toHaveText(String(before + 1));
  for (const [range, points] of [
    ['주별', 4],
    ['월별', 6],
    ['일별', 7],
  ] as const) {
    await page.getByText(range, { exact: true }).click();
    await expect(page.getByRole('rowheader')).toHaveCount(points + 1);
  }
  const menu = page.getByRole('navigation', { name: '관리자 메뉴' });
  await expect(menu.getByRole('link', { name: '설정' })).toHaveCount(0);
  await followPath(page, '/admin?menu=SETTINGS');
  await expect(page.getByText('관리자만 사용할 수 있습니다.')).toBeVisible();
  await followPath(page, '/admin?menu=nothing');
  await expect(page.getByText('선택된 메뉴가 없습니다.')).toBeVisible();
});

test('a post of today is deleted with a reason @whole', async ({ open, baseURL }) => {
  const student = await apiAs(STUDENT, baseURL);
  const title = unique('광고입니다');
  const body = { boardType: 'FREE', title, content: '<p>광고</p>', imageUrls: null };
  const { id } = await student.call<{ id: number }>('POST', '/api/post/post-up', body);
  const { page } = await open(MANAGER);
  await page.goto('/admin?menu=POSTS');
  await page.getByRole('button', { name: `${title.slice(0, 20)} 삭제` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '삭제', exact: true }).click();
  await expect(dialog.getByText('사유를 입력해 주세요.')).toBeVisible();
  await dialog.getByRole('textbox').fill('광고');
  await dialog.getByRole('button', { name: '삭제', exact: true }).click();
  await expect(page.getByText('게시글을 삭제했습니다.')).toBeVisible();
  await expect(page.getByRole('link', { name: title })).toHaveCount(0);
  expect((await student.send('GET', `/api/post/${id}`)).status()).toBe(404);
});

test('a banner is added, moved by keyboard, saved and shown first on the main page @whole', async ({
  open,
}) => {
  const { page } = await open(COUNCIL);
  const title = unique('새 행사');
  await page.goto('/admin?menu=BANNER');
  await page.getByRole('button', { name: '행사 배너 추가' }).click();
  const card = page.getByRole('region', { name: /^행사 배너 \d$/ }).last();
  await card.getByRole('textbox', { name: '제목' }).fill(title);
  await card.getByRole('textbox', { name: '링크' }).fill('javascript:alert(1)');
  await save(page);
  await expect(page.getByText('http:// 또는 https://로 시작하는 주소')).toBeVisible();
  await card.getByRole('textbox', { name: '링크' }).fill('https://example.com/fair');
  const handle = card.getByRole('button', { name: /옮기기/ });
  await handle.focus();
  await page.keyboard.press('Home');
  const first = page.getByRole('region', { name: '행사 배너 1' });
  await expect(first.getByRole('textbox', { name: '제목' })).toHaveValue(title);
  await expect(first.getByRole('button', { name: /옮기기/ })).toBeFocused();
  await save(page);
  await expect(page.getByText('배너를 저장했습니다.')).toBeVisible();
  await followPath(page, '/main');
  const slide = page
    .getByRole('region', { name: '학생회 행사' })
    .getByRole('link', { name: title });
  await expect(slide.first()).toHaveAttribute('href', 'https://example.com/fair');
});

test('banners are sorted by mouse and by keyboard drag, with announcements @whole', async ({
  open,
}) => {
  const { page } = await open(COUNCIL);
  await page.goto('/admin?menu=BANNER');
  const cards = page.getByRole('region', { name: /^행사 배너 \d$/ });
  const titles = () =>
    cards
      .getByRole('textbox', { name: '제목' })
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  await expect(cards.nth(1)).toBeVisible();
  const [one, two, ...others] = await titles();
  const handle = page.getByRole('button', { name: /^행사 배너 1 옮기기/ });
  await handle.focus();
  const [firstBox, secondBox] = [
    await cards.nth(0).boundingBox(),
    await cards.nth(1).boundingBox(),
  ];
  if (firstBox === null || secondBox === null) throw new Error('nothing to drag');
  // Longer lists have two columns.
  const arrow = secondBox.y === firstBox.y ? 'ArrowRight' : 'ArrowDown';
  // dnd-kit accepts the next key once it has announced the result of the previous one and measured the cards.
  for (const [key, announcement] of [
    ['Space', '1번째 자리입니다.'],
    [arrow, '2번째 자리입니다.'],
    ['Space', '행사 배너 1번을 2번째로 옮겼습니다.'],
  ] as const) {
    await expect(async () => {
      await page.keyboard.press(key);
      const announced = page.getByText(announcement, { exact: true });
      await expect(announced).toBeAttached({ timeout: 5_000 });
    }).toPass();
  }
  expect(await titles()).toEqual([two, one, ...others]);

  await page.evaluate(() => window.scrollTo(0, 0));
  const from = await handle.boundingBox();
  const to = await cards.nth(1).boundingBox();
  if (from === null || to === null) throw new Error('nothing to drag');
  await page.mouse.move(from.x + 15, from.y + 15);
  await page.mouse.down();
  await page.mouse.move(to.x + (from.x - firstBox.x) + 15, to.y + 40, { steps: 12 });
  await page.mouse.up();
  await expect.poll(titles).toEqual([one, two, ...others]);
});

test('leaving unsaved banners asks for confirmation @whole', async ({ open }) => {
  const { page } = await open(COUNCIL);
  await page.goto('/admin?menu=BANNER');
  await page.getByRole('button', { name: '영상 배너 추가' }).click();
  await page.getByRole('link', { name: '통계' }).click();
  const ask = page.getByRole('alertdialog');
  await ask.getByRole('button', { name: '계속 수정' }).click();
  await expect(heading(page, '배너')).toBeVisible();
  await page.getByRole('link', { name: '통계' }).click();
  await ask.getByRole('button', { name: '나가기' }).click();
  await expect(heading(page, '통계')).toBeVisible();
});

test('meals are edited, imported from a file and shown to members', async ({ open }) => {
  const { page } = await open(MANAGER);
  await page.goto('/admin?menu=MENU');
  const day = page.getByRole('region').filter({ has: page.getByText('오늘', { exact: true }) });
  await day.getByText('운영', { exact: true }).click();
  await day.getByRole('textbox', { name: /정식$/ }).fill('여정 밥\n미역국');
  await save(page);
  await expect(page.getByText('식단을 저장했습니다.')).toBeVisible();
  await followPath(page, '/main');
  await expect(page.getByText('여정 밥', { exact: true })).toBeVisible();

  await followPath(page, '/admin?menu=MENU');
  await page.getByRole('button', { name: 'CSV 가져오기' }).click();
  const dialog = page.getByRole('dialog');
  const choose = async (buffer: Buffer) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: '식단.csv', mimeType: 'text/csv', buffer });
  await choose(
    Buffer.from(`날짜,식당,구분,메뉴\n${today()},학생식당,정식,쌀밥\n내일,학생식당,정식,쌀밥\n`),
  );
  await expect(dialog.getByRole('alert')).toContainText('3날짜를 2026-11-23처럼 적어 주세요.');
  await expect(dialog.getByRole('button', { name: '저장' })).toBeDisabled();
  await choose(cp949File(today()));
  await expect(dialog.getByText('똠방밥')).toBeVisible();
  await dialog.getByRole('button', { name: '저장' }).click();
  await expect(page.getByText('식단을 가져왔습니다.')).toBeVisible();
  await followPath(page, '/main');
  await expect(page.getByText('똠방밥', { exact: true })).toBeVisible();
});

test('an assistant adds an academic date, and a student sees it count down on a phone [CAL-03, CAL-05, CAL-09]', async ({
  open,
}) => {
  const { page } = await open(MANAGER);
  await page.goto('/admin?menu=CALENDAR');
  await page.getByRole('button', { name: '일정 추가' }).click();
  const dialog = page.getByRole('dialog', { name: '일정 추가' });
  const title = unique('졸업작품 심사');
  await typeInto(page, dialog.getByRole('textbox', { name: '일정 이름' }), title);
  await dialog.getByRole('combobox', { name: '종류' }).selectOption('시험');
  const [first, last] = [dayAfter(1), dayAfter(2)];
  await dialog.getByLabel('시작일').fill(first);
  await expect(dialog.getByLabel('종료일')).toHaveValue(first);
  await dialog.getByLabel('종료일').fill(last);
  await dialog.getByRole('button', { name: '추가', exact: true }).click();
  await expectToast(page, '일정을 추가했습니다.');

  const phone = (await open(STUDENT, { phone: true })).page;
  await phone.goto('/admin?menu=CALENDAR');
  // Only staff may open the console.
  await expect(phone).toHaveURL(/\/main$/);
  const row = phone
    .getByRole('region', { name: '오늘', exact: true })
    .getByRole('link', { name: /^학사일정/ });
  await expect(row).toContainText(`D-1 ${title}`);
  await row.click();
  await expect(phone.getByRole('heading', { name: '학사일정', level: 1 })).toBeVisible();
  await followPath(phone, `/main/calendar?month=${first.slice(0, 7)}`);
  const found = phone.getByRole('list', { name: /일정$/ }).getByRole('button', { name: title });
  await expect(found).toContainText('D-1');
  await found.click();
  await expect(phone.getByRole('dialog', { name: title })).toContainText('시험');

  await page.getByRole('button', { name: `${title} 삭제` }).click();
  await page.getByRole('button', { name: `${title} 되돌리기` }).click();
  await expect(page.getByRole('button', { name: `${title} 삭제` })).toBeVisible();
  await followPath(page, `/main/calendar?month=${first.slice(0, 7)}`);
  const bar = page.getByRole('button', { name: new RegExp(`^${title}, 시험, .*까지$`) }).first();
  await bar.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).not.toHaveURL(new RegExp(first.slice(0, 7)));
});

test('the study room is unlocked and its header entry works @whole', async ({ open }) => {
  const { page } = await open(ADMIN);
  await page.goto('/admin');
  // The key works once the page is there.
  await expect(heading(page, '할 일')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: '메뉴, 설정, 회원 검색' }).fill('스터디룸');
  await page.keyboard.press('Enter');
  const study = page.getByRole('group', { name: '스터디룸 메뉴' });
  await expect(study.getByRole('radio').first()).toBeFocused();
  await study.getByText('열림').click();
  const pages = page.getByRole('navigation', { name: '설정 페이지' });
  await pages.getByRole('link', { name: '홈' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: '계속 수정' }).click();
  await save(page);
  await expect(page.getByText('설정을 저장했습니다.')).toBeVisible();
  await pages.getByRole('link', { name: '홈' }).click();
  await page.getByRole('textbox', { name: '연락처' }).fill('공대 1관 204호');
  await save(page);
  await expect(page.getByText('수정한 내용이 없습니다.')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('공대 1관 204호');
  const student = await open(STUDENT);
  await student.page.goto('/main');
  // Locked until the settings have arrived; then its name says no more that it is to come.
  await student.page.getByRole('button', { name: '스터디룸', exact: true }).click();
  const menu = student.page.getByRole('navigation', { name: '주 메뉴' });
  await menu.getByRole('link', { name: '시간표', exact: true }).click();
  await expect(student.page).toHaveURL(/\/main\/study-dashboard/);
});

test('an ADMIN sets heads, a student writes with one on a phone, and another lists it alone [ADMIN-130, POST-273] @whole', async ({
  open,
}) => {
  const { page } = await open(ADMIN);
  await page.goto('/admin?menu=SETTINGS&category=boards');
  const form = page.getByRole('form', { name: '게시판 설정' });
  await expect(form).toBeVisible();
  // What arrives above the form would move its buttons.
  await expect(page.getByRole('status', { name: /불러오는 중입니다\.$/ })).toHaveCount(0);
  const board = form.getByRole('group', { name: '질문게시판' });
  for (const [at, name] of ['수강', '진로'].entries()) {
    await board.getByRole('button', { name: '말머리 추가' }).click();
    const field = board.getByRole('textbox', { name: `질문게시판 말머리 ${at + 1}` });
    await typeInto(page, field, name);
  }
  await board.getByRole('button', { name: '진로 위로' }).click();
  await board.getByRole('checkbox', { name: '글을 쓸 때 꼭 고르기' }).check();
  await save(page);
  await expect(page.getByText('설정을 저장했습니다.')).toBeVisible();

  const phone = (await open(STUDENT, { phone: true })).page;
  const title = unique('졸업 뒤가 궁금해요');
  await phone.goto('/write/qna');
  await writePost(phone, { title, text: '선배님들은 어떻게 하셨나요?' });
  await phone.getByRole('button', { name: '등록', exact: true }).click();
  const heads = phone.getByRole('radiogroup', { name: '말머리' });
  await expect(heads).toBeFocused();
  await expect(phone.getByText('말머리를 골라 주세요.')).toBeVisible();
  await heads.getByText('진로').click();
  await publish(phone);
  await expect(rowOf(phone, title).getByText('진로')).toBeVisible();

  const other = (await open('20250002')).page;
  await other.goto('/main/community/qna');
  await chooseFilter(other, '진로');
  await expect(other).toHaveURL(/head=\d+/);
  const list = other.getByRole('list', { name: '질문게시판 글 목록' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('link', { name: title }).click();
  await other.getByRole('link', { name: '말머리 진로' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
});

test('an ADMIN makes a service key, a program posts with it, a student reads, and a revoked key is refused [SVC-01, SVC-02] @whole', async ({
  open,
  baseURL,
}) => {
  const { page } = await open(ADMIN);
  await page.goto('/admin?menu=SERVICE_KEYS');
  const list = page.getByRole('list', { name: '서비스 키 목록' });
  await expect(list.getByText('학과 홈페이지 연동')).toBeVisible();
  const name = unique('학교 연동').slice(0, 30);
  await page.getByRole('button', { name: '새 키 발급' }).click();
  await typeInto(page, page.getByRole('textbox', { name: '키의 이름' }), name);
  await page.getByRole('button', { name: '발급', exact: true }).click();
  const made = page.getByRole('dialog', { name: '서비스 키를 발급했습니다' });
  const key = await made.getByRole('textbox', { name: '서비스 키' }).inputValue();
  await made.getByRole('button', { name: '보관했습니다' }).click();
  const row = list.getByRole('article').filter({ hasText: name });
  await expect(row).toContainText('쓴 적 없음');

  const title = unique('국가장학금 신청 안내');
  const send = () =>
    page.request.post(`${baseURL}/api/system/notices`, {
      headers: { authorization: `Bearer ${key}` },
      data: {
        boardType: 'NOTICE_UNIV',
        title,
        content: '<div>신청은 <a href="/apply">여기</a>에서 합니다.</div>',
        targetUrl: 'https://www.example.ac.kr/bbs/view.do?nttId=1',
        sourceId: title,
      },
    });
  expect((await send()).status()).toBe(201);
  const student = (await open(STUDENT, { phone: true })).page;
  await student.goto('/main/community/notice_univ');
  await rowOf(student, title).getByRole('link').first().click();
  await expect(student.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(student.getByText('학교 홈페이지', { exact: true }).first()).toBeVisible();
  await expect(student.getByRole('link', { name: '여기' })).toHaveAttribute(
    'href',
    'https://www.example.ac.kr/apply',
  );

  await row.getByRole('button', { name: `${name} 키 폐기` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '폐기' }).click();
  await expectToast(page, '서비스 키를 폐기했습니다.');
  await expect(row).toContainText('폐기됨');
  expect((await send()).status()).toBe(401);
});

test('an ADMIN has the stored data checked and sees the report [ADMIN-132] @whole', async ({
  open,
}) => {
  const { page } = await open(ADMIN);
  await page.goto('/admin?menu=INTEGRITY');
  await page.getByRole('button', { name: '지금 확인' }).click();
  await expectToast(page, '점검을 시작합니다.');
  const checks = page.getByRole('list', { name: '점검 항목' }).getByRole('listitem');
  await expect(checks).toHaveCount(INTEGRITY_CHECKS.length, { timeout: 20_000 });
  await expect(checks.filter({ hasText: '감사 기록의 사슬' })).toContainText('정상');
});

const PANELS = [
  ...['STATUS', 'ROSTER', 'SIGN_UPS', 'EMAILS', 'POSTS', 'BANNER', 'MENU', 'SOURCES'],
  ...['CALENDAR', 'SETTINGS', 'SERVICE_KEYS', 'INTEGRITY'],
  ...['home', 'boards', 'access', 'documents'].map((page) => `SETTINGS&category=${page}`),
  'NONE',
];

test('content panels have no accessibility violation @whole', async ({ open }) => {
  const { page } = await open(ADMIN);
  await page.goto('/admin');
  for (const menu of PANELS) {
    await followPath(page, `/admin?menu=${menu}`);
    await expectCleanThemes(page, menu);
  }
});

test('content panels fit a phone @whole', async ({ open }) => {
  const { page } = await open(ADMIN, { phone: true });
  await page.goto('/admin');
  for (const menu of PANELS) {
    await followPath(page, `/admin?menu=${menu}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status', { name: /불러오는 중입니다\.$/ })).toHaveCount(0);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(overflow, menu).toBeLessThanOrEqual(0);
  }
});

/** A CSV with 똠방밥, encoded as CP949 with the extensions that Excel uses in Korea. */
function cp949File(day: string): Buffer {
  const words = {
    heading: 'b3afc2a52cbdc4b4e72cb1b8bad02cb8deb4ba0d0a',
    line: '2cc7d0bbfdbdc4b4e72cc1a4bdc42c8c63b9e6b9e40d0a',
  };
  return Buffer.concat([
    Buffer.from(words.heading, 'hex'),
    Buffer.from(day),
    Buffer.from(words.line, 'hex'),
  ]);
}

test('people of a file are invited, and one of them joins by the e-mail [MEMB-60] @whole', async ({
  open,
}) => {
  const mark = Date.now().toString(36);
  const password = '노을 진 나루터 3';
  const email = `hanbyeol.${mark}@g.kmou.ac.kr`;
  const csv = `학번,이름,이메일,역할,학년
a${mark},한별,${email},학생,2
b${mark},한솔,hansol.${mark}@g.kmou.ac.kr,조교,`;
  const { page } = await open(ADMIN);
  await page.goto('/admin?menu=ROSTER');
  await page.getByRole('button', { name: '명부 가져오기' }).click();
  const dialog = page.getByRole('dialog', { name: '명부 가져오기' });
  const file = { name: '명부.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await expect(dialog.getByRole('tab', { name: '초대 2' })).toBeVisible();
  await dialog.getByRole('button', { name: '저장하고 초대' }).click();
  await expectToast(page, '명부를 저장했습니다.');
  const link = await readLink(page, email);

  const { page: guest } = await open(undefined, { phone: true });
  await guest.goto(link);
  await expect(guest.getByText(email)).toBeVisible();
  await guest.getByRole('textbox', { name: '닉네임' }).fill(`별${mark.slice(-6)}`);
  await passwordField(guest).fill(password);
  await guest.getByRole('checkbox', { name: '전체 동의' }).check();
  await expectCleanThemes(guest, 'invitation');
  await guest.getByRole('button', { name: '가입 완료' }).click();
  await expect(guest).toHaveURL(/\/main$/);

  await page.reload();
  await expect(page.getByRole('article').filter({ hasText: email })).toContainText('가입함');
  const { page: late } = await open();
  await late.goto(link);
  await expect(late.getByText('이 주소로는 가입할 수 없습니다.')).toBeVisible();
  await page.getByRole('button', { name: '한솔 초대 취소' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '초대 취소' }).click();
  await expect(page.getByRole('article').filter({ hasText: '한솔' })).toHaveCount(0);
});

test('a source that cannot be read says why before it is saved and after each run @whole', async ({
  open,
}) => {
  const { page } = await open(ADMIN);
  const title = unique('학과 공지');
  await page.goto('/admin?menu=SOURCES');
  await page.getByRole('button', { name: '수집할 곳 추가' }).click();
  await page.getByRole('textbox', { name: '주소', exact: true }).fill('http://127.0.0.1:80/rss');
  await page.getByRole('button', { name: '확인', exact: true }).click();
  await expect(page.getByText('내부망으로 이어지는 주소입니다')).toBeVisible();
  await page.getByRole('button', { name: '다른 방식으로 읽기' }).click();
  await page.getByText('다른 방식으로 읽기와 더 보기').click();
  await page.getByRole('combobox', { name: '읽는 방식' }).selectOption('feed');
  await page.getByRole('textbox', { name: '제목', exact: true }).fill(title);
  await page.getByRole('button', { name: '미리 보기' }).click();
  const preview = page.getByRole('region', { name: '미리 보기' });
  await expect(preview.getByRole('alert')).toContainText('내부망으로 이어지는 주소입니다');
  await expectCleanThemes(page, 'the form of a source');
  await save(page);
  const detail = page.getByRole('region', { name: title });
  await expect(detail.getByText('실패 1번')).toBeVisible({ timeout: 15_000 });
  await expect(detail.getByText(/내부망으로 이어지는 주소입니다/)).toBeVisible();

  const manager = (await open(MANAGER)).page;
  await manager.goto('/admin?menu=SOURCES');
  await expect(manager.getByRole('button', { name: '수집할 곳 추가' })).toBeVisible();
  const row = manager.getByRole('listitem').filter({ hasText: title });
  await row.getByRole('button', { name: `${title} 지금 실행` }).click();
  await expect(row.getByText('실패 2번')).toBeVisible({ timeout: 15_000 });
  await row.getByRole('button', { name: `${title} 멈춤` }).click();
  await expectToast(manager, '가져오기를 멈췄습니다.');
  await expect(row.getByText('멈춤', { exact: true }).first()).toBeVisible();

  await page.getByRole('button', { name: '삭제' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  await expectToast(page, '삭제했습니다. 가져온 내용은 그대로 있습니다.');
});
