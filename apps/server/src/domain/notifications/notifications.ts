import type {
  NotificationSubType,
  NotificationTopic,
  NotificationType,
} from '@naru/contract/notifications';
import { type NotificationTarget, type PostRef, targetOfPost, targetUrl } from './targets.ts';
import { type RoleNews, TEXTS } from './texts.ts';

interface PostFacts {
  post: PostRef;
}
interface CommentFacts extends PostFacts {
  commentId: number;
  /** Null below an anonymous post: nobody may be named. */
  actor: string | null;
}
interface InquiryFacts {
  inquiryId: number;
  title: string;
}

/** Notifications to given members, and what their sentence and target are made of. */
export interface DirectFacts {
  comment: CommentFacts;
  reply: CommentFacts;
  postLiked: PostFacts & { actor: string | null; likes: number };
  commentLiked: CommentFacts & { likes: number };
  answerAccepted: PostFacts & { commentId: number };
  questionAsked: PostFacts & { lecture: string };
  questionAnswered: PostFacts;
  friendRequested: { memberId: number; nickname: string };
  friendAccepted: { nickname: string };
  newDevice: null;
  sessionEnded: null;
  passwordChanged: null;
  emailChanged: null;
  inquiryCompleted: InquiryFacts;
  inquiryFollowedUp: InquiryFacts;
  ownRoleChanged: RoleNews;
  memberRoleChanged: RoleNews;
  suspended: { until: string };
  suspensionLifted: null;
  revealRequested: null;
  revealApproved: null;
  revealRejected: null;
}

/** Notifications to everybody, or to all members of a lecture. */
export interface BroadcastFacts {
  noticePosted: PostFacts;
  lectureNoticePosted: PostFacts & { lecture: string };
}

type Facts = DirectFacts & BroadcastFacts;

/**
 * Who gets it, of those it is for. `members`: not from a blocked member, and only if the type is
 * wanted; `staff`: only if the type is wanted; `security`: in any case.
 */
type Audience = 'members' | 'staff' | 'security' | 'everybody' | 'lectureMembers';

interface Entry<F> {
  type: NotificationType;
  subType?: NotificationSubType;
  audience: Audience;
  text: (facts: F) => string;
  target: (facts: F) => NotificationTarget;
  /** Notifications with the same key share a line while it is unread. */
  group?: (facts: F) => string;
  /** What open pages load again, besides what the target says. */
  stale?: NotificationTopic;
}

const account = () => ({ kind: 'account' }) as const;
const reveals = () => ({ kind: 'reveals' }) as const;
const ofPost = ({ post }: PostFacts) => targetOfPost(post);
const ofComment = ({ post, commentId }: PostFacts & { commentId: number }) =>
  targetOfPost(post, commentId);
const ofInquiry = ({ inquiryId }: InquiryFacts) => ({ kind: 'inquiry', inquiryId }) as const;
const security = { type: 'other', audience: 'security', target: account } as const;
const inquiry = {
  type: 'other',
  audience: 'staff',
  target: ofInquiry,
  stale: 'inquiries',
} as const;
const roleChange = {
  type: 'other',
  subType: 'role-changed',
  audience: 'staff',
  stale: 'access',
} as const;
const reveal = { type: 'other', subType: 'reveal', audience: 'staff', target: reveals } as const;

