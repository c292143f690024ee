import * as z from 'zod/mini';
import { addSeconds } from '../../platform/clock.ts';
import { addJob } from '../../platform/jobs/queue.repo.ts';
import { pushes } from '../../platform/metrics/counters.ts';
import type { PushResult, PushSender } from '../../platform/push/push-sender.ts';
import type { VapidKeys } from '../../platform/push/vapid.ts';
import type { Tools } from '../../tools.ts';
import { deleteMessage, findMessage, isRecalled } from './push.due.repo.ts';
import { deleteDevice, findDevice } from './push.repo.ts';
import type { StoredPush } from './push.showing.ts';

const TASK = 'push-message';
const BACKOFF_SECONDS = [10, 60, 300, 900, 3600];
/** What a service may ask for. */
const WAIT_MAX_SECONDS = 6 * 60 * 60;

const payload = z.object({ id: z.number(), attempt: z.number() });

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal' | 'log'> {
  sender: Pick<PushSender, 'send'>;
  keys: () => Promise<VapidKeys>;
}

type Stored = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

/** The job that hands a stored message to the service of its device, once or until it is too late. */
export function createDelivery({ db, clock, seal, log, sender, keys }: Deps) {
  return async (job: unknown): Promise<void> => {
    const { id, attempt } = z.parse(payload, job);
    const stored = await findMessage(db, id);
    if (stored === null) return;
    const result = await send(stored);
    pushes.inc({ result: result.result });
    await settle(stored, result, attempt);
  };

  async function send({ deviceId, message, expiresAt }: Stored): Promise<PushResult> {
    const now = clock.now();
    if (expiresAt <= now) return { result: 'refused', reason: 'too late to be of use' };
    const { publicKey } = await keys();
    const device = await findDevice(db, deviceId, publicKey, now);
    const subscription = device && seal.openText(device.subscription);
    const push = seal.openText(message);
    if (subscription === null || push === null) return { result: 'gone' };
    const { deviceId: _, messageId, ...rest } = JSON.parse(push) as StoredPush;
    if (messageId && (await isRecalled(db, messageId))) {
      return { result: 'refused', reason: 'recalled' };
    }
    const ttl = Math.ceil((expiresAt.getTime() - now.getTime()) / 1000);
    return sender.send(JSON.parse(subscription), { ...rest, ttl });
  }

  async function settle(
    { id, deviceId, expiresAt }: Stored,
    result: PushResult,
    attempt: number,
  ): Promise<void> {
    if (result.result === 'sent') return deleteMessage(db, id);
    if (result.result === 'gone') return deleteDevice(db, deviceId);
    const detail = { push: id, attempts: attempt, reason: result.reason };
    if (result.result === 'refused') {
      log.warn(detail, 'push message dropped');
      return deleteMessage(db, id);
    }
    log.info(detail, 'push message not sent yet');
    const usual = BACKOFF_SECONDS[Math.min(attempt, BACKOFF_SECONDS.length) - 1] ?? 0;
    const seconds = Math.min(Math.max(result.seconds ?? 0, usual), WAIT_MAX_SECONDS);
    const runAt = addSeconds(clock.now(), seconds);
    if (runAt >= expiresAt) return deleteMessage(db, id);
    return addJob(db, TASK, { id, attempt: attempt + 1 }, { runAt });
  }
}
