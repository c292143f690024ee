import { BOARDS, isLectureBoard, type PostBoardType } from '@naru/contract/boards';

/** A post as a notification needs it. */
export interface PostRef {
  id: number;
  boardType: PostBoardType;
  /** Set on posts of lecture rooms. */
  lectureId: number | null;
  title: string;
}

/** What a notification leads to. */
export type NotificationTarget =
  | {
      kind: 'post';
      board: Exclude<PostBoardType, `LECTURE_${string}`>;
      postId: number;
      commentId?: number;
    }
  | { kind: 'lecturePost'; lectureId: number | null; postId: number; commentId?: number }
  | { kind: 'inquiry'; inquiryId: number }
  | { kind: keyof typeof PAGES };

const PAGES = {
  /** The friends panel opens from every page. */
  friends: '/main',
  home: '/main',
  profile: '/mypage',
  account: '/mypage/account',
  support: '/support',
  auditLog: '/admin?menu=AUDIT',
  reveals: '/admin?menu=REVEAL',
} as const;

/** The post, or a comment below it. */
export function targetOfPost(post: PostRef, commentId?: number): NotificationTarget {
  const { id: postId, boardType, lectureId } = post;
  const place = { postId, ...(commentId !== undefined && { commentId }) };
  return isLectureBoard(boardType)
    ? { kind: 'lecturePost', lectureId, ...place }
    : { kind: 'post', board: boardType, ...place };
}

/** Path of the target on this site: the only place that builds one. */
export function targetUrl(target: NotificationTarget): string {
  switch (target.kind) {
    case 'post':
      return `/main/community/${BOARDS[target.board].slug}/post/${target.postId}${anchor(target)}`;
    case 'lecturePost':
      return `/main/study-dashboard/${target.lectureId}/${target.postId}${anchor(target)}`;
    case 'inquiry':
      return `/inquiry/${target.inquiryId}`;
    default:
      return PAGES[target.kind];
  }
}

function anchor({ commentId }: { commentId?: number }): string {
  return commentId === undefined ? '' : `#comment-${commentId}`;
}
