import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { StudyLock } from './header-panels.tsx';

async function show(role: string) {
  fakeApi({});
  const { client } = await renderRouted(<StudyLock onClose={vi.fn()} />, [
    ['me', { id: 1, roles: [role], favoriteBoards: [] }],
    ['config', { settings: { studyRoomMenu: 'locked' } }],
  ]);
  expect(await screen.findByRole('dialog', { name: '스터디룸' })).toBeDefined();
  return client;
}

describe('StudyLock', () => {
  beforeEach(() => logInForTest());

  it('closes by itself when the settings arrive and the study room is open', async () => {
    const client = await show('STUDENT');
    expect(screen.queryByRole('link')).toBeNull();
    act(() => {
      client.setQueryData(['config'], { settings: { studyRoomMenu: 'open' } });
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows an ADMIN where to open it [BOARD-10]', async () => {
    await show('ADMIN');
    const settings = screen.getByRole('link', { name: '설정으로 가기' });
    expect(settings.getAttribute('href')).toBe('/admin?menu=SETTINGS');
  });
});
