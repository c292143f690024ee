import type {
  NotificationSubType,
  NotificationTopic,
  NotificationType,
} from '@naru/contract/notifications';
import {
  boardTargetOf,
  type NotificationPage,
  type NotificationTarget,
  targetOfPost,
} from './targets.ts';
import type { Facts, InquiryFacts, PostFacts, SourceFacts } from './texts.ts';

/** Sent to all members, or to all members of a lecture; the others go to given members. */
type BroadcastKind = 'noticePosted' | 'lectureNoticePosted' | 'mustReadReminded';
export type BroadcastFacts = Pick<Facts, BroadcastKind>;
/** Sent in the background, to members who asked for them. */
type AlertKind = 'followedPostCommented' | 'followedBoardPosted' | 'wordFound';
export type AlertFacts = Pick<Facts, AlertKind>;
export type DirectFacts = Omit<Facts, BroadcastKind | AlertKind>;

/**
 * Filter on the recipients. `members`: without those who block the actor or turned the type off; `staff`:
 * without those who turned the type off; `security`: all, because a member must know it; `everybody`: all
 * members of a notice's audience; `lectureMembers`: members who marked the lecture; `waiting`: members who
 * have not confirmed a must-read notice.
 */
type Audience = 'members' | 'staff' | 'security' | 'everybody' | 'lectureMembers' | 'waiting';

export interface Entry<F> {
  type: NotificationType;
  subType?: NotificationSubType;
  audience: Audience;
  /** `count` notifications share the row. */
  target: (facts: F, count: number) => NotificationTarget;
  /** A later notification with the same key updates the one that is still unread. */
  group?: (facts: F) => string;
  /** The row says how many notifications share it. */
  isCounted?: true;
  /** The comment or post that a shared row counts; likes count members. */
  cause?: (facts: F) => number;
  /** What open pages refetch, besides what the target implies. */
  stale?: NotificationTopic;
}

const page = (kind: NotificationPage) => () => ({ kind });
const ofPost = ({ post }: PostFacts) => targetOfPost(post);
const ofComment = ({ post, commentId }: PostFacts & { commentId: number }) =>
  targetOfPost(post, commentId);
const ofInquiry = ({ inquiryId }: InquiryFacts) => ({ kind: 'inquiry', inquiryId }) as const;
const comment = {
  type: 'comment',
  audience: 'members',
  target: ofComment,
  isCounted: true,
  cause: ({ commentId }: { commentId: number }) => commentId,
} as const;
const like = { type: 'like', audience: 'members' } as const;
const newPost = { target: ofPost, group: ({ post }: PostFacts) => `post ${post.id}` };
const answer = { type: 'other', audience: 'members' } as const;
const friend = { type: 'friend', audience: 'members', target: page('friends') } as const;
const security = { type: 'other', audience: 'security', target: page('account') } as const;
const team = { type: 'other', subType: 'team', audience: 'members' } as const;
const petition = {
  type: 'other',
  subType: 'petition',
  audience: 'members',
  target: ofPost,
} as const;
const staff = { type: 'other', audience: 'staff' } as const;
const inquiry = { ...staff, target: ofInquiry, stale: 'inquiries' } as const;
const roleChange = { ...staff, subType: 'role-changed', stale: 'access' } as const;
/** The group of the requests that wait for a decision. */
export const WAITING_REVEALS = 'reveals';
const reveal = { ...staff, subType: 'reveal', target: page('reveals') } as const;

/** The notification that a source works again replaces the unread one of its failure. */
const ofSource = {
  ...staff,
  subType: 'source',
  target: page('sources'),
  group: ({ sourceId }: SourceFacts) => `source ${sourceId}`,
} as const;

/** Work that arrives while the last notification of its kind is unread joins it. */
const work = (name: 'reports' | 'inquiries' | 'roleRequests' | 'signUps' | 'bookingDesk') => ({
  ...staff,
  subType: 'work' as const,
  target: page(name),
  group: () => `work ${name}`,
});
/** Reaches the author even if the type is muted or the actor blocked. */
const ownHidden = { type: 'other', audience: 'security', stale: 'handled' } as const;
const blinded = { ...ownHidden, subType: 'blinded' } as const;
const unblinded = { ...ownHidden, subType: 'blind-lifted' } as const;

/** A booking is an appointment: no mute withholds it. */
const booking = {
  ...security,
  subType: 'booking',
  target: page('bookings'),
  stale: 'bookings',
} as const;

