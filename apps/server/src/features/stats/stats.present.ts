import { postBoardName } from '@naru/contract/boards';
import type { TodayComment, TodayPost } from '@naru/contract/stats';
import { writerName } from '../../domain/authorship/writer.ts';
import { toKst } from '../../platform/clock.ts';
import type { TodayCommentRow, TodayPostRow } from './stats.today.repo.ts';

type Writer = Pick<TodayPostRow, 'isAnonymous' | 'nickname' | 'withdrawnAt'>;

export function presentTodayPost({ createdAt, ...row }: TodayPostRow): TodayPost {
  return { ...row, boardName: postBoardName(row.boardType), ...presentAuthorship(row, createdAt) };
}

export function presentTodayComment({ createdAt, ...row }: TodayCommentRow): TodayComment {
  return { ...row, boardName: postBoardName(row.boardType), ...presentAuthorship(row, createdAt) };
}

function presentAuthorship(writer: Writer, createdAt: Date) {
  return { writerNickname: writerName(writer), createdDate: toKst(createdAt) };
}
