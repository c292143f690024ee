import { WITHDRAWN_NAME } from '@naru/contract/boards';
import type { NotificationItem } from '@naru/contract/notifications';
import type { PushKind, PushMessage } from '@naru/contract/push';
import { cutGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { chatRoomUrl, targetUrl } from '../../domain/notifications/targets.ts';

/** Graphemes of a chat message; a notification is bounded by its text. */
const WORDS = 100;
const PLAIN_BODY = '눌러서 확인해 주세요.';

const TITLES: Record<PushKind, string> = {
  comment: '새 댓글',
  like: '새 좋아요',
  friend: '친구 알림',
  notice: '새 공지',
  other: '새 알림',
  chat: '새 메시지',
};

/** Unread notifications of one thread, newest first, or unread messages of one chat room. */
export type Unread =
  | { kind: Exclude<PushKind, 'chat'>; items: readonly [NotificationItem, ...NotificationItem[]] }
  | { kind: 'chat'; room: UnreadRoom };

export interface UnreadRoom {
  id: number;
  count: number;
  /** Null when the partner withdrew. */
  partner: string | null;
  /** Title of the lecture or of the recruiting post whose room it is; null for a room of two. */
  lecture: string | null;
  /** The newest message that was not recalled; empty for a picture. */
  words: string;
}

export type Words = Pick<PushMessage, 'title' | 'body' | 'url'>;

/**
 * What a device shows. Nobody knows who looks at it: without `isPreview` it says only what kind of
 * thing is new, and about anonymous content (`isSecret`) not even that.
 */
export function wordsOf(
  unread: Unread,
  { isPreview, isSecret }: { isPreview: boolean; isSecret: boolean },
): Words {
  return unread.kind === 'chat'
    ? ofRoom(unread.room, isPreview)
    : ofThread(unread, isPreview, isSecret);
}

function ofThread(
  { kind, items }: Exclude<Unread, { kind: 'chat' }>,
  isPreview: boolean,
  isSecret: boolean,
): Words {
  const [newest] = items;
  const total = items.reduce((sum, { count = 1 }) => sum + count, 0);
  const title = counted(isSecret ? TITLES.other : TITLES[kind], total);
  const body = isPreview && !isSecret ? bodyOf(newest) : PLAIN_BODY;
  return { title, body, url: newest.targetUrl };
}

function bodyOf({ content, excerpt }: NotificationItem): string {
  return excerpt === null ? content : `${content}\n${excerpt}`;
}

function ofRoom({ id, count, partner, lecture, words }: UnreadRoom, isPreview: boolean): Words {
  const url = chatRoomUrl(id);
  if (!isPreview) return { title: counted(TITLES.chat, count), body: PLAIN_BODY, url };
  const sender = partner === null ? WITHDRAWN_NAME : `${partner}님`;
  const body = cutGraphemes(words.replace(/\s+/gu, ' ').trim(), WORDS) || TEXTS.pictureMessage;
  return lecture === null
    ? { title: counted(sender, count), body, url }
    : { title: counted(lecture, count), body: `${sender}: ${body}`, url };
}

/** Instead of many threads at once. */
export function summaryOf(threads: number): Words {
  const body = `새 소식이 ${threads}곳에 있습니다. ${PLAIN_BODY}`;
  return { title: TITLES.other, body, url: targetUrl({ kind: 'home' }) };
}

const counted = (title: string, count: number) => (count > 1 ? `${title} ${count}개` : title);
