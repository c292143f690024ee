import type { Role } from '@naru/contract/roles';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { memberRoles, members } from '../../db/schema/index.ts';

/** What the profile card is made of. Number and real name are not even read (quality PV-04). */
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
      roles: sql<
        Role[]
      >`array(select ${memberRoles.role} from ${memberRoles} where ${memberRoles.memberId} = ${members.id})`,
    })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.withdrawnAt)));
  return row ?? null;
}