/** Described in docs/notifications.md. */
export const NOTIFICATIONS: { [K in keyof Facts]: Entry<Facts[K]> } = {
  comment: { ...comment, group: ({ post }) => `comment ${post.id}` },
  reply: { ...comment, subType: 'reply', group: ({ post }) => `reply ${post.id}` },
  mentioned: { ...comment, subType: 'mention', group: ({ post }) => `mention ${post.id}` },
  postLiked: { ...like, target: ofPost, group: ({ post }) => `like post ${post.id}` },
  commentLiked: {
    ...like,
    subType: 'comment',
    target: ofComment,
    group: ({ commentId }) => `like comment ${commentId}`,
  },
  answerAccepted: {
    ...answer,
    subType: 'accept',
    target: ofComment,
    group: ({ commentId }) => `accept ${commentId}`,
  },
  noticePosted: { ...newPost, type: 'notice', audience: 'everybody' },
  lectureNoticePosted: { ...newPost, type: 'notice', audience: 'lectureMembers' },
  mustReadReminded: {
    type: 'notice',
    subType: 'must-read',
    audience: 'waiting',
    target: ofPost,
    group: ({ post }) => `must-read ${post.id}`,
  },
  petitionProgressed: { ...petition, group: ({ post }) => `petition ${post.id}` },
  answerOwed: { ...petition, group: ({ post }) => `owed ${post.id}` },
  signedAnswered: { ...petition, group: ({ post }) => `petition ${post.id}` },
  followedPostCommented: {
    ...comment,
    subType: 'followed-post',
    group: ({ post }) => `followed-post ${post.id}`,
  },
  followedBoardPosted: {
    type: 'other',
    subType: 'followed-board',
    audience: 'members',
    target: ({ post }, count) => (count > 1 ? boardTargetOf(post) : targetOfPost(post)),
    group: ({ post }) => `followed-board ${post.boardType}`,
    isCounted: true,
    cause: ({ post }) => post.id,
  },
  wordFound: {
    type: 'other',
    subType: 'keyword',
    audience: 'members',
    target: ofPost,
    group: ({ post }) => `keyword ${post.id}`,
  },
  questionAsked: { ...newPost, type: 'other', subType: 'question', audience: 'members' },
  questionAnswered: {
    ...answer,
    subType: 'answer',
    target: ofPost,
    group: ({ post }) => `answer ${post.id}`,
  },
  teamApplied: {
    ...team,
    target: ofPost,
    group: ({ post }) => `applications ${post.id}`,
    stale: 'team',
  },
  teamLeft: { ...team, target: ofPost, group: ({ post }) => `team left ${post.id}`, stale: 'team' },
  teamDecided: {
    ...team,
    // What ended may be gone: the own list says so.
    target: ({ post, outcome }) =>
      outcome === 'ENDED' ? { kind: 'applications' } : targetOfPost(post),
    group: ({ post }) => `application ${post.id}`,
    stale: 'team',
  },
  friendRequested: {
    ...friend,
    subType: 'request',
    group: ({ memberId }) => `friend-request:${memberId}`,
  },
  friendAccepted: {
    ...friend,
    subType: 'accept',
    group: ({ memberId }) => `friend-accept:${memberId}`,
  },
  newDevice: { ...security, subType: 'new-device' },
  sessionEnded: { ...security, subType: 'session-ended' },
  passwordChanged: { ...security, subType: 'password' },
  emailChanged: { ...security, subType: 'email' },
  identityLinked: { ...security, subType: 'identity' },
  identityUnlinked: { ...security, subType: 'identity' },
  feedMade: { ...security, subType: 'feed', target: page('feeds') },
  studentAddressClaimed: { ...security, subType: 'student-claimed', target: page('support') },
  inquiryCompleted: { ...inquiry, subType: 'inquiry-completed' },
  inquiryFollowedUp: { ...inquiry, subType: 'inquiry-follow-up' },
  ownRoleChanged: { ...roleChange, target: page('profile') },
  memberRoleChanged: { ...roleChange, target: page('auditLog') },
  rolesChanged: { ...roleChange, target: page('auditLog') },
  suspended: {
    ...staff,
    subType: 'suspended',
    target: page('support'),
    group: () => 'suspended',
  },
  suspensionLifted: {
    ...staff,
    subType: 'suspension-lifted',
    target: page('home'),
    group: () => 'suspension-lifted',
  },
  revealRequested: { ...reveal, group: () => WAITING_REVEALS },
  revealApproved: reveal,
  revealRejected: reveal,
  scheduleFailed: { ...staff, subType: 'schedule-failed', target: page('scheduledNotices') },
  sourceFailed: ofSource,
  sourceWorks: ofSource,
  menuMoved: ofSource,
  integrityBroken: {
    ...staff,
    subType: 'integrity',
    target: page('integrity'),
    group: () => 'integrity',
  },
  authorRevealed: { ...security, subType: 'author-revealed', target: page('support') },
  contentHandled: {
    ...security,
    subType: 'content-handled',
    target: ({ post, type, id, action }) =>
      action === 'RESTORED'
        ? targetOfPost(post, type === 'COMMENT' ? id : undefined)
        : { kind: 'handled', type, id },
    stale: 'handled',
  },
  reportArrived: work('reports'),
  contentReportArrived: work('reports'),
  inquiryArrived: work('inquiries'),
  roleRequestArrived: work('roleRequests'),
  signUpArrived: work('signUps'),
  bookingArrived: work('bookingDesk'),
  bookingDecided: booking,
  bookingOffered: booking,
  bookingDrawn: booking,
  bookingReminded: booking,
  bookingCancelled: booking,
  bookingMissed: booking,
  postBlinded: {
    ...blinded,
    target: ({ post }) => ({ kind: 'handled', type: 'POST', id: post.id }),
  },
  commentBlinded: {
    ...blinded,
    target: ({ commentId }) => ({ kind: 'handled', type: 'COMMENT', id: commentId }),
  },
  postUnblinded: { ...unblinded, target: ofPost },
  commentUnblinded: { ...unblinded, target: ofComment },
};

/** Notifications that no mute withholds. */
export const UNMUTED_SUB_TYPES = [
  ...new Set(
    Object.values(NOTIFICATIONS).flatMap(({ audience, subType }: Entry<never>) =>
      audience === 'security' && subType !== undefined ? [subType] : [],
    ),
  ),
];
