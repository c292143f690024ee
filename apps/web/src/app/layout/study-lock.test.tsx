import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createTestClient, fakeApi } from '../../testing/fake-api.tsx';
import { StudyLock } from './study-lock.tsx';

it('closes by itself when the settings arrive and the study room is open', async () => {
  fakeApi({});
  const client = createTestClient();
  client.setQueryData(['me'], { id: 1, roles: ['STUDENT'], favoriteBoards: [] });
  client.setQueryData(['config'], { settings: { studyRoomMenu: 'locked' } });
  render(
    <QueryClientProvider client={client}>
      <StudyLock onClose={vi.fn()} />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('dialog', { name: '스터디룸' })).toBeDefined();
  act(() => client.setQueryData(['config'], { settings: { studyRoomMenu: 'open' } }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
