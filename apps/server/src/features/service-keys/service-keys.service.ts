import { LIMITS } from '@naru/contract/limits';
import type { ServiceKey } from '@naru/contract/service-keys';
import { memberName } from '../../domain/authorship/writer.ts';
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
