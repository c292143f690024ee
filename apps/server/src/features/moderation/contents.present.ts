import { ANONYMOUS_NAME, WITHDRAWN_NAME } from '@naru/contract/boards';
import type { ReportTargetView } from '@naru/contract/inquiries';
import { cutGraphemes } from '@naru/contract/text';
import type { ContentRow, PersonRow } from './contents.repo.ts';

const EXCERPT = 200;

export function excerptOf(text: string): string {
  return cutGraphemes(text.replace(/\s+/gu, ' ').trim(), EXCERPT);
}

/** The only place where staff sees a writer: anonymous ones never (decisions 49). */
export function presentWriter(row: {
  isAnonymous: boolean;
  authorId: number | null;
  nickname: string | null;
  withdrawnAt: Date | null;
}): { writerId: number | null; writerNickname: string } {
  if (row.isAnonymous) return { writerId: null, writerNickname: ANONYMOUS_NAME };
  if (row.authorId === null || row.nickname === null || row.withdrawnAt !== null) {
    return { writerId: null, writerNickname: WITHDRAWN_NAME };
  }
  return { writerId: row.authorId, writerNickname: row.nickname };
}

export function presentContent(type: 'POST' | 'COMMENT', row: ContentRow): ReportTargetView {
  const { isDeleted } = row;
  return {
    type,
    id: row.id,
    title: isDeleted ? '' : row.title,
    excerpt: isDeleted ? '' : excerptOf(row.text),
    boardType: row.boardType,
    postId: isDeleted ? null : row.postId,
    lectureId: isDeleted ? null : row.lectureId,
    ...presentWriter(row),
    deleted: isDeleted,
  };
}

export function presentPerson(row: PersonRow): ReportTargetView {
  const isGone = row.withdrawnAt !== null;
  const name = isGone ? WITHDRAWN_NAME : row.nickname;
  return {
    ...nothing('MEMBER', row.id),
    title: name,
    excerpt: isGone ? '' : excerptOf(row.intro),
    writerId: isGone ? null : row.id,
    writerNickname: name,
    deleted: isGone,
  };
}

/** What is left of a target whose rows are gone. */
export function nothing(type: ReportTargetView['type'], id: number): ReportTargetView {
  return {
    type,
    id,
    title: '',
    excerpt: '',
    boardType: null,
    postId: null,
    lectureId: null,
    writerId: null,
    writerNickname: WITHDRAWN_NAME,
    deleted: true,
  };
}
