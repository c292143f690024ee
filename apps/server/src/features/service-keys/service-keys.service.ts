import { LIMITS } from '@naru/contract/limits';
import type { RouteAnswer } from '@naru/contract/route';
import type { ServiceKey } from '@naru/contract/service-keys';
import type { SystemNotice, systemNoticeRoutes } from '@naru/contract/system-notices';
import { memberName } from '../../domain/authorship/writer.ts';
import type { ImportArticles } from '../../domain/sources/import-articles.ts';
import type { Actor } from '../../platform/actor.ts';
import { toKst } from '../../platform/clock.ts';
import { AppError, found } from '../../platform/errors.ts';
import { randomToken, sha256 } from '../../platform/secrets.ts';
import type { ServiceCaller } from '../../platform/service-caller.ts';
import type { Tools } from '../tools.ts';
import {
  countWorking,
  findWorking,
  insertKey,
  type KeyRow,
  listKeys,
  lockKey,
  lockKeys,
  markUsed,
  revokeKey,
} from './service-keys.repo.ts';

/** By it people and scanners for lost secrets know what it is. */
const START = 'naru_';
/** Characters of a key that lists show: six of its 43 random ones. */
const SHOWN = START.length + 6;

export type ServiceKeysService = ReturnType<typeof createServiceKeysService>;

/** Keys with which programs of others post notices. */
export function createServiceKeysService({
  db,
  clock,
  audit,
}: Pick<Tools, 'db' | 'clock' | 'audit'>) {
  return {
    list: async (): Promise<ServiceKey[]> => (await listKeys(db)).map(present),

    /**
     * Returns the new key, which is stored as a hash only: it has 256 random bits, so a hash that is fast
     * is enough. Throws SERVICE_KEYS_FULL.
     */
    async create(actor: Actor, name: string): Promise<{ id: number; key: string }> {
      const key = `${START}${randomToken()}`;
      const id = await db.transaction(async (tx) => {
        await lockKeys(tx);
        if ((await countWorking(tx)) >= LIMITS.serviceKeys) throw new AppError('SERVICE_KEYS_FULL');
        const values = { name, prefix: key.slice(0, SHOWN), keyHash: sha256(key) };
        const createdBy = actor.memberId;
        const targetId = await insertKey(tx, { ...values, createdBy, createdAt: clock.now() });
        await audit.record(tx, actor, { action: 'service-key.make', targetId, detail: { name } });
        return targetId;
      });
      return { id, key };
    },

    /** Idempotent; the next request with the key is refused. Throws SERVICE_KEY_NOT_FOUND. */
    async revoke(actor: Actor, id: number): Promise<void> {
      await db.transaction(async (tx) => {
        const { name, revokedAt } = found(await lockKey(tx, id), 'SERVICE_KEY_NOT_FOUND');
        if (revokedAt !== null) return;
        await revokeKey(tx, id, { revokedAt: clock.now(), revokedBy: actor.memberId });
        const detail = { name };
        await audit.record(tx, actor, { action: 'service-key.revoke', targetId: id, detail });
      });
    },

    /**
     * Returns who calls with the key. It is looked up by its hash at each request, so that a revoked key, an
     * unknown one and none at all are refused alike. Throws SERVICE_KEY_INVALID.
     */
    async authenticate(key: string | null): Promise<ServiceCaller> {
      const { id: keyId, name } = found(
        await findWorking(db, sha256(key ?? '')),
        'SERVICE_KEY_INVALID',
      );
      return { keyId, name };
    },
  };
}

function present(row: KeyRow): ServiceKey {
  const { id, name, prefix, uses } = row;
  const instant = (date: Date | null) => date && toKst(date);
  return {
    ...{ id, name, prefix, uses },
    madeBy: memberName(row.nickname, row.withdrawnAt),
    madeAt: toKst(row.createdAt),
    lastUsedAt: instant(row.lastUsedAt),
    revokedAt: instant(row.revokedAt),
  };
}

/** The audit log names it instead of a member. */
const NO_MEMBER = 0;

interface Deps extends Pick<Tools, 'clock' | 'audit'> {
  importArticles: ImportArticles;
}

type Sent = Omit<RouteAnswer<(typeof systemNoticeRoutes)['send']>, 'message'>;

export type SystemNoticesService = ReturnType<typeof createSystemNoticesService>;

/** Notices that programs post with a service key. */
export function createSystemNoticesService({ clock, audit, importArticles }: Deps) {
  return {
    /**
     * Posts a notice, or changes the one that a key of this name sent with the same `sourceId`. The use is
     * counted and recorded in the transaction that stores it. Throws VALIDATION_FAILED for an article that no
     * post can show, and SERVICE_KEY_INVALID for a key that was revoked meanwhile.
     */
    async send(caller: ServiceCaller, notice: SystemNotice): Promise<Sent> {
      const { keyId, name, address } = caller;
      const { boardType, publishedAt, ...article } = notice;
      const source = { key: `key:${name}`, boardType, isFirst: false };
      const read = { ...article, publishedAt: publishedAt ? new Date(publishedAt) : null };
      const [result] = await importArticles(source, [read], async (tx, { outcome, postId }) => {
        if (!(await markUsed(tx, keyId, clock.now()))) throw new AppError('SERVICE_KEY_INVALID');
        const { title, sourceId } = notice;
        const detail = { name, outcome, title, sourceId, ...(postId !== null && { postId }) };
        const actor = { memberId: NO_MEMBER, ...(address !== undefined && { address }) };
        await audit.record(tx, actor, { action: 'service-key.use', targetId: keyId, detail });
      });
      if (result === undefined) throw new Error('the article has no result');
      const { outcome, postId: id, reason } = result;
      if (outcome !== 'refused') return { outcome, id, note: reason };
      throw new AppError('VALIDATION_FAILED', { ...(reason !== null && { message: reason }) });
    },
  };
}
