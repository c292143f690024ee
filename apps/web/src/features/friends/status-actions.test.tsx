import type { FriendStatus } from '@naru/contract/friends';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { renderWithClient } from '../../testing/fake-api.tsx';
import { requestedText, requestFailure } from './friends.mutations.ts';
import { StatusActions } from './status-actions.tsx';

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
