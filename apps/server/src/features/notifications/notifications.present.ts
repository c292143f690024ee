import type { LiveEvent } from '@naru/contract/events';
import type { NotificationItem } from '@naru/contract/notifications';
import { cutGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import type { Executor } from '../../db/client.ts';
import { type PostCause, renderAgain } from '../../domain/notifications/notifications.ts';
import { postTargetOf, targetUrl } from '../../domain/notifications/targets.ts';
import { listBlinded, listStanding } from '../../domain/posts/blinds.repo.ts';
import { toKst } from '../../platform/clock.ts';
import type { Seal } from '../../platform/seal.ts';
import type { NewestRow, NotificationRow } from './notifications.repo.ts';
import {
  type NotificationText,
  openNotificationText,
  type SealedText,
} from './notifications.sealed.ts';

/** Graphemes of the words of a comment or post. */
const EXCERPT = 50;

const UNREADABLE: NotificationText = {
  content: '알림을 표시할 수 없습니다.',
  targetUrl: targetUrl({ kind: 'home' }),
};

/** Whether the sealed notification is about the post. */
export function isSealedAbout(
  seal: Seal,
  { targetSeal }: Pick<NotificationRow, 'targetSeal'>,
  postId: number,
): boolean {
  return openNotificationText(seal, targetSeal)?.postId === postId;
}

/** Whether nothing is left of what a sealed notification is about, which its row does not say. */
export const isSealedGone = (seal: Seal, { targetSeal }: Pick<NotificationRow, 'targetSeal'>) =>
  openNotificationText(seal, targetSeal)?.goneAt !== undefined;

export function presentNotification(row: NotificationRow, seal: Seal): NotificationItem {
  const { content, targetUrl, subType, isCounted = false, count } = textOf(row, seal);
  return {
    id: row.id,
    type: row.type,
    subType: subType ?? row.subType,
    content,
    excerpt: row.postNow?.isOpen === false ? null : excerptOf(row.words),
    date: toKst(row.createdAt),
    read: row.readAt !== null,
    targetUrl,
    ...(isCounted && count > 1 && { count }),
  };
}

function textOf(
  row: NotificationRow,
  seal: Seal,
): NotificationText &
  Pick<Partial<SealedText>, 'subType'> & { isCounted?: boolean; count: number } {
  if (row.targetSeal === null) {
    const stored = { content: row.content, targetUrl: row.targetUrl ?? UNREADABLE.targetUrl };
    return { ...(currentText(row) ?? stored), count: row.count };
  }
  const sealed = openNotificationText(seal, row.targetSeal);
  if (sealed === null) return { ...UNREADABLE, count: 1 };
  const { cause, lost = [] } = sealed;
  const count = row.count - lost.length;
  return { ...((cause && renderAgain(cause, cause.facts.post, count)) ?? sealed), count };
}

/** The text with the current title of the post; null if the stored text is used. */
function currentText({ cause, postNow, count }: NotificationRow) {
  if (cause === null) return null;
  const stored = cause as PostCause;
  // The post was purged some time after its deletion.
  if (postNow === null) return renderAgain(stored, { ...stored.facts.post, title: null }, count);
  const { isOpen, ...post } = postNow;
  if (!isOpen) return null;
  return renderAgain(stored, { ...stored.facts.post, ...post }, count);
}

function excerptOf(words: string | null): string | null {
  const text = words?.replace(/\s+/gu, ' ').trim() ?? '';
  return text === '' ? null : cutGraphemes(text, EXCERPT);
}

/** Replaces the texts of notifications about a post or comment that is blinded now: they quote it. */
export async function withoutBlindedTexts(
  db: Executor,
  items: readonly NotificationItem[],
): Promise<NotificationItem[]> {
  return items.map(await createHiding(db, items));
}

/**
 * `withoutBlindedTexts` for rows that were read with the blinded state of their post; only rows without a
 * post id, which are sealed, need a further query.
 */
export async function presentNewest(
  db: Executor,
  rows: readonly NewestRow[],
  seal: Seal,
): Promise<NotificationItem[]> {
  const standing = rows.filter((row) => !isSealedGone(seal, row));
  const shown = standing.map((row) => ({
    isNamed: row.postId !== null,
    item: presentBlinded(row, presentNotification(row, seal)),
  }));
  const unnamed = shown.filter(({ isNamed }) => !isNamed).map(({ item }) => item);
  const hide = await createHiding(db, unnamed);
  return shown.map(({ item }) => hide(item));
}

/**
 * Notifications of posts and comments that can still be read. One that counts several comments stays when the
 * latest is gone, without its words.
 */
export async function withoutGone(
  db: Executor,
  rows: readonly NotificationRow[],
  seal: Seal,
): Promise<NotificationItem[]> {
  const items = rows
    .filter(({ postNow }) => postNow === null || postNow.isOpen)
    .map((row) => presentNotification(row, seal));
  const standing = await listStanding(db, targetsOf(items));
  return items.filter(({ type, targetUrl, count = 1 }) => {
    const target = postTargetOf(targetUrl);
    if (target === null) return true;
    if (!standing.posts.has(target.postId)) return false;
    const isOfSeveral = type !== 'like' && count > 1;
    const { commentId } = target;
    return commentId === undefined || isOfSeveral || standing.comments.has(commentId);
  });
}

function targetsOf(items: readonly NotificationItem[]) {
  const targets = items.flatMap(({ targetUrl }) => postTargetOf(targetUrl) ?? []);
  return {
    posts: [...new Set(targets.map(({ postId }) => postId))],
    comments: [...new Set(targets.flatMap(({ commentId }) => commentId ?? []))],
  };
}

function presentBlinded(row: NewestRow, item: NotificationItem): NotificationItem {
  if (row.isPostBlinded) return withoutText(item, TEXTS.blindedPost);
  return row.isCommentBlinded ? withoutText(item, TEXTS.blindedComment) : item;
}

function withoutText(item: NotificationItem, content: string): NotificationItem {
  return { ...item, excerpt: null, content };
}

/** Returns a function that hides the text of a notification about a blinded post or comment. */
async function createHiding(db: Executor, items: readonly NotificationItem[]) {
  const { posts, comments } = await listBlinded(db, targetsOf(items));
  return (item: NotificationItem): NotificationItem => {
    const { postId = 0, commentId = 0 } = postTargetOf(item.targetUrl) ?? {};
    if (posts.has(postId)) return withoutText(item, TEXTS.blindedPost);
    return comments.has(commentId) ? withoutText(item, TEXTS.blindedComment) : item;
  };
}

/** Younger notifications were written from the present titles. */
const FRESH_MS = 60_000;

/** The events with their notifications as `withoutBlindedTexts` returns them. */
export async function renewEvents(
  db: Executor,
  events: readonly LiveEvent[],
  now: Date,
): Promise<LiveEvent[]> {
  const notices = events.flatMap((event) => (event.type === 'notice' ? [event.notice] : []));
  const isOld = ({ date }: NotificationItem) => now.getTime() - Date.parse(date) > FRESH_MS;
  const hide = await createHiding(db, notices.filter(isOld));
  return events.map((event) =>
    event.type === 'notice' ? { ...event, notice: hide(event.notice) } : event,
  );
}