/** Every notification there is; docs/notifications.md says the same in words. */
const NOTIFICATIONS: { [K in keyof Facts]: Entry<Facts[K]> } = {
  comment: {
    type: 'comment',
    audience: 'members',
    text: ({ post, actor }) => TEXTS.comment(post.title, actor),
    target: ofComment,
  },
  reply: {
    type: 'comment',
    subType: 'reply',
    audience: 'members',
    text: ({ post, actor }) => TEXTS.reply(post.title, actor),
    target: ofComment,
  },
  postLiked: {
    type: 'like',
    audience: 'members',
    text: ({ post, actor, likes }) => TEXTS.postLiked(post.title, actor, likes),
    target: ofPost,
    group: ({ post }) => `like post ${post.id}`,
  },
  commentLiked: {
    type: 'like',
    subType: 'comment',
    audience: 'members',
    text: ({ post, actor, likes }) => TEXTS.commentLiked(post.title, actor, likes),
    target: ofComment,
    group: ({ commentId }) => `like comment ${commentId}`,
  },
  answerAccepted: {
    type: 'other',
    subType: 'accept',
    audience: 'members',
    text: ({ post }) => TEXTS.answerAccepted(post.title),
    target: ofComment,
    group: ({ commentId }) => `accept ${commentId}`,
  },
  noticePosted: {
    type: 'notice',
    audience: 'everybody',
    text: ({ post }) => TEXTS.noticePosted(post.boardType, post.title),
    target: ofPost,
    group: ({ post }) => `post ${post.id}`,
  },
  lectureNoticePosted: {
    type: 'notice',
    audience: 'lectureMembers',
    text: ({ post, lecture }) => TEXTS.lectureNoticePosted(lecture, post.title),
    target: ofPost,
    group: ({ post }) => `post ${post.id}`,
  },
  questionAsked: {
    type: 'other',
    subType: 'question',
    audience: 'members',
    text: ({ post, lecture }) => TEXTS.questionAsked(lecture, post.title),
    target: ofPost,
    group: ({ post }) => `post ${post.id}`,
  },
  questionAnswered: {
    type: 'other',
    subType: 'answer',
    audience: 'members',
    text: ({ post }) => TEXTS.questionAnswered(post.title),
    target: ofPost,
    group: ({ post }) => `answer ${post.id}`,
  },
  friendRequested: {
    type: 'friend',
    subType: 'request',
    audience: 'members',
    text: ({ nickname }) => TEXTS.friendRequested(nickname),
    target: () => ({ kind: 'friends' }),
    group: ({ memberId }) => `friend-request:${memberId}`,
  },
  friendAccepted: {
    type: 'friend',
    subType: 'accept',
    audience: 'members',
    text: ({ nickname }) => TEXTS.friendAccepted(nickname),
    target: () => ({ kind: 'friends' }),
  },
  newDevice: { ...security, subType: 'new-device', text: () => TEXTS.newDevice },
  sessionEnded: { ...security, subType: 'session-ended', text: () => TEXTS.sessionEnded },
  passwordChanged: { ...security, subType: 'password', text: () => TEXTS.passwordChanged },
  emailChanged: { ...security, subType: 'email', text: () => TEXTS.emailChanged },
  inquiryCompleted: {
    ...inquiry,
    subType: 'inquiry-completed',
    text: ({ title }) => TEXTS.inquiryCompleted(title),
  },
  inquiryFollowedUp: {
    ...inquiry,
    subType: 'inquiry-follow-up',
    text: ({ title }) => TEXTS.inquiryFollowedUp(title),
  },
  ownRoleChanged: {
    ...roleChange,
    text: TEXTS.ownRoleChanged,
    target: () => ({ kind: 'profile' }),
  },
  memberRoleChanged: {
    ...roleChange,
    text: TEXTS.memberRoleChanged,
    target: () => ({ kind: 'auditLog' }),
  },
  suspended: {
    type: 'other',
    subType: 'suspended',
    audience: 'staff',
    text: ({ until }) => TEXTS.suspended(until),
    target: () => ({ kind: 'support' }),
  },
  suspensionLifted: {
    type: 'other',
    subType: 'suspension-lifted',
    audience: 'staff',
    text: () => TEXTS.suspensionLifted,
    target: () => ({ kind: 'home' }),
  },
  revealRequested: { ...reveal, text: () => TEXTS.revealRequested },
  revealApproved: { ...reveal, text: () => TEXTS.revealApproved },
  revealRejected: { ...reveal, text: () => TEXTS.revealRejected },
};

/** A kind of notification with the facts of one case. */
export interface NotificationOf<K extends keyof Facts> {
  kind: K;
  facts: Facts[K];
}

/** A notification as it is stored and sent. */
export interface RenderedNotification {
  type: NotificationType;
  subType: NotificationSubType | null;
  audience: Audience;
  content: string;
  targetUrl: string;
  groupKey: string | null;
  stale: NotificationTopic | undefined;
}

export function renderNotification<K extends keyof Facts>(
  notification: NotificationOf<K>,
): RenderedNotification {
  const { facts } = notification;
  const entry: Entry<Facts[K]> = NOTIFICATIONS[notification.kind];
  const { type, subType = null, audience } = entry;
  const target = entry.target(facts);
  return {
    type,
    subType,
    audience,
    content: entry.text(facts),
    targetUrl: targetUrl(target),
    groupKey: entry.group?.(facts) ?? null,
    stale: entry.stale ?? (target.kind === 'lecturePost' ? 'lectureRoom' : undefined),
  };
}
