import type { ErrorCode } from '@naru/contract/errors';
import type { FriendStatus } from '@naru/contract/friends';
import { LIMITS } from '@naru/contract/limits';
import { addSeconds } from '../../platform/clock.ts';
import type { Friendship } from './friends.repo.ts';

const RETRY_SECONDS = LIMITS.friendRetryDays * 24 * 60 * 60;

/** The status that `memberId` sees; a refusal looks like `none`. */
export function friendStatusOf(friendship: Friendship | null, memberId: number): FriendStatus {
  switch (friendship?.status) {
    case 'accepted':
      return 'friend';
    case 'pending':
      return friendship.requesterId === memberId ? 'sent' : 'received';
    default:
      return 'none';
  }
}

/**
 * The error of a repeated request, or null: the refusing member may ask at once, the refused one
 * after seven days.
 */
export function refusalOf(
  { status, requesterId, decidedAt }: Friendship,
  memberId: number,
  now: Date,
): ErrorCode | null {
  if (status === 'accepted') return 'FRIEND_EXISTS';
  if (status === 'pending') return 'FRIEND_REQUESTED';
  const isRefused = requesterId === memberId && decidedAt !== null;
  return isRefused && addSeconds(decidedAt, RETRY_SECONDS) > now ? 'FRIEND_DECLINED' : null;
}
