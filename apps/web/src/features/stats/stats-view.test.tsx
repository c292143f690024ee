import type { Stats } from '@naru/contract/stats';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { StatsView } from './stats-view.tsx';

const point = (from: string, visitors: number, posts: number, comments: number) => ({
  from,
  to: from,
  members: 25,
  newMembers: 1,
  visitors,
  posts,
  comments,
  petitions: 1,
});
const STATS: Stats = {
  range: 'daily',
  points: [point('2026-11-19', 21, 2, 5), point('2026-11-20', 1204, 0, 3)],
  totals: { members: 25, newMembers: 2, visitors: 1225, posts: 2, comments: 8, petitions: 2 },
};

const rows = () =>
  within(screen.getByRole('table', { name: '기간별 수치' }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));

describe('StatsView', () => {
  it('shows totals, a labelled chart and a table, newest first', async () => {
    fakeApi({ 'GET /api/admin/stats': { body: STATS } });
    await renderRouted(<StatsView />);
    await screen.findByRole('img', { name: '기간별 방문자, 게시글, 댓글' });
    expect(rows()).toEqual([
      ['기간', '회원', '새 회원', '방문자', '게시글', '댓글', '청원'],
      ['11월 20일 금요일진행 중', '25', '1', '1,204', '0', '3', '1'],
      ['11월 19일 목요일', '25', '1', '21', '2', '5', '1'],
      ['전체', '25', '2', '1,225', '2', '8', '2'],
    ]);
    expect(screen.getAllByText('1,225')).toHaveLength(2);
    expect(screen.getByText(/여러 날 와도 한 명으로/)).toBeDefined();
  });

  it('fetches another range', async () => {
    const answer = { body: { ...STATS, range: 'weekly' } };
    const calls = fakeApi({ 'GET /api/admin/stats': answer });
    await renderRouted(<StatsView />);
    await screen.findByRole('table');
    fireEvent.click(screen.getByRole('radio', { name: '주별' }));
    expect(await screen.findByText('최근 4주')).toBeDefined();
    expect(await screen.findAllByText('11월 20일 ~ 11월 20일')).toHaveLength(2);
    expect(calls).toHaveLength(2);
  });

  it('renders zeros on a new installation', async () => {
    const totals = { members: 1, newMembers: 1, visitors: 0, posts: 0, comments: 0, petitions: 0 };
    const body = { range: 'daily', points: [point('2026-11-20', 0, 0, 0)], totals };
    fakeApi({ 'GET /api/admin/stats': { body } });
    await renderRouted(<StatsView />);
    const chart = await screen.findByRole('img');
    expect(chart.innerHTML).not.toContain('NaN');
    expect(rows().at(-1)).toEqual(['전체', '1', '1', '0', '0', '0', '0']);
  });

  it('shows a failure and retries', async () => {
    let isDown = true;
    fakeApi({
      'GET /api/admin/stats': () =>
        isDown
          ? { status: 500, body: { error: 'INTERNAL', message: '서버 오류', requestId: 'x' } }
          : { body: STATS },
    });
    await renderRouted(<StatsView />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('통계를 불러오지 못했습니다.');
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    expect(await screen.findByRole('table')).toBeDefined();
  });
});
