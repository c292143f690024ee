import { randomBytes } from 'node:crypto';
import type { Tx } from '@naru/server/db/client';
import { serviceKeys } from '@naru/server/db/schema';
import { inArray } from 'drizzle-orm';
import { wakingTimeBefore } from './demo-calendar.ts';
import { type DemoWorld, personNamed } from './demo-world.ts';

const MADE_MINUTES_AGO = 20_160;
const USED_MINUTES_AGO = 90;
const HASH_BYTES = 32;

/** Inserts a key that the console lists. Its hash is random: no text is the key. */
export async function insertDemoServiceKeys(tx: Tx, world: DemoWorld): Promise<void> {
  await tx.insert(serviceKeys).values({
    name: '학과 홈페이지 연동',
    prefix: 'naru_demo00',
    keyHash: randomBytes(HASH_BYTES),
    createdBy: personNamed(world, '나루지기').id,
    createdAt: wakingTimeBefore(world.now, MADE_MINUTES_AGO),
    lastUsedAt: wakingTimeBefore(world.now, USED_MINUTES_AGO),
    uses: 37,
  });
}

/** Deletes the keys that they made: whoever knew their public password has them. */
export async function removeDemoServiceKeys(tx: Tx, memberIds: number[]): Promise<void> {
  await tx.delete(serviceKeys).where(inArray(serviceKeys.createdBy, memberIds));
  await tx
    .update(serviceKeys)
    .set({ revokedBy: null })
    .where(inArray(serviceKeys.revokedBy, memberIds));
}
