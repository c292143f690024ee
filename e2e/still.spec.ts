import { DEMO_ROOM } from './support/lectures.ts';
import { holdResponses } from './support/mock-responses.ts';
import { expectStill, LOADING, recordShifts } from './support/shifts.ts';
import { expect, test } from './support/test.ts';

const STUDY = '/main/study-dashboard';

/** Calls of the panels. While the own account is held back the console would not show that it loads. */
const OF_PANELS = /\/api\/(?!events|member\/me|config)/;

/** Pages with panels above or beside others, each with a button that it has when it has loaded. */
const VISITS = [
  { reader: 'prof01', phone: false, held: undefined, pages: [[STUDY, '강의실 만들기']] },
  {
    reader: 'admin01',
    phone: false,
    held: OF_PANELS,
    pages: [
      ['/admin?menu=SETTINGS', '저장'],
      ['/mypage/activity', '나루지기'],
    ],
  },
  {
    reader: '20230055',
    phone: true,
    held: undefined,
    pages: [
      [STUDY, '강의실 만들기'],
      [DEMO_ROOM, '내 시간표'],
      ['/support', '문의 보내기'],
    ],
  },
] as const;

for (const { reader, phone, held, pages } of VISITS) {
  const device = phone ? 'a phone' : 'a wide screen';
  const tag = reader === 'prof01' ? '' : ' @whole';

  test(`pages with panels have no layout shift for ${reader} on ${device}, also when the first response comes last [UI-285]${tag}`, async ({
    open,
  }) => {
    const { page } = await open(reader, { phone, moves: true });
    for (const [path, button] of pages) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: button }).last()).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      const shifts = await recordShifts(page);
      const responses = await holdResponses(page, held);
      await page.reload();
      await expect(page.getByRole('status', { name: LOADING }).first()).toBeVisible();
      await responses.release({ lastFirst: true });
      await expect(page.getByRole('button', { name: button }).last()).toBeVisible();
      await expect(page.getByRole('status', { name: LOADING })).toHaveCount(0);
      await expectStill(shifts, path);
      await page.unrouteAll({ behavior: 'wait' });
    }
  });
}
