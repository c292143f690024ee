import { apiAs, unique } from './support/api.ts';
import { expectCleanThemes } from './support/axe.ts';
import { joinMember } from './support/join.ts';
import { expectToast } from './support/pages.ts';
import { expect, test } from './support/test.ts';

const ALWAYS = Array.from({ length: 7 }, () => ({ from: 0, to: 1440 }));

async function makeRoom(name: string, values: object = {}) {
  const staff = await apiAs('manager01');
  return staff.call<{ id: number }>('POST', '/api/admin/bookings/resources', {
    ...{ name, place: '공학1관 3층', note: '', span: 'SLOTS', way: 'FIRST', slotMinutes: 60 },
    ...{ lengthMax: 2, hours: ALWAYS, aheadDays: 14, weeklyMinutes: null, weeklyCount: null },
    ...{ termStartsOn: null, termEndsOn: null, closesAt: null, checkInMinutes: null },
    ...{ offerMinutes: null, isOpen: true, units: [{ name: 'A실' }] },
    ...values,
  });
}

test('a member books with two presses, another waits and gets it, and staff see who [BOOK-05, BOOK-08, BOOK-10]', async ({
  open,
}) => {
  const [member, other] = [await joinMember(), await joinMember()];
  const name = unique('회의실');
  const { id } = await makeRoom(name);
  const { page } = await open(member.username, { phone: true });
  await page.goto('/main/bookings');
  await page.getByRole('link', { name }).click();
  const tomorrow = page.getByRole('list', { name: '날짜' }).getByRole('button').nth(1);
  await tomorrow.click();
  await page.getByRole('button', { name: '10:00 가능' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '예약' }).click();
  await expectToast(page, '예약했습니다.');
  await expect(page.getByRole('button', { name: '10:00 내 예약' })).toBeDisabled();
  await expectCleanThemes(page, 'booking');

  const second = await open(other.username);
  await second.page.goto(`/main/bookings/${id}`);
  await second.page.getByRole('list', { name: '날짜' }).getByRole('button').nth(1).click();
  await second.page.getByRole('button', { name: '10:00 예약됨' }).click();
  await expect(second.page.getByText(member.nickname)).toHaveCount(0);
  await second.page.getByRole('dialog').getByRole('button', { name: '대기' }).click();
  await expectToast(second.page, '대기자 명단에 올렸습니다. 자리가 나면 알려 드립니다.');

  const staff = await open('manager01');
  await staff.page.goto('/admin?menu=BOOKINGS');
  await staff.page.getByRole('tab', { name: '일정' }).click();
  await staff.page.getByRole('combobox', { name: '자원' }).selectOption({ label: name });
  await expect(
    staff.page.getByRole('button', { name: `${member.nickname} 프로필 보기` }),
  ).toBeVisible();

  await page.goto('/main/bookings');
  const mine = page.getByRole('region', { name: '내 예약' });
  await mine.getByRole('button', { name: new RegExp(`^${name}.*취소$`) }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '예약 취소' }).click();
  await expectToast(page, '예약을 취소했습니다.');
  await expect(page.getByRole('button', { name: '되돌리기' })).toHaveCount(0);
  await second.page.goto('/main/bookings');
  await expect(
    second.page.getByRole('region', { name: '내 예약' }).getByText('예약됨'),
  ).toBeVisible();
});

test('staff add a resource and approve what a member asks for [BOOK-06, BOOK-16]', async ({
  open,
}) => {
  const member = await joinMember();
  const name = unique('장비');
  const staff = await open('manager01');
  await staff.page.goto('/admin?menu=BOOKINGS');
  await staff.page.getByRole('tab', { name: '자원' }).click();
  await staff.page.getByRole('button', { name: '자원 추가' }).click();
  const form = staff.page.getByRole('dialog', { name: '자원 추가' });
  await form.getByRole('button', { name: '추가' }).click();
  await expect(form.getByText('자원 이름을 입력해 주세요.')).toBeVisible();
  await form.getByLabel('이름', { exact: false }).first().fill(name);
  await form.getByLabel('자리나 물품').fill('1호기\n2호기');
  await form.getByLabel('정하는 방법').selectOption({ label: '조교가 승인' });
  for (const day of ['토', '일']) {
    await form.getByLabel(`${day}요일 여는 시각`).fill('09:00');
    await form.getByLabel(`${day}요일 닫는 시각`).fill('18:00');
  }
  await form.getByRole('button', { name: '추가' }).click();
  await expectToast(staff.page, '자원을 추가했습니다.');

  const { page } = await open(member.username);
  await page.goto('/main/bookings');
  await page.getByRole('link', { name }).click();
  await page.getByRole('list', { name: '날짜' }).getByRole('button').nth(1).click();
  await page.getByRole('button', { name: '09:00 2자리' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '신청' }).click();
  await expectToast(page, '예약을 신청했습니다. 승인되면 알려 드립니다.');

  await staff.page.getByRole('tab', { name: '신청' }).click();
  const row = staff.page.getByRole('listitem').filter({ hasText: name });
  await row.getByRole('button', { name: '승인' }).click();
  await expectToast(staff.page, '예약을 승인했습니다.');
  await page.goto('/main/bookings');
  await expect(page.getByRole('region', { name: '내 예약' }).getByText('예약됨')).toBeVisible();
});
