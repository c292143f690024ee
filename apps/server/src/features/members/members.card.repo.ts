import type { Role } from '@naru/contract/roles';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { members } from '../../db/schema/index.ts';
import { rolesOf } from '../../domain/access/roles.sql.ts';

/** Student number and real name are not selected. */
export interface CardRow
  extends Pick<
    typeof members.$inferSelect,
    'id' | 'nickname' | 'email' | 'emailPublic' | 'intro' | 'profileImageUrl'
  > {
  roles: Role[];
}

/** Null for a withdrawn member. */
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
