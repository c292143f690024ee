import type { Locator, Page } from '@playwright/test';
import { apiAs, seedPost, unique } from './support/api.ts';
import { expectCleanThemes } from './support/axe.ts';
import { type Joined, joinMember } from './support/join.ts';
import {
  expectToast,
  followPath,
  publish,
  reportPost,
  rowOf,
  typeInto,
  writePost,
} from './support/pages.ts';
import { expect, test } from './support/test.ts';

const ADMIN = 'admin01';
const WRITER = '20250001';
const REPORTER = '20250002';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const cardOf = (page: Page, text: string) =>
  page.getByRole('main').getByRole('article').filter({ hasText: text });

async function agree(page: Page, question: string | RegExp, answer: string): Promise<void> {
  await page
    .getByRole('alertdialog', { name: question })
    .getByRole('button', { name: answer })
    .click();
}

/** Types the reason into a dialog and confirms it. */
async function giveReason(page: Page, box: Locator, reason: string, confirm: string) {
  await typeInto(page, box.getByRole('textbox'), reason);
  await box.getByRole('button', { name: confirm, exact: true }).click();
}

/** The newest lines of the audit log, as an ADMIN sees them. */
async function readAudit(page: Page): Promise<Locator> {
  await followPath(page, '/admin?menu=AUDIT');
  return page.getByRole('list', { name: '감사 기록' });
}

/** A new member whose address grants no role. */
async function joinUser(): Promise<Joined> {
  const member = await joinMember();
  const admin = await apiAs(ADMIN);
  const users = await admin.call<{ id: number }[]>(
    'GET',
    `/api/admin/search-users?username=${member.username}`,
  );
  const query = `userId=${users[0]?.id}&role=STUDENT`;
  await admin.call('DELETE', `/api/admin/revoke-role?${query}`);
  return member;
}

test('a requested role is granted from the inquiry and applies to the open page', async ({
  open,
}) => {
  const member = await joinUser();
  const title = unique('학생 권한 요청');
  const asker = await open(member.username);
  await asker.page.goto('/support');
  await asker.page.getByText('권한 요청', { exact: true }).click();
  await asker.page.getByLabel(/^요청할 권한/).selectOption({ label: '학생' });
  await typeInto(asker.page, asker.page.getByRole('textbox', { name: '제목' }), title);
  await typeInto(asker.page, asker.page.getByRole('textbox', { name: '내용' }), '편입했습니다');
  await asker.page.getByRole('button', { name: '문의 보내기' }).click();
  await expect(asker.page).toHaveURL(/\/inquiry\/\d+$/);
  await followPath(asker.page, '/main/community/free');
  await expect(asker.page.getByRole('button', { name: /^글쓰기/ })).toBeVisible();

  const { page } = await open(ADMIN);
  await page.goto('/admin?menu=INQUIRY');
  const searched = page.waitForResponse(
    (response) => new URL(response.url()).searchParams.get('query') === title,
  );
  await typeInto(page, page.getByRole('searchbox', { name: '작성자 또는 제목 검색' }), title);
  await searched;
  await expect(page.getByRole('row')).toHaveCount(2);
  await expectCleanThemes(page, 'inquiries');
  await page.getByRole('link', { name: title }).click();
  await page.getByRole('button', { name: '학생 권한 부여' }).click();
  const grant = dialog(page, `${member.nickname} 님에게 학생 권한을 부여할까요?`);
  await expectCleanThemes(page, 'the question before a grant', '[role=dialog]');
  await grant.getByRole('button', { name: '권한만 부여' }).click();
  await expectToast(page, '권한 부여 완료');
  await expect(page.getByRole('button', { name: '권한 부여 완료' })).toBeDisabled();

  await asker.page.getByRole('link', { name: '글쓰기' }).click();
  const first = unique('첫 글');
  await writePost(asker.page, { title: first, text: '이제 쓸 수 있습니다' });
  await publish(asker.page);
  await expect(rowOf(asker.page, first)).toBeVisible();

  await typeInto(page, page.getByRole('textbox', { name: '답변' }), '부여했습니다');
  await expectCleanThemes(page, 'an inquiry on the desk');
  await page.getByRole('button', { name: '완료', exact: true }).click();
  await agree(page, '이 답변으로 완료할까요?', '완료');
  const line = page.getByRole('status').filter({ hasText: `‘${title}’ 문의를 완료했습니다.` });
  await expect(line).toBeVisible();
  // Back from the next one.
  await page.goBack();
  await expect(page.getByRole('textbox', { name: '추가 답변' })).toBeVisible();
  await page.getByRole('link', { name: '목록으로' }).click();
  await expect(page.getByRole('link', { name: title })).toBeFocused();

  const lines = await readAudit(page);
  await expect(lines).toContainText(`${member.nickname} 님에게 학생 권한을 부여했습니다.`);
  await expect(lines).toContainText(`문의 ‘${title}’ 건에 답변하고 완료했습니다.`);
  await expectCleanThemes(page, 'audit log');
});

