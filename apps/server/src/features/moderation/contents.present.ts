import { ANONYMOUS_NAME, WITHDRAWN_NAME } from '@naru/contract/boards';
import type { ReportTargetView } from '@naru/contract/inquiries';
import { cutGraphemes } from '@naru/contract/text';
import { memberName, presentWriter } from '../../domain/authorship/writer.ts';
import type { JudgedReviewRow } from '../../domain/course-reviews/course-reviews.repo.ts';
import { postWriterName } from '../../domain/posts/post.present.ts';
import type { ContentRow, PersonRow } from './contents.repo.ts';
import type { SenderRow } from './reported-messages.repo.ts';

const EXCERPT = 200;

export function excerptOf(text: string): string {
  return cutGraphemes(text.replace(/\s+/gu, ' ').trim(), EXCERPT);
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
    ...(type === 'POST' && { writerNickname: postWriterName(row) }),
    deleted: isDeleted,
    blinded: !isDeleted && row.isBlinded,
    ...(row.picture && !isDeleted && { picture: row.picture }),
  };
}

export function presentCourseReview(row: JudgedReviewRow): ReportTargetView {
  const { isDeleted } = row;
  return {
    ...presentErased('COURSE_REVIEW', row.id),
    title: isDeleted ? '' : row.course,
    excerpt: isDeleted ? '' : excerptOf(row.text),
    lectureId: isDeleted ? null : row.lectureId,
    writerNickname: ANONYMOUS_NAME,
    deleted: isDeleted,
    blinded: !isDeleted && row.isBlinded,
  };
}

export function presentPerson(row: PersonRow): ReportTargetView {
  const isGone = row.withdrawnAt !== null;
  const name = memberName(row.nickname, row.withdrawnAt);
  return {
    ...presentErased('MEMBER', row.id),
    title: name,
    excerpt: isGone ? '' : excerptOf(row.intro),
    writerId: isGone ? null : row.id,
    writerNickname: name,
    deleted: isGone,
  };
}

/** Names its sender only: the text is in a call that is audited. */
export function presentReportedMessage(row: SenderRow): ReportTargetView {
  const isGone = row.withdrawnAt !== null;
  return {
    ...presentErased('MESSAGE', row.id),
    writerId: isGone ? null : row.senderId,
    writerNickname: memberName(row.nickname, row.withdrawnAt),
    deleted: false,
  };
}

/** Placeholder for a target whose row was erased. */
export function presentErased(type: ReportTargetView['type'], id: number): ReportTargetView {
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
    blinded: false,
  };
}
