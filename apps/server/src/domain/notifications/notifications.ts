import { type Entry, NOTIFICATIONS } from './notification-kinds.ts';
import { type PostRef, postRef, targetUrl } from './targets.ts';
import { type Facts, type PostFacts, TEXTS } from './texts.ts';

export interface NotificationOf<K extends keyof Facts> {
  kind: K;
  facts: Facts[K];
}

export type RenderedNotification = ReturnType<typeof renderNotification>;

/** `count` is the number of notifications that share its row; the facts are those of the latest. */
export function renderNotification<K extends keyof Facts>(
  { kind, facts }: NotificationOf<K>,
  count = 1,
) {
  const entry: Entry<Facts[K]> = NOTIFICATIONS[kind];
  const { type, subType = null, audience } = entry;
  const target = entry.target(facts, count);
  return {
    type,
    subType,
    audience,
    content: TEXTS[kind](facts, count),
    targetUrl: targetUrl(target),
    postId: 'postId' in target ? target.postId : null,
    commentId: ('commentId' in target && target.commentId) || null,
    groupKey: entry.group?.(facts) ?? null,
    causes: entry.cause ? [entry.cause(facts)] : null,
    isCounted: entry.isCounted ?? false,
    stale: entry.stale ?? (target.kind === 'lecturePost' ? 'lectureRoom' : undefined),
  };
}

/** What is stored of a notification about a post, so that its text can follow the post's title. */
export type PostCause = NotificationOf<keyof Facts> & { facts: PostFacts };

export function storedCause(cause: NotificationOf<keyof Facts>): PostCause | null {
  if (!isAboutPost(cause)) return null;
  const facts = { ...cause.facts, post: postRef(cause.facts.post) };
  return { kind: cause.kind, facts };
}

/** This kind keeps the title of its time, because the content may be gone. */
const KEEPS_TITLE: keyof Facts = 'contentHandled';

/** Renders a stored notification for the post as it is now; null for a kind that no longer exists. */
export function renderAgain({ kind, facts }: PostCause, post: PostRef, count: number) {
  if (kind === KEEPS_TITLE || !(kind in NOTIFICATIONS)) return null;
  return renderNotification({ kind, facts: { ...facts, post } as Facts[typeof kind] }, count);
}

function isAboutPost(cause: NotificationOf<keyof Facts>): cause is PostCause {
  return cause.facts !== null && 'post' in cause.facts;
}
