import { LIMITS } from '@naru/contract/limits';
import type { QueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/api/api-error.ts';
import { reloadQueries } from '../../lib/api/query-client.ts';
import { ANONYMOUS_DRAFTS, mayKeepAnonymous } from '../../lib/draft.ts';
import { createOutbox, type Unsent } from '../../lib/outbox/outbox.ts';
import { createSender } from '../../lib/outbox/sender.ts';
import { waitingComments } from '../../lib/outbox/waiting.ts';
import { createStore } from '../../lib/store.ts';
import { writingName, writingNames } from '../../lib/stored-writing.ts';
import { toast } from '../../ui/toast.ts';
import { commentKeys } from '../keys.ts';
import { threadCache } from './comments.queries.ts';
import { boardThreadApi, lectureThreadApi } from './thread-api.ts';

type PostKey = { memberId: number; postId: number; isAnonymous: boolean };

type Body = {
  content: string;
  parentId: number | null;
  /** The reply being answered, in the thread of `parentId`. */
  replyTo: { id: number; writerNickname: string } | null;
  /** Below a lecture post. */
  isLecture: boolean;
  /** Of the page with the post; unknown for what an older release stored. */
  path?: string | undefined;
};

/** A comment that did not reach the server. */
export type UnsentComment = Unsent & PostKey & Body;

/** TOO_MANY_REQUESTS and the pause between two comments. */
const TOO_FAST = 429;
/** Name of the place in local storage; anonymous ones go with the log-out, as drafts do. */
const KINDS = { open: 'comment', anonymous: `${ANONYMOUS_DRAFTS}-comment` } as const;
const PLACE = /^naru\.unsent\.(\d+)\.(SECRET-)?comment\.(\d+)$/;

function isBody(value: object): value is Body {
  const { content, parentId, isLecture, path }: { [key in keyof Body]?: unknown } = value;
  return (
    (path === undefined || (typeof path === 'string' && path.startsWith('/main/'))) &&
    typeof content === 'string' &&
    (parentId === null || typeof parentId === 'number') &&
    typeof isLecture === 'boolean'
  );
}

/** Comments that wait for the network or were refused after it. */
export const commentOutbox = createOutbox<PostKey, Body>({
  nameOf: ({ memberId, postId, isAnonymous }) =>
    writingName('unsent', memberId, KINDS[isAnonymous ? 'anonymous' : 'open'], postId),
  placeOf: ({ memberId, postId, isAnonymous }) => ({ memberId, postId, isAnonymous }),
  isBody,
  bodyOf: ({ content, parentId, replyTo, isLecture, path }) => ({
    content,
    parentId,
    replyTo,
    isLecture,
    path,
  }),
  restored: { state: 'failed', reason: null, isOffline: true },
});

/** The last comment that the outbox sent; its post shows the new count. */
export const storedLater = createStore<{ postId: number; commentCount: number } | null>(null);

type CommentSender = ReturnType<typeof createCommentSender>;

function createCommentSender(client: QueryClient) {
  return createSender<PostKey, Body>({
    outbox: commentOutbox,
    passing: [TOO_FAST],
    pauseMs: LIMITS.commentThrottleMs,
    async post({ postId, content, parentId, replyTo, clientId, isLecture }) {
      const { add } = isLecture ? lectureThreadApi : boardThreadApi;
      const replyToId = replyTo?.id ?? null;
      const { comment, commentCount } = await add(postId, {
        content,
        parentId,
        replyToId,
        clientId,
      });
      const cache = threadCache(client, postId);
      cache.add(comment);
      cache.setCount(commentCount);
      storedLater.set({ postId, commentCount });
      void reloadQueries(client, commentKeys.thread(postId));
      toast.success('연결이 끊긴 동안 쓴 댓글을 등록했습니다.');
    },
    onRefused: (_, error) =>
      toast.error(`댓글을 등록하지 못했습니다. ${messageOf(error, '다시 시도해 주세요.')}`),
  });
}

/** One per query client, so that sending continues on other pages. */
const senders = new WeakMap<QueryClient, CommentSender>();

function senderOf(client: QueryClient): CommentSender {
  const sender = senders.get(client) ?? createCommentSender(client);
  senders.set(client, sender);
  return sender;
}

const followed = new WeakSet<QueryClient>();
/** The member whose comments are sent; one that logs in later takes over. */
let owner = 0;

function countWaiting(): void {
  const own = commentOutbox.items.get().filter((item) => item.memberId === owner);
  waitingComments.set({ memberId: owner, count: own.length });
}
commentOutbox.items.subscribe(countWaiting);

function follow(client: QueryClient, memberId: number): void {
  owner = memberId;
  countWaiting();
  const sender = senderOf(client);
  sender.keepTrying(memberId);
  if (followed.has(client)) return;
  followed.add(client);
  window.addEventListener('online', sender.resendOffline);
  window.addEventListener('storage', ({ key }) => {
    if (key !== null && PLACE.test(key)) restoreAll(owner);
  });
}

/** Takes over what other tabs and earlier visits have stored, and lets go of what they have sent. */
function restoreAll(memberId: number): void {
  for (const name of writingNames()) {
    const [, owner, anonymous, postId] = PLACE.exec(name) ?? [];
    if (Number(owner) !== memberId) continue;
    commentOutbox.restore({
      memberId,
      postId: Number(postId),
      isAnonymous: anonymous !== undefined,
    });
  }
  for (const item of commentOutbox.items.get()) {
    if (item.state === 'failed' && !commentOutbox.isStored(item)) commentOutbox.remove(item);
  }
}

/** Sends what this member could not send before, at once and whenever the network returns. */
export function resumeComments(client: QueryClient, memberId: number): void {
  restoreAll(memberId);
  follow(client, memberId);
}

type NewUnsent = PostKey & Body & { clientId: string };

/** Stores a comment that did not reach the server. Returns false when the device cannot store it. */
export function queueComment(client: QueryClient, item: NewUnsent): boolean {
  if (item.isAnonymous && !mayKeepAnonymous(item.memberId)) return false;
  const queued: UnsentComment = {
    ...item,
    date: new Date().toISOString(),
    state: 'failed',
    reason: null,
    isOffline: true,
  };
  // Restores waiting comments first, so that the new one is not sent again at once.
  follow(client, item.memberId);
  if (!commentOutbox.add(queued)) {
    commentOutbox.remove(queued);
    return false;
  }
  senderOf(client).retryLater();
  return true;
}

/** Sends a refused comment with another text; the server has none under its client id. */
export function sendCorrected(client: QueryClient, item: UnsentComment, content: string): void {
  commentOutbox.change(item.clientId, { content });
  senderOf(client).resend({ ...item, content });
}

export function resendComment(client: QueryClient, item: UnsentComment): void {
  senderOf(client).resend(item);
}
