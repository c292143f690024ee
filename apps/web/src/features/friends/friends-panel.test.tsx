import type { AliasBlock } from '@naru/contract/alias-blocks';
import type { MemberSummary } from '@naru/contract/friends';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { FriendSearch } from './friend-search.tsx';
import { FriendsPanel } from './friends-panel.tsx';

const FRIENDS = 'GET /api/friend/my-friends';
const REQUESTS = 'GET /api/friend/request-friend-list';
const refusal = { status: 403, body: { error: 'FORBIDDEN', message: '권한이 없습니다.' } };

function member(id: number, nickName: string): MemberSummary {
  return { id, nickName, nickname: nickName, profileThumbnails: null, roles: ['STUDENT'] };
}

const friends = (...acceptMemberDtoList: MemberSummary[]) => ({ body: { acceptMemberDtoList } });
const requests = (...requestMemberList: MemberSummary[]) => ({ body: { requestMemberList } });

const blocks = () => ({ body: { members: [] } });
const ALIASES = 'GET /api/member/alias-blocks';
const aliases = (...names: AliasBlock[]) => ({ body: { aliases: names } });

const show = () => renderRouted(<FriendsPanel onLeave={vi.fn()} />);

const openTab = (name: string) => fireEvent.mouseDown(screen.getByRole('tab', { name }));

