import type { Petition } from '@naru/contract/petitions';
import type { Role } from '@naru/contract/roles';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

type Always = 'author' | 'signer' | 'manager';

/**
 * Gives a file a server with an author, a signer, a manager and others by their roles; each test
 * begins at one time, without posts.
 */
export function setUpPetitions<Other extends string>(others: Record<Other, Role>) {
  const roles = { author: 'STUDENT', signer: 'STUDENT', manager: 'MANAGER', ...others };
  // Filled before the first test and changed in place, so that a file names them once.
  const t = {} as TestApp;
  const all = Object.entries<Role>(roles).map(([name, role]) => {
    return { name, role, member: {} as SignedIn };
  });
  let start: Date;

  beforeAll(async () => {
    Object.assign(t, await createTestApp());
    start = t.clock.now();
    for (const { member, role } of all) Object.assign(member, await t.signIn(role));
  });
  beforeEach(async () => {
    t.clock.set(start);
    for (const table of ['posts', 'throttles', 'notifications', 'member_blocks']) {
      await t.db.execute(`delete from ${table}`);
    }
  });
  afterAll(() => t.close());

  /** Logs everybody in again, when time has passed. */
  async function renew(): Promise<void> {
    for (const { member } of all) Object.assign(member, await t.signInAs(member));
  }
  const members = Object.fromEntries(all.map(({ name, member }) => [name, member]));
  return { t, renew, ...(members as Record<Always | Other, SignedIn>) };
}

/** A petition as a member sees it. */
export const petitionOf = async (t: TestApp, as: SignedIn, id: number): Promise<Petition> =>
  (await t.call('GET', `/api/petitions/${id}`, { as })).json.petition;

/** Signs a petition, or takes the signature back. */
export const sign = (t: TestApp, as: SignedIn, id: number, signed = true) =>
  t.call('PUT', `/api/petitions/${id}/signature`, { as, body: { signed } });

/** How many signatures are stored, what the number of the petition says, and what became of it. */
export async function stored(t: TestApp, id: number) {
  const { rows } = await t.db.execute<{
    count: number;
    rows: number;
    reached: boolean;
    ended: string | null;
  }>(sql`select signature_count as count, reached_at is not null as reached, ended_as as ended,
      (select count(*)::int from petition_signatures s where s.post_id = p.post_id) as rows
    from petitions p where post_id = ${id}`);
  const [row] = rows;
  if (row === undefined) throw new Error('no such petition');
  return row;
}
