import { LECTURE_BOARDS } from '@naru/contract/boards';
import type { Attachment } from '@naru/contract/files';
import type { LecturePost, LecturePostItem, WaitingQuestion } from '@naru/contract/lecture-posts';
import { isMasked, maskPost, memberName, presentProfile } from '../../domain/authorship/writer.ts';
import { escapeText } from '../../domain/posts/html-text.ts';
import { presentPictures, presentPost } from '../../domain/posts/post.present.ts';
import { toKst } from '../../platform/clock.ts';
import type { LectureDetailRow, LecturePostRow } from './lecture-posts.read.repo.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

interface Parts {
  /** Content and answer, sanitised again. */
  content: string;
  answer: string | null;
  attachments: Attachment[];
  canAnswer: boolean;
}

/** A row of a board with the beginning of its text. */
export function presentListed(row: LecturePostRow & { text: string }) {
  const item = { content: `<p>${escapeText(row.text)}</p>`, ...presentOpen(row) };
  return isMasked(row) ? maskPost(item, row) : item;
}

export function presentItem(row: LecturePostRow): LecturePostItem {
  const item = presentOpen(row);
  return isMasked(row) ? maskPost(item, row) : item;
}

export function presentWaiting(row: LecturePostRow, now: Date): WaitingQuestion {
  const waited = now.getTime() - row.createdAt.getTime();
  return { ...presentItem(row), waitingDays: Math.max(0, Math.floor(waited / DAY_MS)) };
}

export function presentDetail(row: LectureDetailRow, parts: Parts): LecturePost {
  const isQuestion = LECTURE_BOARDS[row.boardType].answeredByProfessor;
  const detail = {
    content: parts.content,
    ...presentOpen(row),
    ...presentPictures(row),
    answer: parts.answer,
    answerUpdatedDate: row.answerUpdatedAt === null ? null : toKst(row.answerUpdatedAt),
    answerWriter: row.answer === null ? null : presentAnswerer(row),
    isLike: row.isLike,
    isScrapped: row.isScrapped,
    canAnswer: isQuestion && parts.canAnswer,
    attachments: parts.attachments,
  };
  return isMasked(row) ? maskPost(detail, row) : detail;
}

function presentOpen(row: LecturePostRow): LecturePostItem {
  return {
    boardType: row.boardType,
    ...presentPost(row),
    ...presentProfile(row),
    lecturePostType: row.isAnonymous ? 'SECRET' : row.boardType,
    anonymous: row.isAnonymous,
    updatedDate: row.updatedAt === null ? null : toKst(row.updatedAt),
    attachmentCount: row.attachmentCount,
    answered: row.answeredAt !== null,
    answerDate: row.answeredAt === null ? null : toKst(row.answeredAt),
    isAuthor: row.isAuthor,
    lectureRoomId: row.lectureId,
    lectureTitle: row.lectureTitle,
  };
}

/** Names the writer of an official answer to every viewer, also on anonymous questions and when blocked. */
function presentAnswerer(row: LectureDetailRow): NonNullable<LecturePost['answerWriter']> {
  const isNamed = row.answererId !== null && row.answererWithdrawnAt === null;
  return {
    id: isNamed ? row.answererId : null,
    nickname: memberName(row.answererNickname, row.answererWithdrawnAt),
    profileThumbnails: isNamed ? row.answererImageUrl : null,
    roles: isNamed ? row.answererRoles : [],
  };
}
