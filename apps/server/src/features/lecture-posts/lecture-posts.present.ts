import { BLOCKED_NAME, WITHDRAWN_NAME } from '@naru/contract/boards';
import type {
  Attachment,
  LecturePost,
  LecturePostItem,
  WaitingQuestion,
} from '@naru/contract/lecture-posts';
import { roleRank } from '@naru/contract/roles';
import { TEXTS } from '@naru/contract/texts';
import { toKst } from '../../platform/clock.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { LectureDetailRow } from './lecture-posts.detail.repo.ts';
import type { LecturePostRow } from './lecture-posts.rows.repo.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

interface Parts {
  /** Content and answer, sanitised again (quality XS-19). */
  content: string;
  answer: string | null;
  attachments: Attachment[];
  canAnswer: boolean;
}

/** Rows to answers. Who wrote a post is decided where it is decided for all posts (decisions 46). */
export function createLecturePresenter({ presentWriter }: Pick<PostsService, 'presentWriter'>) {
  function presentItem(row: LecturePostRow): LecturePostItem {
    const writer = presentWriter(row);
    const isNamed = writer.writerId !== null;
    const item: LecturePostItem = {
      id: row.id,
      title: row.title,
      lecturePostType: row.isAnonymous ? 'SECRET' : row.boardType,
      boardType: row.boardType,
      anonymous: row.isAnonymous,
      ...writer,
      writerProfileThumbnails: isNamed ? row.profileImageUrl : null,
      writerRoles: isNamed ? row.roles.toSorted((a, b) => roleRank(a) - roleRank(b)) : [],
      createdDate: toKst(row.createdAt),
      updatedDate: row.updatedAt === null ? null : toKst(row.updatedAt),
      viewCount: row.viewCount,
      likeCount: row.likeCount,
      commentCount: row.commentCount,
      attachmentCount: row.attachmentCount,
      answered: row.answeredAt !== null,
      answerDate: row.answeredAt === null ? null : toKst(row.answeredAt),
      isAuthor: row.isAuthor,
      lectureRoomId: row.lectureId,
      lectureTitle: row.lectureTitle,
    };
    return isMasked(row) ? { ...item, ...MASK } : item;
  }

  return {
    presentItem,

    presentWaiting(row: LecturePostRow, now: Date): WaitingQuestion {
      const waited = now.getTime() - row.createdAt.getTime();
      return { ...presentItem(row), waitingDays: Math.max(0, Math.floor(waited / DAY_MS)) };
    },

    presentDetail(row: LectureDetailRow, parts: Parts): LecturePost {
      const item = presentItem(row);
      const isBlocked = item.blocked === true;
      return {
        ...item,
        content: isBlocked ? `<p>${TEXTS.blockedPost}</p>` : parts.content,
        imageUrls: isBlocked ? [] : row.imageUrls,
        answer: parts.answer,
        answerUpdatedDate: row.answerUpdatedAt === null ? null : toKst(row.answerUpdatedAt),
        answerWriter: row.answer === null ? null : presentAnswerer(row),
        isLike: row.isLike,
        isScrapped: row.isScrapped,
        canAnswer: parts.canAnswer,
        attachments: isBlocked ? [] : parts.attachments,
      };
    },
  };
}

/** What stands in place of a post by a member whom the reader blocks (decisions 107). */
const MASK = {
  title: TEXTS.blockedPost,
  writerId: null,
  writerNickname: BLOCKED_NAME,
  writerProfileThumbnails: null,
  writerRoles: [],
  blocked: true,
};

/** Notices of a room are for all its members, whoever wrote them. */
function isMasked({ boardType, isBlocked }: LecturePostRow): boolean {
  return isBlocked && boardType !== 'LECTURE_N';
}

/** An answer is official: its writer is named, below anonymous questions too, blocked or not. */
function presentAnswerer(row: LectureDetailRow): NonNullable<LecturePost['answerWriter']> {
  const { answererId: id, answererNickname: nickname } = row;
  if (id === null || nickname === null || row.answererWithdrawnAt !== null) {
    return { id: null, nickname: WITHDRAWN_NAME, profileThumbnails: null, roles: [] };
  }
  return { id, nickname, profileThumbnails: row.answererImageUrl, roles: row.answererRoles };
}
