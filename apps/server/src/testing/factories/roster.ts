import { eq, isNotNull } from 'drizzle-orm';
import { expect } from 'vitest';
import { roleEnds, rosterEntries, waitingSignUps } from '../../db/schema/index.ts';
import { addSeconds } from '../../platform/clock.ts';
import { randomToken, sha256 } from '../../platform/secrets.ts';
import { countWaiting } from '../lock-waits.ts';
import type { SignedIn, TestApp } from '../test-app.ts';

const DAY = 24 * 60 * 60;

let count = 0;

/** A number, a name and an address that nobody else has. */
export function newPerson() {
  count += 1;
  const mark = String(count).padStart(4, '0');
  return { username: `2027${mark}`, name: '윤바다', email: `roster${mark}@g.kmou.ac.kr` };
}

const PEOPLE_FILES = {
  '/api/admin/roster/import': '학번,이름,이메일,역할,학년',
  '/api/admin/roll-over': '학번,구분,종료일,이름',
};

/** Sends lines below the headings of their call, as a preview unless `body` says otherwise. */
export function sendPeople(
  t: TestApp,
  path: keyof typeof PEOPLE_FILES,
  { as, lines, body = {} }: { as: SignedIn; lines: readonly string[]; body?: object },
) {
  const csv = [PEOPLE_FILES[path], ...lines].join('\r\n');
  return t.call('POST', path, { as, body: { csv, ...body } });
}

type Values = Partial<typeof rosterEntries.$inferInsert>;

/** An entry with an open invitation; returns the token of its link too. */
export async function createEntry(t: TestApp, values: Values = {}) {
  const token = randomToken();
  const now = t.clock.now();
  const [row] = await t.db
    .insert(rosterEntries)
    .values({
      ...newPerson(),
      role: 'STUDENT',
      tokenHash: sha256(token),
      invitedAt: now,
      expiresAt: addSeconds(now, 14 * DAY),
      importedAt: now,
      ...values,
    })
    .returning();
  if (row === undefined) throw new Error('no entry was made');
  return { ...row, token };
}

/** The entry of a number, or undefined. */
export async function readEntry(t: TestApp, username: string) {
  const [row] = await t.db.select().from(rosterEntries).where(eq(rosterEntries.username, username));
  return row;
}

/** Without entries sign-ups are open again. */
export async function clearRoster(t: TestApp): Promise<void> {
  await t.db.delete(rosterEntries);
}

export async function createWaiting(
  t: Pick<TestApp, 'db' | 'clock'>,
  values: { username?: string; passwordHash?: string } = {},
): Promise<{ id: number; email: string }> {
  const person = newPerson();
  const [row] = await t.db
    .insert(waitingSignUps)
    .values({
      ...person,
      nickname: `대기${count}`,
      passwordHash: 'not a hash',
      consents: { terms: '2026-11-01', privacy: '2026-11-01' },
      createdAt: t.clock.now(),
      ...values,
    })
    .returning();
  if (row === undefined) throw new Error('no sign-up was made');
  return row;
}

export function listRoleEnds(t: TestApp) {
  return t.db
    .select({ memberId: roleEnds.memberId, role: roleEnds.role, lastDay: roleEnds.lastDay })
    .from(roleEnds);
}

/** Entries whose e-mail waits; nobody else's does. */
export async function queueEntries(t: TestApp, count: number) {
  await t.db.update(rosterEntries).set({ queuedAt: null });
  const queuedAt = t.clock.now();
  const rows = Array.from({ length: count }, () => ({
    ...newPerson(),
    role: 'STUDENT' as const,
    queuedAt,
    importedAt: queuedAt,
  }));
  await t.db.insert(rosterEntries).values(rows);
  return rows;
}

/** How many entries there are, all or those of members. */
export function countEntries(t: TestApp, ofMembers = false): Promise<number> {
  return t.db.$count(rosterEntries, ofMembers ? isNotNull(rosterEntries.memberId) : undefined);
}

/** Changes an entry; `start` begins before that and waits for its commit. */
export async function whileLocked<T>(
  t: TestApp,
  id: number,
  start: () => Promise<T>,
  values: Values,
): Promise<T> {
  const isThis = eq(rosterEntries.id, id);
  const started = await t.db.transaction(async (tx) => {
    await tx.select().from(rosterEntries).where(isThis).for('update');
    const result = start();
    await expect.poll(() => countWaiting(t)).toBe(1);
    await tx.update(rosterEntries).set(values).where(isThis);
    return { result };
  });
  return started.result;
}
