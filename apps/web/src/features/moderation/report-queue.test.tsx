import type { Report } from '@naru/contract/moderation';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { ReportQueue } from './report-queue.tsx';

const REPORTS = 'GET /api/admin/reports';
const page = (totalElements: number) => ({
  currentPage: 0,
  size: 20,
  totalPages: totalElements === 0 ? 0 : 1,
  totalElements,
});
const report = (inquiryId: number, title: string, writerNickname = '갈매기'): Report => ({
  inquiryId,
  state: 'PROCESSING',
  title,
  content: '내용입니다.',
  reporterId: 2,
  reporterNickname: '새벽바다',
  outside: false,
  createdAt: '2026-11-20T09:00:00+09:00',
  target: {
    type: 'POST',
    id: inquiryId + 100,
    title: '글',
    excerpt: '글의 내용',
    boardType: 'FREE',
    postId: inquiryId + 100,
    lectureId: null,
    writerId: writerNickname === '익명' ? null : 9,
    writerNickname,
    deleted: false,
    blinded: false,
  },
  reported: null,
  openReports: 1,
  assignee: null,
});
const all = [report(5, '첫 신고'), report(6, '둘째 신고'), report(7, '셋째 신고', '익명')];
const templates = [
  { id: 1, kind: 'REASON', title: '광고', content: '{이름} 님의 광고 글입니다.', version: 'a' },
];

/** A server that no longer lists what was decided. */
async function show(at = '/?menu=REPORTS', reports = all) {
  let left = reports;
  const decided = (id: number) => () => {
    left = left.filter(({ inquiryId }) => inquiryId !== id);
    return { body: { message: '', closed: 1 } };
  };
  const calls = fakeApi({
    [REPORTS]: () => ({ body: { reports: left, page: page(left.length) } }),
    'GET /api/admin/assignees': { body: { assignees: [] } },
    'GET /api/admin/reply-templates': { body: { templates } },
    'POST /api/admin/reports/5/decide': decided(5),
    'POST /api/admin/reports/6/decide': decided(6),
    'POST /api/admin/reports/7/decide': decided(7),
    'PUT /api/inquiry/6/assignee': {
      body: { message: '담당: 나루지기', assignee: { id: 1, nickname: '나루지기' } },
    },
  });
  const me = { id: 1, roles: ['USER', 'MANAGER'] };
  const { router, client } = await renderRouted(
    <ReportQueue onSuspend={() => undefined} />,
    [['me', me]],
    at,
  );
  await screen.findAllByRole('article');
  const leave = (id: number) => {
    left = left.filter(({ inquiryId }) => inquiryId !== id);
    return act(() => client.invalidateQueries());
  };
  return {
    calls,
    leave,
    idOf: () => new URLSearchParams(router.latestLocation.searchStr).get('id'),
  };
}