describe('FriendsPanel', () => {
  it('shows a skeleton, then the empty list with a way to the search', async () => {
    fakeApi({ [FRIENDS]: friends() });
    await show();
    expect(screen.getByRole('status', { name: '불러오는 중입니다.' })).toBeDefined();
    expect(await screen.findByText('친구가 없습니다.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '친구 검색' }));
    expect(screen.getByRole('tab', { name: '검색' }).getAttribute('aria-selected')).toBe('true');
  });

  it('reports a failure and retries', async () => {
    let works = false;
    fakeApi({ [FRIENDS]: () => (works ? friends(member(2, '갈매기')) : refusal) });
    await show();
    expect((await screen.findByRole('alert')).textContent).toContain(
      '친구 목록을 불러오지 못했습니다.',
    );
    works = true;
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    expect(await screen.findByRole('button', { name: '갈매기 프로필 보기' })).toBeDefined();
  });

  it('removes a friend after a confirmation [FRIEND-06]', async () => {
    let list = [member(2, '갈매기')];
    const calls = fakeApi({
      [FRIENDS]: () => friends(...list),
      'DELETE /api/friend/2': () => {
        list = [];
        return { body: { message: '', friendStatus: 'none' } };
      },
    });
    await show();
    fireEvent.click(await screen.findByRole('button', { name: '갈매기 님 친구 삭제' }));
    const question = { name: '정말 이 친구를 삭제하시겠습니까?' };
    await screen.findByRole('alertdialog', question);
    fireEvent.click(screen.getByRole('button', { name: '취소' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(calls).toEqual([FRIENDS]);

    fireEvent.click(screen.getByRole('button', { name: '갈매기 님 친구 삭제' }));
    await screen.findByRole('alertdialog', question);
    fireEvent.click(screen.getByRole('button', { name: '삭제' }));
    expect(await screen.findByText('친구가 없습니다.')).toBeDefined();
    expect(calls).toContain('DELETE /api/friend/2');
  });

  it('accepts and declines requests in place, so that no other row moves [FRIEND-79, FRIEND-06]', async () => {
    let waiting = [member(2, '갈매기'), member(3, '등대지기')];
    const answered = (id: number, friendStatus: string) => () => {
      waiting = waiting.filter((one) => one.id !== id);
      return { body: { message: '', friendStatus } };
    };
    const calls = fakeApi({
      [FRIENDS]: friends(),
      [REQUESTS]: () => requests(...waiting),
      'POST /api/friend/accept-friend': answered(2, 'friend'),
      'POST /api/friend/decline-friend': answered(3, 'none'),
    });
    await show();
    openTab('받은 요청');
    const rows = () =>
      screen
        .getAllByRole('listitem')
        .map((row) =>
          [...row.querySelectorAll('button, [tabindex="-1"]')]
            .map((part) => part.textContent)
            .join(' '),
        );
    const accept = await screen.findByRole('button', { name: '갈매기 님의 친구 요청 수락' });
    accept.focus();
    fireEvent.click(accept);
    await waitFor(() => expect(rows()).toEqual(['갈매기 친구', '등대지기 수락 거절']));
    expect(document.activeElement?.textContent).toBe('친구');
    fireEvent.click(screen.getByRole('button', { name: '등대지기 님의 친구 요청 거절' }));
    await waitFor(() => expect(rows()).toEqual(['갈매기 친구', '등대지기 거절함']));
    expect(calls).toContain('POST /api/friend/accept-friend {"idToAccept":2}');
    expect(calls).toContain('POST /api/friend/decline-friend {"idToDecline":3}');
  });

  it.each([
    ['받은 요청', REQUESTS, '받은 친구 요청을 불러오지 못했습니다.', requests()],
    ['차단 목록 보기', 'GET /api/friend/blocks', '차단한 회원을 불러오지 못했습니다.', blocks()],
  ])('%s: shows a skeleton, a failure and a retry [LIST-16]', async (...row) => {
    const [name, call, sentence, answer] = row;
    let works = false;
    fakeApi({
      [FRIENDS]: friends(),
      [ALIASES]: aliases(),
      [call]: () => (works ? answer : refusal),
    });
    await show();
    const opener = screen.queryByRole('tab', { name }) ?? screen.getByRole('button', { name });
    fireEvent.mouseDown(opener);
    fireEvent.click(opener);
    expect(await screen.findByRole('status', { name: '불러오는 중입니다.' })).toBeDefined();
    expect((await screen.findByRole('alert')).textContent).toContain(sentence);
    works = true;
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.getByText(/없습니다\.$/)).toBeDefined();
  });

  it('has the blocks behind the requests too, where it opens with new ones [FRIEND-07]', async () => {
    fakeApi({ [REQUESTS]: requests(), 'GET /api/friend/blocks': blocks(), [ALIASES]: aliases() });
    await show();
    openTab('받은 요청');
    fireEvent.click(await screen.findByRole('button', { name: '차단 목록 보기' }));
    expect(await screen.findByText('차단한 사람이 없습니다.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '차단 목록 닫기' }));
    expect(await screen.findByText('받은 친구 요청이 없습니다.')).toBeDefined();
  });

  it('shows an empty list of blocked members', async () => {
    fakeApi({
      [FRIENDS]: friends(),
      'GET /api/friend/blocks': blocks(),
      [ALIASES]: aliases(),
    });
    await show();
    fireEvent.click(screen.getByRole('button', { name: '차단 목록 보기' }));
    expect(await screen.findByText('차단한 사람이 없습니다.')).toBeDefined();
    expect(screen.queryByRole('heading', { name: '익명 글에서 차단한 이름' })).toBeNull();
  });

  it('lists blocked names of anonymous threads, with the way to the post, and unblocks [ANON-115]', async () => {
    const common = {
      postId: 7,
      place: '비밀게시판',
      boardType: 'SECRET',
      lectureRoomId: null,
    } as const;
    let names: AliasBlock[] = [
      { ...common, alias: '익명3', title: '말 못 할 고민' },
      { ...common, alias: '글쓴이', postId: 8, title: null },
    ];
    const calls = fakeApi({
      [FRIENDS]: friends(),
      'GET /api/friend/blocks': blocks(),
      [ALIASES]: () => aliases(...names),
      'PUT /api/post/8/alias-block': () => {
        names = names.slice(0, 1);
        return { body: { blocks: false, message: '차단을 해제했습니다.' } };
      },
    });
    await show();
    fireEvent.click(screen.getByRole('button', { name: '차단 목록 보기' }));
    await screen.findByRole('heading', { name: '익명 글에서 차단한 이름' });
    expect(screen.queryByText('차단한 사람이 없습니다.')).toBeNull();
    expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      expect.stringMatching(/익명3말 못 할 고민비밀게시판차단 해제$/),
      expect.stringMatching(/글쓴이볼 수 없는 글비밀게시판차단 해제$/),
    ]);
    const link = screen.getByRole('link', { name: '말 못 할 고민' });
    expect(link.getAttribute('href')).toBe('/main/community/secret/post/7');
    fireEvent.click(screen.getByRole('button', { name: '볼 수 없는 글 글쓴이 차단 해제' }));
    const question = await screen.findByRole('alertdialog', {
      name: '글쓴이 님의 차단을 해제할까요?',
    });
    expect(question.textContent).toContain('볼 수 없는 글');
    fireEvent.click(within(question).getByRole('button', { name: '차단 해제' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    expect(calls).toContain('PUT /api/post/8/alias-block {"alias":"글쓴이","blocks":false}');
  });

  it('reports and retries when the names cannot be loaded [LIST-16]', async () => {
    let works = false;
    fakeApi({
      [FRIENDS]: friends(),
      'GET /api/friend/blocks': blocks(),
      [ALIASES]: () => (works ? aliases() : refusal),
    });
    await show();
    fireEvent.click(screen.getByRole('button', { name: '차단 목록 보기' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      '익명 글에서 차단한 이름을 불러오지 못했습니다.',
    );
    works = true;
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

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
  fireEvent.click(screen.getByRole('button', { name: '검색' }));
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
    fakeApi({ [SEARCH]: { body: gull } });
    renderWithClient(<FriendSearch />);
    type(' 갈매기 ');
    expect(await screen.findByText('갈매기')).toBeDefined();
    expect(screen.getByRole('button', { name: '갈매기 님에게 친구 추가 요청' })).toBeDefined();
  });

  it('reports that no member has the nickname', async () => {
    fakeApi({ [SEARCH]: { status: 404, body: { error: 'MEMBER_UNKNOWN', message: '' } } });
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
