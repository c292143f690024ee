import { postBoardName } from '@naru/contract/boards';
import { writerName } from '../../domain/authorship/writer.ts';
import { postWriterName } from '../../domain/posts/post.present.ts';
import { toKst } from '../../platform/clock.ts';
import type { TodayCommentRow, TodayPostRow } from './stats.repo.ts';

export function presentToday<Row extends TodayPostRow | TodayCommentRow>(row: Row) {
  return {
    ...row,
    boardName: postBoardName(row.boardType),
    writerNickname: writerName(row),
    createdDate: toKst(row.createdAt),
  };
}

export function presentTodayPost(row: TodayPostRow) {
  return { ...presentToday(row), writerNickname: postWriterName(row) };
}
