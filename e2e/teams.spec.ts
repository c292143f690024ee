import { seedPost, unique } from './support/api.ts';
import { composerOf } from './support/chat.ts';
import { expectToast, publish, rowOf, writePost } from './support/pages.ts';
import { expect, test } from './support/test.ts';

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000 + 9 * 3_600_000).toISOString().slice(0, 10);

test('a team is recruited: written, applied to, accepted, closed and talking [TEAM-01, TEAM-06]', async ({
  open,
}) => {
  const title = unique('같이 할 분');
  const { page } = await open('20250001');
  await page.goto('/write/team');
  await page.getByRole('radio', { name: '프로젝트' }).check({ force: true });
  await page.getByRole('combobox', { name: '모집 인원' }).selectOption('1');
  await page.getByLabel('마감일').fill(inDays(5));
  await page.getByRole('textbox', { name: '필요한 역할 (선택)' }).fill('기획, 백엔드');
  await writePost(page, { title, text: '함께 만들어요' });
  await publish(page);
  await expect(rowOf(page, title)).toContainText('0/1');
  await rowOf(page, title).getByRole('link', { name: title }).click();
  await expect(page.getByText('아직 지원이 없습니다.')).toBeVisible();

  const other = (await open('20250002', { phone: true })).page;
  await other.goto(page.url());
  await expect(other.getByText('기획 · 백엔드')).toBeVisible();
  await other.getByRole('button', { name: '지원하기' }).click();
  const sheet = other.getByRole('dialog', { name: '지원하기' });
  await sheet.getByRole('textbox', { name: '지원 메시지' }).fill('서버를 맡고 싶습니다.');
  await sheet.getByRole('button', { name: '지원하기' }).click();
  await expect(other.getByText('기다리는 중')).toBeVisible();

  await expect(page.getByText('서버를 맡고 싶습니다.')).toBeVisible();
  await page.getByRole('button', { name: /지원 수락$/ }).click();
  await expectToast(page, '지원을 수락했습니다.');
  await expect(page.getByRole('button', { name: '다시 모집' })).toBeVisible();

  await expect(other.getByText('수락됨')).toBeVisible();
  await other.getByRole('button', { name: '팀 채팅방' }).click();
  await composerOf(other).fill('반갑습니다');
  await other.getByRole('button', { name: '보내기', exact: true }).click();
  await page.getByRole('button', { name: '팀 채팅방' }).click();
  await expect(page.getByRole('log', { name: '대화 내용' })).toContainText('반갑습니다');

  await page.goto('/main/community/team?recruiting=true');
  await expect(page.getByRole('button', { name: /모집 중만/ })).toBeVisible();
  await expect(rowOf(page, title)).toHaveCount(0);
  await other.goto('/mypage/activity#teams');
  await expect(other.getByRole('region', { name: '지원한 팀' })).toContainText(title);
});

test('who is not verified cannot apply, and nobody else sees who did [TEAM-03, TEAM-04]', async ({
  open,
}) => {
  const team = { kind: 'STUDY', places: 2, lastDay: inDays(3), roles: [] } as const;
  const { path } = await seedPost('20250001', { board: 'TEAM', title: unique('스터디'), team });
  const guest = (await open('20259999')).page;
  await guest.goto(path);
  await guest.getByRole('button', { name: '지원하기' }).click();
  await expect(guest.getByRole('alertdialog')).toContainText('학생 인증을 받으면');
  for (const username of ['prof01', 'manager01', 'admin01']) {
    const { page } = await open(username);
    await page.goto(path);
    await expect(page.getByRole('region', { name: '지원' })).toContainText('2자리 남았습니다.');
    await expect(page.getByRole('list', { name: '지원한 회원' })).toHaveCount(0);
  }
});
