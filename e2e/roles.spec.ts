import { apiAs, seedPost, unique } from './support/api.ts';
import { expectToast, ownMenu } from './support/pages.ts';
import { expect, test } from './support/test.ts';

const NOTE = {
  student: '학생 이상 회원만 이 게시판에 글을 쓸 수 있습니다.',
  manager: '조교 이상 회원만 이 게시판에 글을 쓸 수 있습니다.',
  council: '학생회 이상 회원만 이 게시판에 글을 쓸 수 있습니다.',
  univ: '학교 홈페이지의 공지를 관리자가 옮겨 싣는 게시판입니다.',
  dept: '학과 홈페이지의 공지를 관리자가 옮겨 싣는 게시판입니다.',
};

/** Members just below the required roles, the boards, and the note they see. */
const REFUSED: [username: string, boards: string[], note: string][] = [
  ['20259999', ['free', 'secret', 'review', 'qna'], NOTE.student],
  ['council01', ['notice'], NOTE.manager],
  ['prof01', ['notice_sc'], NOTE.council],
  ['manager01', ['notice_univ'], NOTE.univ],
  ['manager01', ['notice_dept'], NOTE.dept],
];

for (const [username, boards, note] of REFUSED) {
  test(`${username} may not write on ${boards.join(', ')}`, async ({ open }) => {
    const { page } = await open(username);
    const client = await apiAs(username);
    for (const board of boards) {
      await page.goto(`/main/community/${board}`);
      await page.getByRole('button', { name: /^글쓰기/ }).click();
      const alert = page.getByRole('alertdialog', { name: '글쓰기 권한이 없습니다.' });
      await expect(alert).toContainText(note);
      const close = note === NOTE.student ? '닫기' : '확인';
      await alert.getByRole('button', { name: close }).click();
      await expect(page.getByRole('link', { name: '글쓰기' })).toHaveCount(0);

      await page.goto(`/write/${board}`);
      await expectToast(page, '글쓰기 권한이 없습니다.');
      await expect(page).toHaveURL(new RegExp(`/main/community/${board}$`));

      const response = await client.send('POST', '/api/post/post-up', {
        boardType: board,
        title: unique('거절될 글'),
        content: '<p>거절</p>',
      });
      expect(response.status()).toBe(403);
      expect(await response.json()).toMatchObject({ message: '글쓰기 권한이 없습니다.' });
    }
  });
}

for (const [username, board] of [
  ['20250001', 'free'],
  ['prof01', 'qna'],
  ['council01', 'notice_sc'],
  ['manager01', 'notice'],
  ['admin01', 'notice_univ'],
] as const) {
  test(`${username} may write on ${board}`, async ({ open }) => {
    const { page } = await open(username);
    await page.goto(`/main/community/${board}`);
    await page.getByRole('link', { name: /^(글쓰기|원문 붙여넣기)$/ }).click();
    await expect(page.getByRole('textbox', { name: '제목' })).toBeVisible();
  });
}

test('a USER may not register items or comment and sees why', async ({ open }) => {
  const post = await seedPost('20250001', { board: 'FREE', title: unique('읽기만 하는 글') });
  const client = await apiAs('20259999');
  const item = await client.send('POST', '/api/post/post-up', {
    boardType: 'MARKET',
    title: '거절될 책',
    content: '<p>책</p>',
    price: 1000,
  });
  expect(item.status()).toBe(403);
  expect(await item.json()).toMatchObject({ message: '물품 등록은 학생 이상만 가능합니다.' });
  const comment = await client.send('POST', `/api/post/${post.id}/comments`, { content: '거절' });
  expect(comment.status()).toBe(403);
  expect(await comment.json()).toMatchObject({ message: '댓글 작성 권한이 없습니다.' });

  const { page } = await open('20259999');
  await page.goto(post.path);
  await expect(page.getByText('댓글 작성 권한이 없습니다.')).toBeVisible();
  await expect(page.getByText('학생 이상 회원만 댓글과 답글을 쓸 수 있습니다.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: '댓글 쓰기' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '답글 쓰기' })).toHaveCount(0);
  await page.getByRole('button', { name: /^좋아요 \d/ }).click();
  await expect(page.getByRole('button', { name: '좋아요 1' })).toBeVisible();
});

test('the editor refuses the market, the popular list and unknown boards', async ({ open }) => {
  const { page } = await open('20250001');
  for (const board of ['market', 'popular']) {
    await page.goto(`/write/${board}`);
    await expect(page.getByText('이 게시판에는 글을 쓸 수 없습니다.')).toBeVisible();
  }
  await page.goto('/write/nothing');
  await expect(page.getByRole('heading', { name: '존재하지 않는 게시판입니다.' })).toBeVisible();
});

for (const username of ['20259999', '20250001', 'prof01']) {
  test(`${username} is redirected from the console [ROLE-16]`, async ({ open }) => {
    const { page, responses } = await open(username, { records: true });
    await page.goto('/main');
    await expect(ownMenu(page)).toHaveAccessibleName(/^내 메뉴, /);
    await expect(page.getByRole('link', { name: '관리자' })).toHaveCount(0);
    await page.goto('/admin');
    await expect(page).toHaveURL(/\/main$/);
    expect(responses.filter((response) => response.includes('/api/admin'))).toEqual([]);
  });
}

for (const username of ['council01', 'manager01', 'admin01', 'system01']) {
  test(`${username} opens the console from the header`, async ({ open }) => {
    const { page } = await open(username);
    await page.goto('/main');
    await page.getByRole('banner').getByRole('link', { name: '관리자' }).click();
    await expect(page).toHaveURL(/\/admin$/);
    const first = username === 'council01' ? '통계' : '할 일';
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(first);
    const menus = page.getByRole('navigation', { name: '관리자 메뉴' });
    const isAdmin = username === 'admin01' || username === 'system01';
    await expect(menus.getByRole('link', { name: '회원 권한' })).toHaveCount(isAdmin ? 1 : 0);
    await expect(menus.getByRole('button', { name: /^회원 권한/ })).toHaveCount(isAdmin ? 0 : 1);
  });
}

test('a guest is asked to log in before the console', async ({ open }) => {
  const { page } = await open();
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/login\?redirect=/);
});

test('the locked study room shows a notice', async ({ open }) => {
  const { page } = await open('20250001');
  await page.goto('/main');
  await page.getByRole('button', { name: /스터디룸/ }).click();
  const dialog = page.getByRole('dialog', { name: '스터디룸' });
  await expect(dialog).toContainText('아직 준비 중인 기능입니다.');
  await dialog.getByRole('button', { name: '확인' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/main$/);
});

test('an unknown address shows not found', async ({ open }) => {
  const { page } = await open('20250001');
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: '페이지를 찾을 수 없습니다.' })).toBeVisible();
  await page.getByRole('link', { name: '처음으로 가기' }).click();
  await expect(page).toHaveURL(/\/main$/);
});

test('the health page shows the status of server and database', async ({ open }) => {
  const { page } = await open('20250001');
  await page.goto('/test');
  await expect(page.getByRole('heading', { name: '서버 상태' })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '정상' })).toHaveCount(2);
  await page.getByRole('button', { name: '다시 확인' }).click();
  await expect(page.getByRole('definition').filter({ hasText: '정상' })).toHaveCount(2);

  const guest = await open();
  await guest.page.goto('/test');
  await expect(guest.page).toHaveURL(/\/login/);
});
