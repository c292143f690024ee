import type { PushMessage } from '@naru/contract/push';
import * as z from 'zod/mini';
import { addJob, LAST } from '../../domain/jobs/queue.repo.ts';
import { addSeconds } from '../../platform/clock.ts';
import { pushes } from '../../platform/metrics/counters.ts';
import type { PushResult, PushSender, VapidKeys } from '../../platform/push/push-sender.ts';
import type { Tools } from '../tools.ts';
import { deleteMessage, findMessage } from './push.due.repo.ts';
import { deleteDevice, findDevice } from './push.repo.ts';
import type { Showing, StoredPush } from './push.showing.ts';

/** Releases before it send what is stored under `push-message` as it is. */
const TASK = 'push-about';
const BACKOFF_SECONDS = [10, 60, 300, 900, 3600];
/** What a service may ask for. */
const WAIT_MAX_SECONDS = 6 * 60 * 60;

const payload = z.object({ id: z.number(), attempt: z.number() });

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal' | 'log'> {
  sender: Pick<PushSender, 'send'>;
  keys: () => Promise<VapidKeys>;
  showing: Pick<Showing, 'wordsFor'>;
}

type Stored = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

/**
 * `outdated`: nothing is left of what it was about; `quiet`: the member wants no sound until then.
 */
type Result = PushResult | { result: 'outdated' } | { result: 'quiet'; until: Date };

/**
 * The job of messages that a release before this one stored with their words. They are dropped: nothing says
 * whether those may still leave.
 */
export function createDroppingOld({ db, log }: Pick<Deps, 'db' | 'log'>) {
  return async (job: unknown): Promise<void> => {
    const { id } = z.parse(payload, job);
    if (!(await deleteMessage(db, id))) return;
    pushes.inc({ result: 'old' });
    log.warn({ push: id }, 'push message dropped: stored by an earlier release');
  };
}

/**
 * The job that hands a stored message to the service of its device, once or until it is too late. Each try has the
 * words of its moment, of what is still unread, readable and wanted.
 */
export function createDelivery({ db, clock, seal, log, sender, keys, showing }: Deps) {
  return async (job: unknown): Promise<void> => {
    const { id, attempt } = z.parse(payload, job);
    const stored = await findMessage(db, id);
    if (stored === null) return;
    const result = await send(stored);
    pushes.inc({ result: result.result });
    await settle(stored, result, attempt);
  };

  async function send({ deviceId, message, expiresAt }: Stored): Promise<Result> {
    const now = clock.now();
    if (expiresAt <= now) return { result: 'refused', reason: 'too late to be of use' };
    const { publicKey } = await keys();
    const device = await findDevice(db, deviceId, publicKey, now);
    const subscription = device && seal.openText(device.subscription);
    const push = open(message);
    if (device === null || subscription === null || push === null) return { result: 'gone' };
    return showNow(push, { memberId: device.memberId, subscription, expiresAt });
  }

  async function showNow(
    { about, tag, renotify, isUrgent }: StoredPush,
    to: { memberId: number; subscription: string; expiresAt: Date },
  ): Promise<Result> {
    const { words, unread, quietEnd } = await showing.wordsFor(to.memberId, about);
    if (words === null) return { result: 'outdated' };
    if (quietEnd !== null && !isUrgent) return { result: 'quiet', until: quietEnd };
    const content: PushMessage = { ...words, renotify, tag, unread };
    return sender.send(JSON.parse(to.subscription), {
      content: JSON.stringify(content),
      urgency: isUrgent ? 'high' : 'normal',
      topic: tag,
      ttl: Math.ceil((to.expiresAt.getTime() - clock.now().getTime()) / 1000),
    });
  }

  function open(message: Buffer): StoredPush | null {
    const opened = seal.openText(message);
    return opened && JSON.parse(opened);
  }

  async function settle(stored: Stored, result: Result, attempt: number): Promise<void> {
    const { id, deviceId } = stored;
    switch (result.result) {
      case 'sent':
      case 'outdated':
        await deleteMessage(db, id);
        return;
      case 'gone':
        return deleteDevice(db, deviceId);
      case 'refused':
        log.warn({ push: id, attempts: attempt, reason: result.reason }, 'push message dropped');
        await deleteMessage(db, id);
        return;
      case 'quiet':
        return tryAgain(stored, result.until, attempt);
      case 'later': {
        const detail = { push: id, attempts: attempt, reason: result.reason };
        log.info(detail, 'push message not sent yet');
        const usual = BACKOFF_SECONDS[Math.min(attempt, BACKOFF_SECONDS.length) - 1] ?? 0;
        const seconds = Math.min(Math.max(result.seconds ?? 0, usual), WAIT_MAX_SECONDS);
        return tryAgain(stored, addSeconds(clock.now(), seconds), attempt + 1);
      }
    }
  }

  /** Drops it if that is too late. */
  async function tryAgain({ id, expiresAt }: Stored, runAt: Date, attempt: number): Promise<void> {
    if (runAt >= expiresAt) await deleteMessage(db, id);
    else await addJob(db, TASK, { id, attempt }, { runAt, priority: LAST });
  }
}
