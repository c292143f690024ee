import type { FriendStatus } from '@naru/contract/friends';
import type { MemberCard } from '@naru/contract/members';
import { DONE } from '@naru/contract/texts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast as sonner } from 'sonner';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { roomToWriteIn } from '../../entities/chat/use-open-room.ts';
import { commentKeys, postKeys, searchKeys } from '../../entities/keys.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { shownToasts } from '../../testing/shown-toasts.ts';
import { CardActions } from './card-actions.tsx';
import { requestedText, requestFailure } from './friends.mutations.ts';
import { StatusActions } from './status-actions.tsx';

const ROOM = 'POST /api/mail/new';

function card(part: Partial<MemberCard> = {}): MemberCard {
  return {
    id: 2,
    nickname: '갈매기',
    nickName: '갈매기',
    email: null,
    roles: ['STUDENT'],
    intro: '',
    profileThumbnails: null,
    isFriend: false,
    friendStatus: 'none',
    isMe: false,
    isBlocked: false,
    ...part,
  };
}

const friend = card({ isFriend: true, friendStatus: 'friend' });
const onLeave = vi.fn();
const show = (shown: MemberCard, directMessage: 'open' | 'locked' = 'open') =>
  renderRouted(<CardActions card={shown} onLeave={onLeave} />, [
    ['config', { settings: { studyRoomMenu: 'locked', directMessage } }],
  ]);
const send = () => fireEvent.click(screen.getByRole('button', { name: '메시지 보내기' }));
const expectToast = (text: string) =>
  waitFor(() => expect(shownToasts()).toContainEqual(expect.objectContaining({ text })));

beforeEach(() => {
  onLeave.mockReset();
});

afterEach(() => {
  sonner.dismiss();
});

describe('CardActions', () => {
  it('offers nothing on the own card [MEMB-12]', async () => {
    fakeApi({});
    await show(card({ isMe: true }));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('offers only to unblock a blocked member [FRIEND-07]', async () => {
    fakeApi({});
    await show(card({ isBlocked: true }));
    const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
    expect(names).toEqual(['갈매기 님 차단 해제']);
  });

  it('opens the lock dialog while messages are locked [BOARD-11]', async () => {
    fakeApi({});
    await show(friend, 'locked');
    send();
    expect(screen.getByRole('dialog', { name: '메시지 보내기' }).textContent).toContain(
      '아직 준비 중인 기능입니다.',
    );
    const chat = screen.getByRole('link', { name: '채팅으로 가기' });
    expect(chat.getAttribute('href')).toBe('/chat-mail');
  });

  it('opens an existing room, to write in it [CHAT-02, CHAT-03, CHAT-106]', async () => {
    const text = '이미 같은 채팅방이 존재합니다.';
    fakeApi({
      [ROOM]: { status: 409, body: { error: 'ROOM_EXISTS', message: text, roomId: 31 } },
    });
    const { router } = await show(friend);
    send();
    await waitFor(() => expect(router.state.location.href).toBe('/chat-mail?room=31'));
    expect(roomToWriteIn.get()).toBe(31);
    expect(onLeave).toHaveBeenCalled();
    await expectToast(text);
  });

  it('opens a new room [CHAT-03]', async () => {
    fakeApi({
      [ROOM]: { status: 201, body: { roomId: 32, message: '' } },
    });
    const { router } = await show(friend);
    send();
    await waitFor(() => expect(router.state.location.href).toBe('/chat-mail?room=32'));
    await expectToast('채팅방이 생성되었습니다.');
  });

  it('says that a room could not be opened [CHAT-03]', async () => {
    fakeApi({ [ROOM]: { status: 500, body: {} } });
    await show(friend);
    send();
    await expectToast('채팅방 생성에 실패했습니다.');
  });

  it('explains that messages need a friendship and makes no call', async () => {
    const calls = fakeApi({});
    await show(card());
    send();
    await expectToast('친구에게만 메시지를 보낼 수 있습니다.');
    expect(calls).not.toContain(ROOM);
  });

  it('says what a block hides, and masks at once what is shown [FRIEND-07]', async () => {
    fakeApi({ 'POST /api/friend/block': { body: { message: '' } } });
    const { client } = await show(card());
    const shown = [postKeys.detail(9), commentKeys.list(9, 'oldest'), searchKeys.found({})];
    for (const key of shown) client.setQueryData(key, {});
    fireEvent.click(screen.getByRole('button', { name: '더 보기' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: '차단' }));
    const question = await screen.findByRole('alertdialog', { name: '이 회원을 차단할까요?' });
    expect(question.textContent).toMatch(
      /글과 댓글이 나에게 가려집니다.*상대에게는 알리지 않습니다/,
    );
    fireEvent.click(within(question).getByRole('button', { name: '차단' }));
    await expectToast(DONE.blocked);
    const isStale = () => shown.map((key) => client.getQueryState(key)?.isInvalidated);
    await waitFor(() => expect(isStale()).toEqual([true, true, true]));
  });
});

describe('StatusActions', () => {
  it.each<[FriendStatus, string[]]>([
    ['none', ['갈매기 님에게 친구 추가 요청']],
    ['sent', ['갈매기 님에게 요청 보냄, 누르면 취소']],
    ['received', ['갈매기 님의 친구 요청 수락', '갈매기 님의 친구 요청 거절']],
    ['friend', []],
  ])('offers the actions of the status %s: %j', (status, names) => {
    renderWithClient(
      <StatusActions member={{ id: 2, nickName: '갈매기', friendStatus: status }} />,
    );
    const buttons = screen.queryAllByRole('button');
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(names);
    if (status === 'friend') expect(screen.getByText('친구')).toBeDefined();
  });
});

describe('requestedText and requestFailure', () => {
  it('distinguish a sent request from an immediate friendship', () => {
    expect(requestedText('sent')).toBe('친구 추가 요청이 전송되었습니다.');
    expect(requestedText('friend')).toBe('친구가 되었습니다.');
  });

  it("prefix the server's text with a cross, or use the fixed text", () => {
    const refusal = new ApiError({
      status: 409,
      code: 'FRIEND_EXISTS',
      message: '이미 친구입니다.',
    });
    expect(requestFailure(refusal)).toBe('❌ 이미 친구입니다.');
    expect(requestFailure(new Error('?'))).toBe('친구 요청 중 오류가 발생했습니다.');
  });
});
