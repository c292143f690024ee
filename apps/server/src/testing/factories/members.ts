import { ROLES, type Role, roleRank } from '@naru/contract/roles';
import { hashSync } from '@node-rs/argon2';
import type { Db } from '../../db/client.ts';
import { memberRoles, members } from '../../db/schema/index.ts';

export interface TestMember {
  id: number;
  username: string;
  nickname: string;
  email: string;
  name: string;
  roles: Role[];
}

export const TEST_PASSWORD = 'harbour-light-29';

/** The same for all, so that no response depends on when a test ran. */
export const JOINED_AT = new Date('2026-03-02T00:00:00Z');

let hash: string | undefined;
let counter = 0;

/** One hash for all of them, with outdated parameters: the first login upgrades it. */
function testHash(): string {
  hash ??= hashSync(TEST_PASSWORD, {
    memoryCost: 1024,
    timeCost: 1,
    parallelism: 1,
  });
  return hash;
}

/** A member with every role up to `role`; names are unique. */
export async function createMember(
  db: Db,
  role: Role = 'STUDENT',
  values: Partial<typeof members.$inferInsert> = {},
): Promise<TestMember> {
  counter += 1;
  const mark = counter.toString(36);
  const [row] = await db
    .insert(members)
    .values({
      username: `test${String(counter).padStart(6, '0')}`,
      email: `test${counter}@g.kmou.ac.kr`,
      nickname: `물결${mark}`,
      name: `시험${mark}`,
      passwordHash: testHash(),
      createdAt: JOINED_AT,
      ...values,
    })
    .returning();
  if (row === undefined) throw new Error('no member was made');
  const roles = ROLES.filter((one) => one === 'USER' || (one === role && roleRank(role) > 0));
  await db
    .insert(memberRoles)
    .values(roles.map((role) => ({ memberId: row.id, role, grantedAt: JOINED_AT })));
  return {
    id: row.id,
    username: row.username,
    nickname: row.nickname,
    email: row.email,
    name: row.name,
    roles,
  };
}
