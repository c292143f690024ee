import { describe, expect, it } from 'vitest';
import { friendStatusOf, refusalOf } from './friends.policy.ts';
import { byNickname } from './friends.present.ts';

describe('who is a friend', () => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  const now = new Date('2026-11-20T00:00:00Z');
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const friendship = (
    status: 'pending' | 'accepted' | 'declined',
    decidedAt: Date | null = null,
  ) => ({
    status,
    requesterId: 1,
    decidedAt,
  });

  describe('friendStatusOf', () => {
    it.each([
      [null, 1, 'none'],
      [friendship('accepted'), 2, 'friend'],
      [friendship('pending'), 1, 'sent'],
      [friendship('pending'), 2, 'received'],
      [friendship('declined', now), 1, 'none'],
    ])('%# is what the member sees', (one, memberId, status) => {
      expect(friendStatusOf(one as Parameters<typeof friendStatusOf>[0], memberId)).toBe(status);
    });
  });

  describe('refusalOf a repeated request', () => {
    it.each([
      ['of friends', friendship('accepted', now), 1, 'FRIEND_EXISTS'],
      ['that waits', friendship('pending'), 1, 'FRIEND_REQUESTED'],
      [
        'refused less than a week ago',
        friendship('declined', ago(7 * DAY_MS - 1)),
        1,
        'FRIEND_DECLINED',
      ],
      ['refused a week ago', friendship('declined', ago(7 * DAY_MS)), 1, null],
      ['by the one who refused', friendship('declined', now), 2, null],
      ['without a decision', friendship('declined'), 1, null],
    ])('%s', (_name, one, memberId, code) => {
      expect(refusalOf(one as Parameters<typeof refusalOf>[0], memberId, now)).toBe(code);
    });
  });
});

describe('the order of friends', () => {
  it('sorts members as Korean does, then by their numbers', () => {
    const member = (id: number, nickname: string) =>
      ({ id, nickname }) as Parameters<typeof byNickname>[0];
    const members = [
      member(3, '나루'),
      member(2, '등대'),
      member(9, '가람'),
      member(1, '등대'),
      member(4, 'b'),
    ];
    const sorted = members.toSorted(byNickname).map(({ id }) => id);
    expect(sorted).toEqual([9, 3, 1, 2, 4]);
  });
});