const heading = (name: string) => screen.getByRole('heading', { name });
const isAt = (name: string) => waitFor(() => expect(document.activeElement).toBe(heading(name)));
async function decide(card: string, label: string, confirm: string) {
  const article = heading(card).closest('article') as HTMLElement;
  fireEvent.click(within(article).getByRole('button', { name: label }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.input(within(dialog).getByRole('textbox'), { target: { value: '확인했습니다.' } });
  fireEvent.click(within(dialog).getByRole('button', { name: confirm }));
}

it('goes on to the next report with the focus, says what was done, and ends with the list [INQ-354]', async () => {
  const { idOf } = await show();
  await decide('첫 신고', '삭제', '삭제');
  await isAt('둘째 신고');
  expect(idOf()).toBe('6');
  const line = screen.getByText(/삭제했습니다/).closest('[role=status]') as HTMLElement;
  expect(line.textContent).toContain('‘첫 신고’ 신고: 삭제했습니다.');
  const undo = within(line).getByRole('link', { name: '‘삭제된 글’에서 복구' });
  expect(undo.getAttribute('href')).toContain('menu=REMOVED&category=POST');
  await decide('셋째 신고', '그대로 두기', '그대로 두기');
  await isAt('둘째 신고');
  expect(screen.queryByRole('link', { name: '‘삭제된 글’에서 복구' })).toBeNull();
  await decide('둘째 신고', '그대로 두기', '그대로 두기');
  expect(await screen.findByText('처리할 신고가 없습니다.')).toBeDefined();
  const last = screen.getByText(/그대로 두었습니다/).closest('[role=status]');
  await waitFor(() => expect(document.activeElement).toBe(last));
});

it('keeps the place in the address, from which Back comes to it again [INQ-354]', async () => {
  const { idOf } = await show('/?menu=REPORTS&id=6');
  await isAt('둘째 신고');
  expect(screen.getByText('2 / 3', { exact: false })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '다음' }));
  await isAt('셋째 신고');
  expect(idOf()).toBe('7');
  expect(screen.getByRole('button', { name: '다음' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('button', { name: '이전' }));
  await isAt('둘째 신고');
});

it('follows the keys and leaves them to a field [UI-543]', async () => {
  const { calls } = await show();
  fireEvent.keyDown(document.body, { code: 'KeyJ', key: 'ㅓ' });
  await isAt('둘째 신고');
  fireEvent.keyDown(document.body, { code: 'KeyA', key: 'a' });
  await waitFor(() =>
    expect(calls).toContain('PUT /api/inquiry/6/assignee {"assigneeId":1,"before":null}'),
  );
  fireEvent.keyDown(document.body, { code: 'KeyR', key: 'r' });
  const dialog = await screen.findByRole('dialog', { name: '이 게시글을 그대로 둘까요?' });
  fireEvent.keyDown(within(dialog).getByRole('textbox'), { code: 'KeyK', key: 'k' });
  expect(screen.getByRole('dialog')).toBeDefined();
  fireEvent.click(within(dialog).getByRole('button', { name: '취소' }));
});

it('has its keys also after a choice of the filter was pressed [UI-543]', async () => {
  await show();
  const filter = screen.getByRole('radio', { name: '처리할 신고' });
  filter.focus();
  fireEvent.keyDown(filter, { code: 'KeyJ', key: 'j' });
  await isAt('둘째 신고');
});

it('decides about the report that has the focus, however it came there [INQ-354]', async () => {
  const { calls, idOf } = await show('/?menu=REPORTS&id=5');
  await isAt('첫 신고');
  const second = heading('둘째 신고').closest('article') as HTMLElement;
  act(() => within(second).getByRole('button', { name: '삭제' }).focus());
  await waitFor(() => expect(idOf()).toBe('6'));
  expect(screen.getByText('2 / 3', { exact: false })).toBeDefined();
  fireEvent.keyDown(document.activeElement as Element, { code: 'KeyA', key: 'a' });
  await waitFor(() =>
    expect(calls).toContain('PUT /api/inquiry/6/assignee {"assigneeId":1,"before":null}'),
  );
  act(() => heading('셋째 신고').focus());
  await waitFor(() => expect(idOf()).toBe('7'));
  fireEvent.keyDown(document.activeElement as Element, { code: 'KeyR', key: 'r' });
  const dialog = await screen.findByRole('dialog');
  fireEvent.input(within(dialog).getByRole('textbox'), { target: { value: '확인했습니다.' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '그대로 두기' }));
  await waitFor(() => expect(calls.some((call) => call.includes('reports/7/decide'))).toBe(true));
});

it('stays at its place when a colleague finished the report of it [INQ-354]', async () => {
  const { leave, idOf } = await show('/?menu=REPORTS&id=6');
  await isAt('둘째 신고');
  await leave(6);
  await isAt('셋째 신고');
  expect(idOf()).toBe('7');
  await leave(7);
  await isAt('첫 신고');
  fireEvent.keyDown(document.body, { code: 'KeyJ', key: 'j' });
  expect(idOf()).toBe('5');
});

it.each([
  ['첫 신고', '갈매기 님의 광고 글입니다.'],
  ['셋째 신고', '작성자 님의 광고 글입니다.'],
])(
  'the reason about ‘%s’ names its author only if others know them [INQ-355]',
  async (card, text) => {
    await show();
    const article = heading(card).closest('article') as HTMLElement;
    fireEvent.click(within(article).getByRole('button', { name: '삭제' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: '자주 쓰는 사유' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: '광고' }));
    expect(dialog.getByRole('textbox')).toHaveProperty('value', text);
  },
);

it('lists the own work, or what nobody works on [INQ-350]', async () => {
  const { calls } = await show('/?menu=REPORTS');
  const queries: string[] = [];
  const stubbed = globalThis.fetch;
  globalThis.fetch = (url, init) => {
    queries.push(String(url));
    return stubbed(url, init);
  };
  fireEvent.change(screen.getByLabelText('담당'), { target: { value: 'ME' } });
  await waitFor(() => expect(queries.some((url) => url.includes('assigned=ME'))).toBe(true));
  expect(calls.filter((call) => call === REPORTS).length).toBeGreaterThan(1);
});
