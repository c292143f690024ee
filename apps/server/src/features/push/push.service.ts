import { createECDH } from 'node:crypto';
import {
  PUSH_KINDS,
  type PushChoices,
  type PushState,
  type PushSubscriptionKeys,
} from '@naru/contract/push';
import * as z from 'zod/mini';
import type { Env } from '../../config/env.ts';
import { createVapid } from '../../domain/keys/wrapped-keys.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { createPushSender, createPushServices } from '../../platform/push/push-sender.ts';
import type { Tools } from '../tools.ts';
import { createDelivery, createDroppingOld } from './push.delivery.ts';
import { readQuiet, writeQuiet } from './push.quiet.ts';
import {
  type Choices,
  deleteDeviceOf,
  findChoices,
  hasDevice,
  replaceDevice,
  saveChoices,
  wakeDue,
} from './push.repo.ts';
import { createShowing, type ShowingDeps } from './push.showing.ts';

const OFF = '이 사이트는 기기로 알림을 보내지 않습니다.';
const UNKNOWN =
  '이 브라우저의 알림 서비스로는 알림을 보낼 수 없습니다. 다른 브라우저를 이용해 주세요.';

interface Deps extends Omit<ShowingDeps, 'keys'>, Pick<Tools, 'log'> {
  env: Pick<Env, 'PUSH_SERVICES' | 'MAIL_FROM'>;
  /** Newest first. */
  secrets: readonly string[];
}

/** Choices as the contract has them; those left out stay. */
interface ChosenPush {
  kinds?: Partial<Record<keyof PushChoices['kinds'], boolean | undefined>> | undefined;
  preview?: boolean | undefined;
  quiet?: PushChoices['quiet'] | undefined;
}

export type PushService = ReturnType<typeof createPushService>;

/** Notifications on devices whose page is closed; docs/decisions/0076 describes the way of one. */
export function createPushService(deps: Deps) {
  const { db, clock, seal, env, secrets } = deps;
  const services = createPushServices(env.PUSH_SERVICES);
  const keys = createVapid({ db, secrets });
  const contact = `mailto:${/<([^>]+)>/.exec(env.MAIL_FROM)?.[1] ?? env.MAIL_FROM.trim()}`;
  const sender = createPushSender({ services, contact, keys, now: () => clock.now() });
  const showing = createShowing({ ...deps, keys });
  const { show, sweep } = showing;
  const member = z.object({ memberId: z.number() });

  return {
    async getState({ memberId, sessionId }: Actor): Promise<PushState> {
      const choices = present(await findChoices(db, memberId));
      if (services.isOff) return { publicKey: null, subscribed: false, choices };
      const { publicKey } = await keys();
      return { publicKey, subscribed: await hasDevice(db, sessionId, publicKey), choices };
    },

    /** Throws VALIDATION_FAILED for an address of an unknown service and for a key that is none. */
    async subscribe(
      { memberId, sessionId }: Actor,
      { endpoint, keys: deviceKeys }: PushSubscriptionKeys,
    ): Promise<void> {
      if (services.isOff) throw new AppError('VALIDATION_FAILED', { message: OFF });
      const isKnown = services.allows(endpoint) && isPoint(deviceKeys.p256dh);
      if (!isKnown) throw new AppError('VALIDATION_FAILED', { message: UNKNOWN });
      // One spelling, which every parser reads as `allows` did.
      const { href } = new URL(endpoint);
      const { publicKey } = await keys();
      await db.transaction((tx) =>
        replaceDevice(tx, {
          memberId,
          sessionId,
          endpointHash: seal.hashText(`push ${href}`),
          subscription: seal.sealText(JSON.stringify({ endpoint: href, keys: deviceKeys })),
          serverKey: publicKey,
          createdAt: clock.now(),
        }),
      );
    },

    unsubscribe: ({ sessionId }: Actor): Promise<void> => deleteDeviceOf(db, sessionId),

    listChoices: async (memberId: number): Promise<PushChoices> =>
      present(await findChoices(db, memberId)),

    async setChoices({ memberId }: Actor, chosen: ChosenPush): Promise<PushChoices> {
      return db.transaction(async (tx) => {
        const before = await findChoices(tx, memberId);
        const choices = change(before, chosen);
        await saveChoices(tx, memberId, choices);
        await wakeDue(tx, memberId);
        return present(choices);
      });
    },

    /** Makes the keys of a new installation. */
    prepare: async (): Promise<void> => {
      if (!services.isOff) await keys();
    },

    tasks: {
      push: async (job: unknown): Promise<void> => void (await show(z.parse(member, job).memberId)),
      'push-about': createDelivery({ ...deps, sender, keys, showing }),
      'push-message': createDroppingOld(deps),
    },

    sweep: async (): Promise<Record<string, number>> => (services.isOff ? {} : sweep()),
  };
}

function change(before: Choices, { kinds = {}, preview, quiet }: ChosenPush): Choices {
  return {
    kinds: PUSH_KINDS.filter((kind) => kinds[kind] ?? before.kinds.includes(kind)),
    preview: preview ?? before.preview,
    quiet: quiet === undefined ? before.quiet : quiet && readQuiet(quiet),
  };
}

function present({ kinds, preview, quiet }: Choices): PushChoices {
  const has = (kind: (typeof PUSH_KINDS)[number]) => kinds.includes(kind);
  return {
    kinds: {
      comment: has('comment'),
      like: has('like'),
      friend: has('friend'),
      notice: has('notice'),
      other: has('other'),
      chat: has('chat'),
    },
    preview,
    quiet: quiet && writeQuiet(quiet),
  };
}

/** Whether a message can be encrypted for the key. */
function isPoint(p256dh: string): boolean {
  try {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    pair.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}