test('a reported post is removed with a reason and can be restored', async ({ open }) => {
  const post = await seedPost(WRITER, { board: 'FREE', title: unique('과제 대행 광고') });
  const report = unique('광고를 신고합니다');
  const reporter = await open(REPORTER);
  await reporter.page.goto(post.path);
  await reportPost(reporter.page);
  const sheet = dialog(reporter.page, '게시글 신고');
  await sheet.getByRole('radio', { name: '광고·도배' }).check();
  await typeInto(reporter.page, sheet.getByRole('textbox', { name: '자세한 내용' }), report);
  await sheet.getByRole('button', { name: '신고', exact: true }).click();
  await expect(sheet).toHaveCount(0);
  await expect(reporter.page.getByRole('heading', { name: post.title })).toBeVisible();

  const { page } = await open(ADMIN);
  await page.goto('/admin?menu=REPORTS');
  const card = cardOf(page, report);
  await expect(card).toContainText(post.title);
  await expectCleanThemes(page, 'reports');
  await card.getByRole('button', { name: '삭제', exact: true }).click();
  await giveReason(page, dialog(page, '이 게시글을 삭제할까요?'), '광고 게시', '삭제');
  const line = page.getByRole('status').filter({ hasText: '신고: 삭제했습니다.' });
  await expect(line).toBeVisible();
  await expect(card).toHaveCount(0);
  await followPath(reporter.page, '/support');
  await reporter.page.getByRole('link', { name: '광고·도배' }).first().click();
  await expect(reporter.page.getByText(/확인하고 삭제했습니다/)).toBeVisible();
  const reader = await apiAs(REPORTER);
  expect((await reader.send('GET', `/api/post/${post.id}`)).status()).toBe(404);

  await followPath(page, '/admin?menu=REMOVED');
  await expectCleanThemes(page, 'removed content');
  await page.getByRole('button', { name: `${post.title} 열람` }).click();
  await dialog(page, '삭제된 내용').getByRole('button', { name: '복구' }).click();
  await giveReason(page, dialog(page, '이 게시글을 복구할까요?'), '오해였습니다', '복구');
  await expectToast(page, '복구했습니다.');
  expect((await reader.send('GET', `/api/post/${post.id}`)).status()).toBe(200);

  const lines = await readAudit(page);
  for (const deed of ['삭제', '복구']) {
    await expect(lines).toContainText(new RegExp(`게시글 ‘${post.title}’[을를] ${deed}`));
  }
  await expect(lines).toContainText('광고 게시');
});

test('an anonymous author is revealed to two ADMINs, never to one', async ({ open }) => {
  const second = await joinMember();
  const post = await seedPost(WRITER, { board: 'SECRET', title: unique('위협이 담긴 글') });
  const target = { category: 'REPORT', targetType: 'POST', targetId: post.id };
  const report = unique('위협 신고');
  const reporter = await apiAs('20230055');
  await reporter.call('POST', '/api/inquiry', { ...target, title: report, content: '무섭습니다' });

  const { page, responses } = await open(ADMIN, { records: true });
  await page.goto('/admin?menu=ROLES');
  await typeInto(page, page.getByRole('textbox', { name: '닉네임' }), second.nickname);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `${second.nickname} 권한 관리` }).click();
  const roles = dialog(page, `${second.nickname} 님의 권한`);
  await roles.getByLabel(/^권한/).selectOption({ label: '관리자' });
  await giveReason(page, roles, '두 번째 관리자', '권한 부여');
  await agree(page, /관리자 권한을 부여할까요\?$/, '부여');
  await expectToast(page, '권한 부여 완료');
  await roles.getByRole('button', { name: '닫기' }).click();
  await expectCleanThemes(page, 'members');

  const reason = unique('위협의 사실 확인');
  await followPath(page, '/admin?menu=REPORTS');
  await cardOf(page, report).getByRole('button', { name: '작성자 확인 요청' }).click();
  await giveReason(page, dialog(page, '작성자 확인을 요청할까요?'), reason, '요청');
  await expectToast(page, '작성자 확인을 요청했습니다. 다른 관리자의 승인을 기다립니다.');
  await followPath(page, '/admin?menu=REVEAL');
  const request = cardOf(page, reason);
  await expect(request).toContainText('스스로 승인할 수 없습니다.');
  await expect(request.getByRole('button')).toHaveCount(0);
  await expectCleanThemes(page, 'reveals');

  const fresh = await open(second.username);
  await fresh.page.goto('/admin?menu=REVEAL');
  await expect(cardOf(fresh.page, reason)).toContainText('관리자가 된 지 7일이 지나야');
  await expect(
    cardOf(fresh.page, reason).getByRole('button', { name: '승인', exact: true }),
  ).toHaveCount(0);

  const other = await open('admin02', { records: true });
  await other.page.goto('/admin?menu=REVEAL');
  await cardOf(other.page, reason).getByRole('button', { name: '승인', exact: true }).click();
  await agree(other.page, '작성자 확인을 승인할까요?', '승인');
  await expectToast(other.page, '승인했습니다. 24시간 동안 작성자를 볼 수 있습니다.');
  const seen = [...responses, ...other.responses].filter((response) =>
    response.includes('/reveals'),
  );
  expect(seen.join('\n')).not.toMatch(new RegExp(`${WRITER}|윤해솔`));

  await request.getByRole('button', { name: '작성자 보기' }).click();
  await agree(page, '작성자를 볼까요?', '보기');
  await expect(dialog(page, '익명 글의 작성자')).toContainText('윤해솔');
  await expect(dialog(page, '익명 글의 작성자')).toContainText(/남음/);

  const lines = await readAudit(page);
  for (const deed of ['작성자 확인을 요청', '작성자 확인을 승인', '작성자를 열람']) {
    await expect(lines).toContainText(`게시글 ${post.id}번의 ${deed}했습니다.`);
  }
  await expect(lines).not.toContainText('윤해솔');
});
