import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { RoomSearch } from './room-search.tsx';

afterEach(() => vi.unstubAllGlobals());

const hit = (id: number) => ({
  id,
  senderId: 2,
  content: '시험 범위',
  date: '2026-11-20T14:00:00Z',
});

function search(first: { hits: object[]; nextBeforeId: number | null }) {
  logInForTest();
  fakeApi({
    'GET /api/mail/search/3': ({ query }) => ({
      body: query.has('beforeId') ? { hits: [hit(1)], nextBeforeId: null } : first,
    }),
  });
  const onClose = vi.fn();
  renderWithClient(
    <RoomSearch roomId={3} nameOf={() => '해솔'} onFound={() => undefined} onClose={onClose} />,
  );
  const input = screen.getByLabelText('대화에서 검색');
  fireEvent.input(input, { target: { value: '시험' } });
  fireEvent.click(screen.getByRole('button', { name: '검색' }));
  return { input, onClose };
}

it('says how many there are once the whole conversation is searched, not before [CHAT-93]', async () => {
  search({ hits: [hit(9), hit(8)], nextBeforeId: 8 });
  expect(await screen.findByText('최근 대화에서 검색한 메시지입니다.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '이전 대화에서 더 검색' }));
  expect(await screen.findByText('모두 3개를 찾았습니다.')).toBeDefined();
});

it('does not say that there is nothing while there is more to search [CHAT-93]', async () => {
  search({ hits: [], nextBeforeId: 5000 });
  expect(
    await screen.findByText('최근 대화에는 없습니다. 이전 대화에서 더 찾을 수 있습니다.'),
  ).toBeDefined();
});

it('is closed by Esc, but not by the one that ends a composition [CHAT-93]', async () => {
  const { input, onClose } = search({ hits: [], nextBeforeId: null });
  fireEvent.keyDown(input, { key: 'Escape', isComposing: true });
  fireEvent.keyDown(input, { key: 'Escape', keyCode: 229 });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(input, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});
