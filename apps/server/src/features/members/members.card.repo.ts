import type { Role } from '@naru/contract/roles';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { members } from '../../db/schema/index.ts';
import { rolesOf } from '../../domain/access/roles.sql.ts';

/** What the profile card is made of. Number and real name are not even read. */
export interface CardRow {
  id: number;
  nickname: string;
  email: string;
  emailPublic: boolean;
  intro: string;
  profileImageUrl: string | null;
  roles: Role[];
}

/** A member that has not withdrawn, or null. */
export async function findCard(db: Db, memberId: number): Promise<CardRow | null> {
  const [row] = await db
    .select({
      id: members.id,
      nickname: members.nickname,
      email: members.email,
      emailPublic: members.emailPublic,
      intro: members.intro,
      profileImageUrl: members.profileImageUrl,
      roles: rolesOf(members.id),
    })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.withdrawnAt)));
  return row ?? null;
}
