import { apiAs, unique } from './support/api.ts';
import { editorOf, expectToast, rowOf, typeInto, writePost } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test('a petition is begun, signed by two, and answered by its body [PETI-01, PETI-03, PETI-08, PETI-19]', async ({
  open,
}) => {
  const admin = await apiAs('admin01');
  const { petitions } = await admin.call<{ petitions: object }>('GET', '/api/admin/settings');
  const rules = { ...petitions, threshold: 2 };
  await admin.call('PUT', '/api/admin/settings', { petitions: rules });
  const title = unique('자전거 거치대를 늘려 주세요');
  const { page } = await open('20250001');
  await page.goto('/main/petitions');
  await page.getByRole('link', { name: '청원하기' }).click();
  await page.getByRole('group', { name: '답변을 받을 곳' }).getByText('학과사무실').click();
  await writePost(page, { title, text: '비가 오면 세울 곳이 없습니다.' });
  const send = page.getByRole('main').getByRole('button', { name: '청원하기' });
  await send.click();
  await expect(page.getByText('청원 규칙을 확인하고 동의해 주세요.')).toBeVisible();
  await page.getByRole('checkbox', { name: /개인의 이름/ }).check();
  await send.click();
  await expectToast(page, '청원을 올렸습니다.');
  await expect(rowOf(page, title)).toContainText('0명 서명');
  await admin.call('PUT', '/api/admin/settings', { petitions });

  await rowOf(page, title).getByRole('link').click();
  const box = page.getByRole('region', { name: '서명과 답변' });
  await box.getByRole('button', { name: '서명하기' }).click();
  await expectToast(page, '청원에 서명했습니다.');
  await page.getByRole('button', { name: '되돌리기' }).click();
  await expect(box.getByText('0명 서명')).toBeVisible();
  await box.getByRole('button', { name: '서명하기' }).click();
  await expect(box.getByText('1명 서명')).toBeVisible();

  const other = (await open('20250002', { phone: true })).page;
  await other.goto(page.url());
  const theirs = other.getByRole('region', { name: '서명과 답변' });
  await theirs.getByRole('button', { name: '서명하기' }).click();
  await expect(theirs.getByText('답변 대기').first()).toBeVisible();

  const onPhone = (await open('manager01', { phone: true })).page;
  await onPhone.goto('/main');
  const line = onPhone.getByRole('link', { name: /답변할 청원/ });
  // The end of a line is not cut off beside a long meal.
  await expect(line.getByText(/남음|지남|오늘까지/)).toBeInViewport({ ratio: 1 });
  await line.click();
  await expect(rowOf(onPhone, title)).toContainText('답변할 청원');

  const staff = (await open('manager01')).page;
  await staff.goto('/main/petitions?tab=waiting');
  await expect(rowOf(staff, title)).toContainText('답변할 청원');
  await rowOf(staff, title).getByRole('link').click();
  await staff.getByRole('button', { name: '학과사무실의 답변 쓰기' }).click();
  const dialog = staff.getByRole('dialog');
  await typeInto(staff, dialog.getByRole('textbox', { name: '답변' }), '다음 달에 늘리겠습니다.');
  await dialog.getByRole('button', { name: '올리기' }).click();
  await expectToast(staff, '답변을 올렸습니다.');

  await page.reload();
  const answer = page.getByRole('article').filter({ hasText: '학과사무실의 답변' }).last();
  await expect(answer).toContainText('다음 달에 늘리겠습니다.');
  await expect(page.getByText('답변할 청원')).toHaveCount(0);
});

test('who may not sign reads why, and a text that is begun waits [PETI-01]', async ({ open }) => {
  const visitor = (await open('20259999')).page;
  await visitor.goto('/main/petitions?tab=all');
  await visitor.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await expect(visitor.getByRole('button', { name: '서명하기' })).toHaveCount(0);

  const { page } = await open('20250001');
  await page.goto('/write/petition');
  await writePost(page, { title: '쓰다 만 청원', text: '첫 줄' });
  await expect(page.getByText(/임시 저장됨$/)).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: '이어 쓰기' }).click();
  await expect(editorOf(page)).toContainText('첫 줄');
});
