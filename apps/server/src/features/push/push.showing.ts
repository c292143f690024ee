import type { Executor, Tx } from '../../db/client.ts';
import { addJob, LAST } from '../../domain/jobs/queue.repo.ts';
import { addSeconds } from '../../platform/clock.ts';
import type { VapidKeys } from '../../platform/push/push-sender.ts';
import { countEach } from '../../platform/turns.ts';
import type { ChatService } from '../chat/chat.service.ts';
import type { Tools } from '../tools.ts';
import {
  delayDue,
  deleteDue,
  deleteExpiredMessages,
  deleteOldThreads,
  deleteUnwantedDue,
  insertMessages,
  listDueMembers,
  listDueVersions,
  listShown,
  listUnreadRooms,
  lockDue,
  lockPlanning,
  saveShown,
} from './push.due.repo.ts';
import {
  type DueRow,
  type Planned,
  planPush,
  SHOWN_SECONDS,
  type Situation,
  wordsNow,
} from './push.plan.ts';
import { quietUntil } from './push.quiet.ts';
import { deleteDeadDevices, findChoices, listDevices } from './push.repo.ts';
import type { Words } from './push.words.ts';

/** The push service discards a notification for a device that is offline longer; the bell still shows it. */
const TTL_SECONDS = 24 * 60 * 60;
/** Members that each run handles; it runs every minute. */
const MEMBERS_AT_ONCE = 1000;
/** Base64 for URLs; 24 of at most 32 characters. */
const TAG_BYTES = 18;

export interface ShowingDeps extends Pick<Tools, 'db' | 'clock' | 'seal' | 'notifications'> {
  chat: Pick<ChatService, 'countNew'>;
  keys: () => Promise<VapidKeys>;
}

/** What is stored of a message until a service took it: what it is about, and no words. */
export interface StoredPush extends Pick<Planned, 'about' | 'renotify' | 'isUrgent'> {
  tag: string;
}

/** `quietEnd`: what is not urgent waits until then. */
interface Shown {
  words: Words | null;
  unread: number;
  quietEnd: Date | null;
}

interface Found extends Pick<Situation, 'notices'> {
  due: readonly DueRow[];
  publicKey: string;
}

export type Showing = ReturnType<typeof createShowing>;

/** Turns what is due into messages to the devices of a member. */
export function createShowing({ db, clock, seal, notifications, chat, keys }: ShowingDeps) {
  return {
    show,
    wordsFor,

    /** Shows what has waited, and clears up; returns how many of each. */
    async sweep(): Promise<Record<string, number>> {
      const now = clock.now();
      const { publicKey } = await keys();
      return {
        devices: await deleteDeadDevices(db, publicKey, now),
        unwanted: await deleteUnwantedDue(db),
        threads: await deleteOldThreads(db, addSeconds(now, -SHOWN_SECONDS)),
        expired: await deleteExpiredMessages(db, now),
        shown: await countEach(await listDueMembers(db, now, MEMBERS_AT_ONCE), show),
      };
    },
  };

  /** What a message about these shows if it leaves now; no words when all of it was read or has gone. */
  async function wordsFor(memberId: number, about: readonly DueRow[]): Promise<Shown> {
    const [{ notices, unreadCount }, newMessages] = await Promise.all([
      notifications.listLeaving(memberId),
      chat.countNew(memberId),
    ]);
    const situation = await situationOf(db, memberId, { due: about, notices });
    return {
      words: wordsNow(situation),
      unread: unreadCount + newMessages,
      quietEnd: quietUntil(situation.quiet, situation.now),
    };
  }

  /** Plans messages for what is due of the member; false when that is nothing. */
  async function show(memberId: number): Promise<boolean> {
    // First: what is new after it is not among the notices, and stays for the next time.
    const versions = await listDueVersions(db, memberId, clock.now());
    if (versions.size === 0) return false;
    const [leaving, { publicKey }] = await Promise.all([
      notifications.listLeaving(memberId),
      keys(),
    ]);
    const { isShown, isLeft } = await db.transaction(async (tx) => {
      await lockPlanning(tx, memberId);
      const locked = await lockDue(tx, [...versions.keys()], clock.now());
      // The notices do not have what joined a notification since; rooms are read below.
      const due = locked.filter(
        ({ id, roomId, version }) => roomId !== null || versions.get(id) === version,
      );
      const { notices } = leaving;
      const messages = await plan(tx, memberId, { due, notices, publicKey });
      return { isShown: messages > 0, isLeft: due.length < locked.length };
    });
    return isLeft ? (await show(memberId)) || isShown : isShown;
  }

  /** Returns the number of messages to each device. */
  async function plan(
    tx: Tx,
    memberId: number,
    { due, notices, publicKey }: Found,
  ): Promise<number> {
    if (due.length === 0) return 0;
    const devices = await listDevices(tx, memberId, publicKey, clock.now());
    if (devices.length === 0) {
      await deleteDue(
        tx,
        due.map(({ id }) => id),
      );
      return 0;
    }
    const situation = await situationOf(tx, memberId, { due, notices });
    const messages = await carryOut(tx, memberId, situation);
    for (const { id } of devices) await send(tx, memberId, { deviceId: id, messages });
    return messages.length;
  }

  async function situationOf(
    tx: Executor,
    memberId: number,
    given: Pick<Situation, 'notices'> & { due: readonly DueRow[] },
  ): Promise<Situation> {
    const now = clock.now();
    const { kinds, preview, quiet } = await findChoices(tx, memberId);
    const roomIds = given.due.flatMap(({ roomId }) => roomId ?? []);
    const hashes = await listShown(tx, memberId, addSeconds(now, -SHOWN_SECONDS));
    return {
      ...given,
      now,
      kinds: new Set(kinds),
      isPreview: preview,
      quiet,
      rooms: await listUnreadRooms(tx, memberId, roomIds),
      shownAt: (thread) => hashes.get(hashOf(memberId, thread).toString('hex')) ?? null,
    };
  }

  async function carryOut(tx: Tx, memberId: number, situation: Situation): Promise<Planned[]> {
    const { messages, shown, done, later } = planPush(situation);
    await deleteDue(tx, done);
    for (const { ids, notBefore } of later) await delayDue(tx, ids, notBefore);
    const threads = shown.map((thread) => hashOf(memberId, thread));
    await saveShown(tx, memberId, threads, situation.now);
    return messages;
  }

  async function send(
    tx: Tx,
    memberId: number,
    { deviceId, messages }: { deviceId: number; messages: Planned[] },
  ): Promise<void> {
    const expiresAt = addSeconds(clock.now(), TTL_SECONDS);
    const rows = messages.map(({ thread, ...message }) => {
      const tag = hashOf(memberId, thread).subarray(0, TAG_BYTES).toString('base64url');
      const push: StoredPush = { ...message, tag };
      return { deviceId, message: seal.sealText(JSON.stringify(push)), expiresAt };
    });
    for (const id of await insertMessages(tx, rows)) {
      await addJob(tx, 'push-about', { id, attempt: 1 }, { priority: LAST });
    }
  }

  /** A thread of the member, so that no stored name or tag reveals which posts it watches. */
  function hashOf(memberId: number, thread: string): Buffer {
    return seal.hashText(`push ${memberId} ${thread}`);
  }
}
