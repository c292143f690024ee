import type { Role } from '@naru/contract/roles';
import type { WorkKind } from '@naru/contract/work';
import {
  and,
  asc,
  count,
  countDistinct,
  eq,
  exists,
  gt,
  inArray,
  min,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import {
  bookings,
  inquiries,
  memberRoles,
  members,
  petitions,
  posts,
  revealRequests,
  waitingSignUps,
} from '../../db/schema/index.ts';
import { isActive } from '../access/members.sql.ts';
import { isOwed } from '../petitions/petitions.sql.ts';
import { isListed } from '../posts/post.sql.ts';

/** Who handles the work: MANAGER and ADMIN the reports of posts and comments and bookings, ADMIN everything else. */
export type Staff = Extract<Role, 'MANAGER' | 'ADMIN'>;

type WaitingKind = Exclude<WorkKind, 'EMAILS' | 'REFUSED_EMAILS' | 'BACKUP' | 'ENGINES'>;

export interface WaitingWork {
  kind: WaitingKind;
  count: number;
  /** When the oldest piece of work arrived; null without any. */
  since: Date | null;
  /** The first inquiry of those that are some; null without any. */
  firstId?: number | null;
  /** Keys of the pieces of work, unique among all kinds. */
  items: string[];
}

interface Viewer {
  memberId: number;
  isAdmin: boolean;
}

/** Reports of a post, comment or course review. */
export const isContentReport: SQL = sql`(${inquiries.category} = 'REPORT' and ${inquiries.targetType} in ('POST', 'COMMENT', 'COURSE_REVIEW'))`;

/** Reports of one target are one piece of work. */
const caseOfInquiry = sql`coalesce(case when ${inquiries.category} = 'REPORT'
  then ${inquiries.targetType}::text || ' ' || ${inquiries.targetId} end, ${inquiries.id}::text)`;

const kindOfInquiry = sql<WaitingKind>`case ${inquiries.category}
  when 'REPORT' then 'REPORTS' when 'ROLE_REQUEST' then 'ROLE_REQUESTS' else 'INQUIRIES' end`;

/**
 * What waits for a member of the staff, by the kinds that the role may handle; several reports of one target
 * count once. `after`: only what arrived later. Requests of the member to reveal an author are left out,
 * because others decide on them.
 */
export async function listWaiting(
  db: Executor,
  { memberId, isAdmin }: Viewer,
  after?: Date,
): Promise<WaitingWork[]> {
  const asked = await db
    .select({
      kind: kindOfInquiry,
      count: countDistinct(caseOfInquiry),
      since: min(inquiries.createdAt),
      firstId: min(inquiries.id),
      items: namesOf('inquiry', inquiries.id, sql`not ${inquiries.isLast}`),
    })
    .from(inquiries)
    .where(
      and(
        eq(inquiries.state, 'PROCESSING'),
        isAdmin ? undefined : isContentReport,
        after && gt(inquiries.createdAt, after),
      ),
    )
    .groupBy(sql`1`);
  const one = (kind: WaitingKind): WaitingWork =>
    asked.find((row) => row.kind === kind) ?? { kind, count: 0, since: null, items: [] };
  const owed = await findOwed(db, isAdmin, after);
  const [asking] = await db
    .select({
      count: count(),
      since: min(bookings.createdAt),
      items: namesOf('booking', bookings.id),
    })
    .from(bookings)
    .where(and(eq(bookings.state, 'REQUESTED'), after && gt(bookings.createdAt, after)));
  const requests: WaitingWork = asking ? { kind: 'BOOKINGS', ...asking } : one('BOOKINGS');
  if (!isAdmin) return [one('REPORTS'), owed, requests];
  const [reveals] = await db
    .select({
      count: count(),
      since: min(revealRequests.createdAt),
      items: namesOf('reveal', revealRequests.id),
    })
    .from(revealRequests)
    .where(
      and(
        eq(revealRequests.state, 'PENDING'),
        ne(revealRequests.requesterId, memberId),
        after && gt(revealRequests.createdAt, after),
      ),
    );
  const [signUps] = await db
    .select({
      count: count(),
      since: min(waitingSignUps.createdAt),
      items: namesOf('sign-up', waitingSignUps.id),
    })
    .from(waitingSignUps)
    .where(after && gt(waitingSignUps.createdAt, after));
  return [
    one('REPORTS'),
    one('INQUIRIES'),
    one('ROLE_REQUESTS'),
    reveals ? { kind: 'REVEALS', ...reveals } : one('REVEALS'),
    signUps ? { kind: 'SIGN_UPS', ...signUps } : one('SIGN_UPS'),
    owed,
    requests,
  ];
}

/** Petitions that are owed an answer: of the office for MANAGER, all for ADMIN. */
async function findOwed(db: Executor, isAdmin: boolean, after?: Date): Promise<WaitingWork> {
  const [owed] = await db
    .select({
      count: count(),
      since: min(petitions.reachedAt),
      items: namesOf('petition', petitions.postId),
    })
    .from(petitions)
    .innerJoin(posts, eq(posts.id, petitions.postId))
    .where(
      and(
        isListed,
        isOwed,
        isAdmin ? undefined : eq(petitions.addressee, 'OFFICE'),
        after && gt(petitions.reachedAt, after),
      ),
    );
  return { kind: 'PETITIONS', ...(owed ?? { count: 0, since: null, items: [] }) };
}

/** How many open inquiries and reports the member works on, by kind; reports of one target count once. */
export async function countAssigned(
  db: Executor,
  { memberId, isAdmin }: Viewer,
): Promise<Map<WaitingKind, number>> {
  const rows = await db
    .select({ kind: kindOfInquiry, count: countDistinct(caseOfInquiry) })
    .from(inquiries)
    .where(
      and(
        eq(inquiries.state, 'PROCESSING'),
        eq(inquiries.assigneeId, memberId),
        isAdmin ? undefined : isContentReport,
      ),
    )
    .groupBy(sql`1`);
  return new Map(rows.map(({ kind, count: total }) => [kind, total]));
}

function namesOf(
  type: 'inquiry' | 'reveal' | 'sign-up' | 'petition' | 'booking',
  id: AnyPgColumn,
  which = sql`true`,
) {
  return sql<
    string[]
  >`coalesce(array_agg(${`${type} `}::text || ${id}) filter (where ${which}), '{}')`;
}

/** Members who hold one of the roles and may log in, in the order of their ids. */
export async function listStaff(db: Executor, roles: readonly Staff[], now: Date) {
  const hasOne = db
    .select({ role: memberRoles.role })
    .from(memberRoles)
    .where(and(eq(memberRoles.memberId, members.id), inArray(memberRoles.role, [...roles])));
  const isAdmin = sql<boolean>`exists (select 1 from ${memberRoles}
    where ${memberRoles.memberId} = ${members.id} and ${memberRoles.role} = 'ADMIN')`;
  return db
    .select({ id: members.id, email: members.email, isAdmin })
    .from(members)
    .where(and(exists(hasOne), isActive(now)))
    .orderBy(asc(members.id));
}
