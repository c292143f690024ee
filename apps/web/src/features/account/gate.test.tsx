import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { useGate } from './account.queries.ts';

const NOW = Date.parse('2026-11-20T05:00:00Z');
afterEach(() => vi.useRealTimers());

function Gate() {
  return <p>{useGate().isOpen ? '열림' : '닫힘'}</p>;
}

describe('useGate', () => {
  it('stays open when the proof expires and all queries are invalidated [PASS-11]', async () => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
    const me = (name: string) => ({ name, reauthUntil: new Date(NOW + 60_000).toISOString() });
    fakeApi({ 'GET /api/member/me': { body: { meDto: me('그사이') } } });
    const client = renderWithClient(<Gate />, [['me', me('처음')]]);
    expect(screen.getByText('열림')).toBeDefined();
    vi.setSystemTime(NOW + 120_000);
    await act(() => client.invalidateQueries());
    expect(screen.getByText('열림')).toBeDefined();
  });
});
