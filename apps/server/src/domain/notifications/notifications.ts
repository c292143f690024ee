import type {
  NotificationSubType,
  NotificationTopic,
  NotificationType,
} from '@naru/contract/notifications';
import { type NotificationTarget, type PostRef, targetOfPost, targetUrl } from './targets.ts';
import { type RoleChangeFacts, TEXTS } from './texts.ts';

interface PostFacts {
  post: PostRef;
}
interface CommentFacts extends PostFacts {
  commentId: number;
  /** Null on anonymous posts. */
  actor: string | null;
}
interface InquiryFacts {
  inquiryId: number;
  title: string;
}

/** Input for the text and target of each notification that is sent to given members. */
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
  ownRoleChanged: RoleChangeFacts;
  memberRoleChanged: RoleChangeFacts;
  suspended: { until: string };
  suspensionLifted: null;
  revealRequested: null;
  revealApproved: null;
  revealRejected: null;
}

/** Input of the notifications to all members, or to all members of a lecture. */
export interface BroadcastFacts {
  noticePosted: PostFacts;
  lectureNoticePosted: PostFacts & { lecture: string };
}

type Facts = DirectFacts & BroadcastFacts;

/**
 * Filter on the recipients. `members`: drops recipients who block the actor or turned the type off;
 * `staff`: drops those who turned the type off; `security`: drops none.
 */
type Audience = 'members' | 'staff' | 'security' | 'everybody' | 'lectureMembers';

interface Entry<F> {
  type: NotificationType;
  subType?: NotificationSubType;
  audience: Audience;
  text: (facts: F) => string;
  target: (facts: F) => NotificationTarget;
  /** A later notification with the same key updates the one that is still unread. */
  group?: (facts: F) => string;
  /** What open pages refetch, besides what the target implies. */
  stale?: NotificationTopic;
}

const page = <K extends NotificationTarget['kind']>(kind: K) => {
  const target = { kind } as const;
  return () => target;
};
const ofPost = ({ post }: PostFacts) => targetOfPost(post);
const ofComment = ({ post, commentId }: PostFacts & { commentId: number }) =>
  targetOfPost(post, commentId);
const ofInquiry = ({ inquiryId }: InquiryFacts) => ({ kind: 'inquiry', inquiryId }) as const;
const comment = { type: 'comment', audience: 'members', target: ofComment } as const;
const newPost = { target: ofPost, group: ({ post }: PostFacts) => `post ${post.id}` };
const friend = { type: 'friend', audience: 'members', target: page('friends') } as const;
const security = { type: 'other', audience: 'security', target: page('account') } as const;
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
const reveal = {
  type: 'other',
  subType: 'reveal',
  audience: 'staff',
  target: page('reveals'),
} as const;

/** Described in docs/notifications.md. */
const NOTIFICATIONS: { [K in keyof Facts]: Entry<Facts[K]> } = {
  comment: { ...comment, text: ({ post, actor }) => TEXTS.comment(post.title, actor) },
  reply: {
    ...comment,
    subType: 'reply',
    text: ({ post, actor }) => TEXTS.reply(post.title, actor),
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
    ...newPost,
    type: 'notice',
    audience: 'everybody',
    text: ({ post }) => TEXTS.noticePosted(post.boardType, post.title),
  },
  lectureNoticePosted: {
    ...newPost,
    type: 'notice',
    audience: 'lectureMembers',
    text: ({ post, lecture }) => TEXTS.lectureNoticePosted(lecture, post.title),
  },
  questionAsked: {
    ...newPost,
    type: 'other',
    subType: 'question',
    audience: 'members',
    text: ({ post, lecture }) => TEXTS.questionAsked(lecture, post.title),
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
    ...friend,
    subType: 'request',
    text: ({ nickname }) => TEXTS.friendRequested(nickname),
    group: ({ memberId }) => `friend-request:${memberId}`,
  },
  friendAccepted: {
    ...friend,
    subType: 'accept',
    text: ({ nickname }) => TEXTS.friendAccepted(nickname),
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
    target: page('profile'),
  },
  memberRoleChanged: {
    ...roleChange,
    text: TEXTS.memberRoleChanged,
    target: page('auditLog'),
  },
  suspended: {
    type: 'other',
    subType: 'suspended',
    audience: 'staff',
    text: ({ until }) => TEXTS.suspended(until),
    target: page('support'),
  },
  suspensionLifted: {
    type: 'other',
    subType: 'suspension-lifted',
    audience: 'staff',
    text: () => TEXTS.suspensionLifted,
    target: page('home'),
  },
  revealRequested: { ...reveal, text: () => TEXTS.revealRequested },
  revealApproved: { ...reveal, text: () => TEXTS.revealApproved },
  revealRejected: { ...reveal, text: () => TEXTS.revealRejected },
};

export interface NotificationOf<K extends keyof Facts> {
  kind: K;
  facts: Facts[K];
}

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
