import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { FriendSearch } from './friend-search.tsx';

const SEARCH = 'GET /api/friend/search';
const gull = {
  id: 2,
  nickName: '갈매기',
  nickname: '갈매기',
  profileThumbnails: null,
  roles: ['STUDENT'],
  friendStatus: 'none',
};

const type = (text: string) => {
  const input = screen.getByLabelText('닉네임');
  fireEvent.input(input, { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: '찾기' }));
};

describe('FriendSearch', () => {
  it('requires a nickname before any call [FRIEND-01]', () => {
    const calls = fakeApi({});
    renderWithClient(<FriendSearch />);
    expect(screen.getByText('정확한 닉네임을 입력해야 찾을 수 있습니다.')).toBeDefined();
    type('   ');
    expect(screen.getByText('닉네임을 입력해주세요.')).toBeDefined();
    expect(calls).toEqual([]);
  });

  it('shows the member with the matching action', async () => {
    fakeApi({ [SEARCH]: { body: { members: [gull] } } });
    renderWithClient(<FriendSearch />);
    type(' 갈매기 ');
    expect(await screen.findByText('갈매기')).toBeDefined();
    expect(screen.getByRole('button', { name: '갈매기 님에게 친구 추가 요청' })).toBeDefined();
  });

  it('reports that no member has the nickname', async () => {
    fakeApi({ [SEARCH]: { body: { members: [] } } });
    renderWithClient(<FriendSearch />);
    type('없는이름');
    expect(await screen.findByText('이 닉네임을 쓰는 회원이 없습니다.')).toBeDefined();
  });

  it('shows its own text without a response and retries [FRIEND-08]', async () => {
    const calls = fakeApi({});
    renderWithClient(<FriendSearch />);
    type('갈매기');
    expect(screen.getByRole('status', { name: '불러오는 중입니다.' })).toBeDefined();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('검색 실패');
    expect(alert.textContent).toContain('네트워크에 연결할 수 없습니다.');
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    await waitFor(() => expect(calls).toHaveLength(2));
  });

  it("shows the server's refusal", async () => {
    const body = { error: 'TOO_MANY_REQUESTS', message: '잠시 후 다시 시도해 주세요.' };
    const calls = fakeApi({ [SEARCH]: { status: 429, body } });
    renderWithClient(<FriendSearch />);
    type('갈매기');
    expect((await screen.findByRole('alert')).textContent).toContain(body.message);
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    await waitFor(() => expect(calls).toHaveLength(2));
  });
});
