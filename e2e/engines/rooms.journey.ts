import { unique } from '../support/api.ts';
import { DEMO_ROOM, seedLecture } from '../support/lectures.ts';
import { button, field, heading, link, text } from './screen.ts';
import { expect, test } from './test.ts';

test('two friends chat in two windows, with live messages and read marks [GATE-101]', async ({
  open,
}) => {
  const [haesol, tensor] = await Promise.all([open('20250001'), open('20220508')]);
  const log = { role: 'log', name: '대화 내용' };
  await haesol.go('/chat-mail');
  await haesol.click(link(/텐서/));
  const [first, second] = [unique('점심 같이 먹자'), unique('좋아요')];
  await haesol.fill(field('메시지 입력'), first);
  await haesol.click(button('보내기'));
  const own = { role: 'listitem', has: first, within: log };
  await haesol.see(own);

  await tensor.go('/chat-mail');
  await tensor.click(link(/해솔/));
  await tensor.see({ text: first, within: log });
  await expect.poll(async () => (await haesol.see(own)).text).toContain('읽음');
  await tensor.fill(field('메시지 입력'), second);
  await tensor.click(button('보내기'));
  await haesol.see({ text: second, within: log });
  expect(await haesol.scrollsSideways()).toBe(false);
});

test('a lecture goes into the timetable', async ({ open }) => {
  const title = unique('여정 강의');
  const times = [{ day: 'SATURDAY', start: 9, end: 11 }];
  const id = await seedLecture('20250002', { title, times });
  const page = await open('20230413');
  await page.go(`/main/study-dashboard/${id}`);
  const star = button(/^(시간표에 추가|내 시간표)$/);
  await page.click(star);
  await page.see({ role: 'button', name: '내 시간표' });
  await page.go('/main/study-dashboard');
  await page.see({ role: 'link', name: new RegExp(title), only: 'first' });
  expect(await page.scrollsSideways()).toBe(false);
});

test('a question is asked anonymously and stays so for others', async ({ open }) => {
  const question = unique('역전파가 어렵습니다');
  const asker = await open('20250001');
  await asker.go(DEMO_ROOM);
  await asker.click({ ...link('글쓰기'), only: 'first' });
  await asker.click({ role: 'checkbox', name: '익명으로 질문하기' });
  await asker.fill(field('제목'), question);
  await asker.fill(field('내용'), '식을 어떻게 세우나요');
  await asker.click({ ...button('등록'), within: { role: 'main' } });
  const row = { role: 'listitem', has: question, within: { role: 'main' } };
  expect((await asker.see(row)).text).toContain('익명');

  const reader = await open('20250002');
  await reader.go(DEMO_ROOM);
  expect((await reader.see(row)).text).not.toContain('해솔');
  await reader.click({ ...link(question), only: 'first' });
  await reader.see(heading(question));
  await reader.see(text('식을 어떻게 세우나요'));
  await reader.gone({ text: /해솔/, within: { role: 'main' } });
});

test('an administrator reads the statistics and the inquiries', async ({ open }) => {
  const page = await open('admin01');
  await page.go('/admin?menu=STATUS');
  await page.see(heading('통계'));
  await page.click(text('주별'));
  await page.see({ role: 'table', only: 'first' });
  expect(await page.scrollsSideways()).toBe(false);
  await page.go('/admin?menu=INQUIRY');
  await page.see({ role: 'searchbox', name: '작성자 또는 제목 검색' });
  await page.go('/admin?menu=AUDIT');
  await page.see({ role: 'list', name: '감사 기록' });
});
