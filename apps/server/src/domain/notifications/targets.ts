import { BOARDS, type BoardType, isLectureBoard, type PostBoardType } from '@naru/contract/boards';
import type { ContentType } from '@naru/contract/moderation';

export interface PostRef {
  id: number;
  boardType: PostBoardType;
  /** Null outside lecture rooms. */
  lectureId: number | null;
  /** Null when the post is deleted. */
  title: string | null;
}

/** The stored part of a post: nothing that identifies its author. */
export function postRef({ id, boardType, lectureId, title }: PostRef): PostRef {
  return { id, boardType, lectureId, title };
}

export type NotificationTarget =
  | {
      kind: 'post';
      boardType: Exclude<PostBoardType, `LECTURE_${string}`>;
      postId: number;
      commentId?: number;
    }
  | { kind: 'lecturePost'; lectureId: number | null; postId: number; commentId?: number }
  | { kind: 'board'; boardType: BoardType }
  | { kind: 'inquiry'; inquiryId: number }
  | { kind: 'handled'; type: ContentType; id: number }
  | { kind: NotificationPage };

export type NotificationPage = keyof typeof PAGES;

const PAGES = {
  /** Any page will do: the friends panel opens on all of them. */
  friends: '/main',
  home: '/main',
  bookings: '/main/bookings',
  bookingDesk: '/admin?menu=BOOKINGS',
  profile: '/mypage',
  account: '/mypage/account',
  feeds: '/mypage/account#feeds',
  applications: '/mypage/activity#teams',
  support: '/support',
  auditLog: '/admin?menu=AUDIT',
  reveals: '/admin?menu=REVEAL',
  scheduledNotices: '/admin?menu=SCHEDULED',
  reports: '/admin?menu=REPORTS',
  inquiries: '/admin?menu=INQUIRY',
  roleRequests: '/admin?menu=INQUIRY',
  signUps: '/admin?menu=SIGN_UPS',
  sources: '/admin?menu=SOURCES',
  integrity: '/admin?menu=INTEGRITY',
  work: '/admin',
} as const;

export function targetOfPost(post: PostRef, commentId?: number): NotificationTarget {
  const { id: postId, boardType, lectureId } = post;
  const ids = { postId, ...(commentId !== undefined && { commentId }) };
  return isLectureBoard(boardType)
    ? { kind: 'lecturePost', lectureId, ...ids }
    : { kind: 'post', boardType, ...ids };
}

/** The list of the board that the post is on. */
export function boardTargetOf({ boardType }: PostRef): NotificationTarget {
  return isLectureBoard(boardType) ? { kind: 'home' } : { kind: 'board', boardType };
}

export function targetUrl(target: NotificationTarget): string {
  switch (target.kind) {
    case 'post':
      return `/main/community/${BOARDS[target.boardType].slug}/post/${target.postId}${anchor(target)}`;
    case 'lecturePost':
      return `/main/study-dashboard/${target.lectureId}/${target.postId}${anchor(target)}`;
    case 'board':
      return `/main/community/${BOARDS[target.boardType].slug}`;
    case 'inquiry':
      return `/inquiry/${target.inquiryId}`;
    case 'handled':
      return `/mypage/handled/${target.type.toLowerCase()}/${target.id}`;
    default:
      return PAGES[target.kind];
  }
}

export function chatRoomUrl(roomId: number): string {
  return `/chat-mail?room=${roomId}`;
}

const POST_URL =
  /^\/main\/(?:community\/\w+\/post|study-dashboard\/\d+)\/(\d+)(?:#comment-(\d+))?$/;

/** The post, and the comment if there is one, that a notification URL links to; null for other pages. */
export function postTargetOf(url: string): { postId: number; commentId?: number } | null {
  const [, postId, commentId] = POST_URL.exec(url) ?? [];
  if (postId === undefined) return null;
  return { postId: Number(postId), ...(commentId && { commentId: Number(commentId) }) };
}

function anchor({ commentId }: { commentId?: number }): string {
  return commentId === undefined ? '' : `#comment-${commentId}`;
}
