import { ANONYMOUS_NAME, postBoardName, WITHDRAWN_NAME } from '@naru/contract/boards';
import type { TodayComment, TodayPost } from '@naru/contract/stats';
import { toKst } from '../../platform/clock.ts';
import type { TodayCommentRow, TodayPostRow } from './stats.today.repo.ts';

type Writer = Pick<TodayPostRow, 'isAnonymous' | 'nickname' | 'withdrawnAt'>;

export function presentTodayPost({ createdAt, ...row }: TodayPostRow): TodayPost {
  return { ...row, boardName: postBoardName(row.boardType), ...presentBy(row, createdAt) };
}

export function presentTodayComment({ createdAt, ...row }: TodayCommentRow): TodayComment {
  return { ...row, boardName: postBoardName(row.boardType), ...presentBy(row, createdAt) };
}

/** Below an anonymous post everybody is 익명, for every role (quality AN-08). */
function presentBy(writer: Writer, createdAt: Date) {
  return { writerNickname: nameOf(writer), createdDate: toKst(createdAt) };
}

function nameOf({ isAnonymous, nickname, withdrawnAt }: Writer): string {
  if (isAnonymous) return ANONYMOUS_NAME;
  return nickname === null || withdrawnAt !== null ? WITHDRAWN_NAME : nickname;
}
