import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderWithClient } from '../../testing/fake-api.tsx';
import { AuditView } from './audit-view.tsx';

const page = (totalElements: number) => ({
  currentPage: 0,
  size: 20,
  totalPages: Math.ceil(totalElements / 20),
  totalElements,
});
const entry = {
  id: 1,
  action: 'member.suspend',
  actorId: 1,
  actorNickname: '나루지기',
  targetType: 'member',
  targetId: 7,
  targetLabel: '새벽바다',
  reason: '반복된 광고',
  detail: [{ name: 'until', value: '2026-12-24' }],
  changes: [],
  address: '127.0.0.1',
  createdAt: '2026-11-20T09:00:00+09:00',
};

/** Stubs `fetch`; returns the query strings of all calls. */
function respondWith(body: unknown, status = 200): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(decodeURIComponent(url.split('?')[1] ?? ''));
    return new Response(JSON.stringify(body), { status });
  });
  return asked;
}

describe('AuditView', () => {
  it('shows actor, action, reason and address [AUDIT-01]', async () => {
    respondWith({ entries: [entry], page: page(1) });
    renderWithClient(<AuditView />);
    expect(await screen.findByText('새벽바다 님의 이용을 정지했습니다.')).toBeDefined();
    expect(screen.getByText('반복된 광고')).toBeDefined();
    expect(screen.getByText('2026-12-24')).toBeDefined();
    expect(screen.getByText('127.0.0.1')).toBeDefined();
    expect(screen.getByRole('list', { name: '감사 기록' }).tagName).toBe('OL');
  });

  it('lists what a save changed in Korean [AUDIT-57]', async () => {
    const path = ['NORMAL\n가을 학술제', 'endsOn'];
    const changes = [
      { path, before: null, after: '2026-12-01' },
      { path: ['2026-12-07', 'student', 'state'], before: 'NOT_POSTED', after: 'CLOSED' },
    ];
    respondWith({ entries: [{ ...entry, changes }], page: page(1) });
    renderWithClient(<AuditView />);
    const shown = await screen.findByText('행사 배너 ‘가을 학술제’ 종료일');
    expect(shown.parentElement?.textContent).toContain('없음 → ');
    expect(shown.parentElement?.textContent).toContain('2026-12-01');
    const meal = screen.getByText('2026-12-07 학생식당 운영').parentElement?.textContent;
    expect(meal).toMatch(/미등록.*휴무/);
  });

  it('starts from the place in the address and reports each new one [AUDIT-59]', async () => {
    const asked = respondWith({ entries: [], page: page(60) });
    const onPlace = vi.fn();
    const filter = { action: 'role.grant', actor: '나루', from: '', to: '2026-11-01' } as const;
    renderWithClient(<AuditView initial={{ filter, page: 1 }} onPlace={onPlace} />);
    await waitFor(() => expect(asked.at(-1)).toContain('page=1'));
    expect(asked.at(-1)).toContain('action=role.grant');
    expect(screen.getByLabelText('작업')).toHaveProperty('value', 'role.grant');
    fireEvent.change(screen.getByLabelText('종료일'), { target: { value: '2026-11-05' } });
    await waitFor(() =>
      expect(onPlace).toHaveBeenLastCalledWith({
        filter: { ...filter, to: '2026-11-05' },
        page: 0,
      }),
    );
  });

  it('downloads what the filters match [AUDIT-58]', async () => {
    URL.createObjectURL = vi.fn(() => 'blob:file');
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const asked = respondWith({ entries: [], page: page(0) });
    const filter = { action: 'role.grant', actor: '', from: '', to: '' } as const;
    renderWithClient(<AuditView initial={{ filter, page: 0 }} />);
    fireEvent.click(screen.getByRole('button', { name: 'CSV 내려받기' }));
    await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
    expect(asked.at(-1)).toBe('action=role.grant');
  });

  it('queries the server for each filter, but never with a reversed range', async () => {
    const asked = respondWith({ entries: [], page: page(0) });
    renderWithClient(<AuditView />);
    expect(await screen.findByText('기록이 없습니다.')).toBeDefined();
    fireEvent.change(screen.getByLabelText('작업'), { target: { value: 'role.grant' } });
    await waitFor(() => expect(asked.at(-1)).toContain('action=role.grant'));
    fireEvent.change(screen.getByLabelText('종료일'), { target: { value: '2026-11-01' } });
    await waitFor(() => expect(asked.at(-1)).toContain('to=2026-11-01'));
    fireEvent.change(screen.getByLabelText('시작일'), { target: { value: '2026-11-02' } });
    expect(screen.getByText('시작일이 종료일보다 늦습니다.')).toBeDefined();
    fireEvent.input(screen.getByLabelText('처리한 사람'), { target: { value: '나루' } });
    await waitFor(() => expect(asked.at(-1)).toContain('actor=나루'));
    expect(asked.join(' ')).not.toContain('from=');
    fireEvent.click(screen.getByRole('button', { name: '조건 지우기' }));
    expect(screen.getByLabelText('작업')).toHaveProperty('value', '');
  });

  it('reports a failed load', async () => {
    respondWith({ error: 'UNAVAILABLE', message: '잠시 사용할 수 없습니다.' }, 503);
    renderWithClient(<AuditView />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('감사 기록을 불러오지 못했습니다.');
    expect(screen.getByRole('button', { name: '다시 시도' })).toBeDefined();
  });
});
