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

  it('queries the server for each filter, but never with a reversed range', async () => {
    const asked = respondWith({ entries: [], page: page(0) });
    renderWithClient(<AuditView />);
    expect(await screen.findByText('기록이 없습니다.')).toBeDefined();
    fireEvent.change(screen.getByLabelText('행동'), { target: { value: 'role.grant' } });
    await waitFor(() => expect(asked.at(-1)).toContain('action=role.grant'));
    fireEvent.change(screen.getByLabelText('종료일'), { target: { value: '2026-11-01' } });
    await waitFor(() => expect(asked.at(-1)).toContain('to=2026-11-01'));
    fireEvent.change(screen.getByLabelText('시작일'), { target: { value: '2026-11-02' } });
    expect(screen.getByText('시작일이 종료일보다 늦습니다.')).toBeDefined();
    fireEvent.input(screen.getByLabelText('행동한 사람'), { target: { value: '나루' } });
    await waitFor(() => expect(asked.at(-1)).toContain('actor=나루'));
    expect(asked.join(' ')).not.toContain('from=');
    fireEvent.click(screen.getByRole('button', { name: '조건 지우기' }));
    expect(screen.getByLabelText('행동')).toHaveProperty('value', '');
  });

  it('reports a failed load', async () => {
    respondWith({ error: 'UNAVAILABLE', message: '잠시 사용할 수 없습니다.' }, 503);
    renderWithClient(<AuditView />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('감사 기록을 불러오지 못했습니다.');
    expect(screen.getByRole('button', { name: '다시 시도' })).toBeDefined();
  });
});
