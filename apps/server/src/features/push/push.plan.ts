import type { NotificationItem } from '@naru/contract/notifications';
import type { PushKind } from '@naru/contract/push';
import { postTargetOf } from '../../domain/notifications/targets.ts';
import { addSeconds } from '../../platform/clock.ts';
import { type QuietMinutes, quietUntil } from './push.quiet.ts';
import { summaryOf, type Unread, type UnreadRoom, type Words, wordsOf } from './push.words.ts';

/** A thread that a device has shown is shown again no sooner; people talk faster in a chat room. */
const PAUSE_SECONDS = 10 * 60;
const CHAT_PAUSE_SECONDS = 60;
/** For how long a thread that goes on only changes its number, without a sound. */
export const SHOWN_SECONDS = 60 * 60;
/** More threads at once become one message. */
const THREADS_AT_ONCE = 3;
/** About the safety of the account: these wait for nothing. */
const URGENT: ReadonlySet<string> = new Set([
  'new-device',
  'session-ended',
  'password',
  'email',
  'identity',
]);
const SUMMARY = 'summary';

/** What `push_due` names: a notification, or a chat room. */
export interface DueRow {
  id: number;
  notificationId: number | null;
  /** The notification is about anonymous content. */
  isSecret: boolean;
  roomId: number | null;
}

export interface Situation {
  now: Date;
  kinds: ReadonlySet<PushKind>;
  isPreview: boolean;
  quiet: QuietMinutes | null;
  due: readonly DueRow[];
  /** The newest unread notifications, newest first. */
  notices: readonly NotificationItem[];
  rooms: readonly UnreadRoom[];
  /** When the thread was last shown; null when that is more than `SHOWN_SECONDS` ago. */
  shownAt: (thread: string) => Date | null;
}

/** A message without words, which are those of the moment in which it leaves. */
export interface Planned {
  /** Name of the thread; the tag must not show it. */
  thread: string;
  /** What it is about, of one thread or of many. */
  about: readonly DueRow[];
  renotify: boolean;
  isUrgent: boolean;
}

interface Plan {
  messages: Planned[];
  /** Threads to remember as shown now. */
  shown: string[];
  /** Rows of which nothing is left to do. */
  done: number[];
  /** Rows that wait. */
  later: { ids: number[]; notBefore: Date }[];
}

interface Thread {
  name: string;
  unread: Unread;
  due: DueRow[];
  isSecret: boolean;
  isUrgent: boolean;
}

/** Which of the rows devices show now, and how. */
export function planPush(situation: Situation): Plan {
  const { now, kinds, due } = situation;
  const threads = threadsOf(situation).filter(({ unread }) => kinds.has(unread.kind));
  const until = quietUntil(situation.quiet, now);
  const waiting = threads.map((thread) => ({
    thread,
    notBefore: waitOf(thread, situation, until),
  }));
  const ready = waiting.flatMap(({ thread, notBefore }) => (notBefore === null ? [thread] : []));
  const later = waiting.flatMap(({ thread, notBefore }) =>
    notBefore === null ? [] : [{ ids: thread.due.map(({ id }) => id), notBefore }],
  );
  const isLater = new Set(later.flatMap(({ ids }) => ids));
  return {
    messages: messagesOf(ready, situation),
    shown: ready.map(({ name }) => name),
    done: due.map(({ id }) => id).filter((id) => !isLater.has(id)),
    later,
  };
}

/** Without the rows whose notification or room was read. */
function threadsOf({ due, notices, rooms }: Situation): Thread[] {
  const rows = new Map(due.map((row) => [row.notificationId, row]));
  const threads = new Map<string, Thread>();
  for (const item of notices) {
    const name = nameOf(item);
    const thread = threads.get(name);
    const row = rows.get(item.id);
    if (thread === undefined) threads.set(name, newThread(name, item));
    else if (thread.unread.kind !== 'chat') {
      thread.unread = { ...thread.unread, items: [...thread.unread.items, item] };
    }
    if (row !== undefined) addRow(threads.get(name), row, item);
  }
  const ofRooms = rooms.flatMap((room): Thread[] => {
    const own = due.filter(({ roomId }) => roomId === room.id);
    const unread = { kind: 'chat' as const, room };
    return [{ name: `room ${room.id}`, unread, due: own, isSecret: false, isUrgent: false }];
  });
  return [...threads.values(), ...ofRooms].filter((thread) => thread.due.length > 0);
}

function newThread(name: string, item: NotificationItem): Thread {
  const unread = { kind: item.type, items: [item] } as const;
  return { name, unread, due: [], isSecret: false, isUrgent: false };
}

function addRow(thread: Thread | undefined, row: DueRow, { subType }: NotificationItem): void {
  if (thread === undefined) return;
  thread.due.push(row);
  thread.isSecret ||= row.isSecret;
  thread.isUrgent ||= subType !== null && URGENT.has(subType);
}

/** Comments on a post are one thread, its likes another one. */
function nameOf({ type, subType, targetUrl }: NotificationItem): string {
  const post = postTargetOf(targetUrl);
  return post === null ? `${type} ${subType}` : `${type} post ${post.postId}`;
}

/** Until when the thread waits; null when it is shown now. */
function waitOf(thread: Thread, { now, shownAt }: Situation, quietEnd: Date | null): Date | null {
  if (thread.isUrgent) return null;
  const last = shownAt(thread.name);
  const pause = thread.unread.kind === 'chat' ? CHAT_PAUSE_SECONDS : PAUSE_SECONDS;
  const pauseEnd = last === null ? now : addSeconds(last, pause);
  const end = quietEnd !== null && quietEnd > pauseEnd ? quietEnd : pauseEnd;
  return end > now ? end : null;
}

function messagesOf(ready: readonly Thread[], { shownAt }: Situation): Planned[] {
  const urgent = ready.filter(({ isUrgent }) => isUrgent);
  const others = ready.filter(({ isUrgent }) => !isUrgent);
  const plan = ({ name, unread, due, isUrgent }: Thread): Planned => ({
    thread: name,
    about: due,
    renotify: isUrgent || unread.kind === 'chat' || shownAt(name) === null,
    isUrgent,
  });
  if (others.length <= THREADS_AT_ONCE) return [...urgent, ...others].map(plan);
  const about = others.flatMap(({ due }) => due);
  return [...urgent.map(plan), { thread: SUMMARY, about, renotify: true, isUrgent: false }];
}

/**
 * What a device shows of `due` at this moment; null when all of it was read or has gone. Several threads are one
 * message.
 */
export function wordsNow(situation: Situation): Words | null {
  const { kinds, isPreview } = situation;
  const threads = threadsOf(situation).filter(({ unread }) => kinds.has(unread.kind));
  const [first, ...more] = threads;
  if (first === undefined) return null;
  if (more.length > 0) return summaryOf(threads.length);
  return wordsOf(first.unread, { isPreview, isSecret: first.isSecret });
}
