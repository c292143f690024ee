import type { RosterState } from '@naru/contract/roster';
import { and, asc, count, eq, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { textArray } from '../../db/arrays.ts';
import { chunksOf, LARGE_CHUNK } from '../../db/chunks.ts';
import type { Executor } from '../../db/client.ts';
import { containsName } from '../../db/contains.ts';
import { insertManyRows } from '../../db/many-rows.ts';
import { offSince } from '../../db/off-time.ts';
import {
  emailQueue,
  members,
  rosterEntries,
  rosterImports,
  waitingSignUps,
} from '../../db/schema/index.ts';
import { rolesOf } from '../../domain/access/roles.sql.ts';
import { findClaimHolders, mailboxOf } from '../../domain/access/student-claims.repo.ts';
import { deleteLinesOf } from '../../domain/emails/lines-of-people.repo.ts';
import { addJob, BACKGROUND } from '../../domain/jobs/queue.repo.ts';
import { findEntries, invitationEnd, type RosterRow } from '../../domain/roster/roster.repo.ts';
import type { Seal } from '../../platform/seal.ts';
import type { ComparedMember, KnownMember, KnownPeople } from './roster.plan.ts';

const memberColumns = {
  id: members.id,
  username: members.username,
  name: members.name,
  email: members.email,
  roles: rolesOf(members.id),
  standing: members.standing,
  major: members.major,
};

type Person = { username: string; email: string };

/** What is stored about the numbers and addresses of these people; `isLocked`: as `findEntries`. */
export async function findKnown(
  db: Executor,
  seal: Pick<Seal, 'hashText'>,
  people: readonly Person[],
  { isLocked }: { isLocked: boolean },
): Promise<KnownPeople> {
  const known: ComparedMember[] = [];
  const entries: RosterRow[] = [];
  const claims = new Map<string, number>();
  for (const some of chunksOf(people, LARGE_CHUNK)) {
    const usernames = some.map(({ username }) => username);
    const emails = some.map(({ email }) => email);
    entries.push(...(await findEntries(db, some, { isLocked })));
    const isOne = or(
      sql`${members.username} = any(${textArray(usernames)})`,
      sql`${members.email} = any(${textArray(emails)})`,
    );
    known.push(
      ...(await db
        .select(memberColumns)
        .from(members)
        .where(and(isNull(members.withdrawnAt), isOne))),
    );
    const hashes = new Map(
      emails.map((email) => [seal.hashText(mailboxOf(email)).toString('base64'), email]),
    );
    const holders = await findClaimHolders(
      db,
      [...hashes.keys()].map((hash) => Buffer.from(hash, 'base64')),
    );
    for (const { addressHash, id } of holders) {
      claims.set(hashes.get(addressHash.toString('base64')) ?? '', id);
    }
  }
  return { members: known, entries, claims };
}

/** Living members with these numbers. */
export async function listByUsernames(
  db: Executor,
  usernames: readonly string[],
): Promise<KnownMember[]> {
  const isOne = sql`${members.username} = any(${textArray(usernames)})`;
  return db
    .select(memberColumns)
    .from(members)
    .where(and(isNull(members.withdrawnAt), isOne));
}

type NewEntry = typeof rosterEntries.$inferInsert;

/** Stores entries, each made from an item; one of a number replaces what is stored of it. */
export async function saveEntries<T>(
  db: Executor,
  items: readonly T[],
  toEntry: (item: T) => NewEntry,
): Promise<void> {
  for (const some of chunksOf(items, LARGE_CHUNK)) {
    await db.execute(sql`${insertManyRows(rosterEntries, some.map(toEntry))}
      on conflict (username) do update set (name, email, role, study_year, study_year_of,
        standing, major, member_id, token_hash, queued_at, invited_at, expires_at, refused_at) =
        (excluded.name, excluded.email, excluded.role, excluded.study_year, excluded.study_year_of,
        excluded.standing, excluded.major, excluded.member_id, excluded.token_hash, excluded.queued_at, excluded.invited_at, excluded.expires_at,
        excluded.refused_at)`);
  }
}

type StandingRow = { memberId: number } & Pick<NewEntry, 'standing' | 'major'>;

/** Stores what a file says of members; undefined, which JSON leaves out, stays as it is. */
export async function saveStandings(db: Executor, rows: readonly StandingRow[]): Promise<void> {
  for (const some of chunksOf(rows, LARGE_CHUNK)) {
    await db.execute(sql`update members set
        standing = case when l.line ? 'standing' then l.line ->> 'standing' else members.standing end,
        major = case when l.line ? 'major' then l.line ->> 'major' else members.major end
      from jsonb_array_elements(${JSON.stringify(some)}::jsonb) as l (line)
      where members.id = (l.line ->> 'memberId')::bigint`);
  }
}

/** The file names these people again, which keeps their entries from being erased. */
export async function refreshEntries(
  db: Executor,
  usernames: readonly string[],
  importedAt: Date,
): Promise<void> {
  await db
    .update(rosterEntries)
    .set({ importedAt })
    .where(sql`${rosterEntries.username} = any(${textArray(usernames)})`);
}

/** Notes an applied file; false when the actor sent the same one before. */
export async function insertImport(
  db: Executor,
  values: typeof rosterImports.$inferInsert,
): Promise<boolean> {
  const { rowCount } = await db.insert(rosterImports).values(values).onConflictDoNothing();
  return rowCount === 1;
}

export async function isApplied(
  db: Executor,
  { actorId, clientId }: { actorId: number; clientId: string },
): Promise<boolean> {
  const rows = await db
    .select({ id: rosterImports.id })
    .from(rosterImports)
    .where(and(eq(rosterImports.actorId, actorId), eq(rosterImports.clientId, clientId)));
  return rows.length > 0;
}

/** Hashes of the links whose e-mails the mail server has not taken yet; read once for all entries. */
const unsentLinks = sql`(select decode(${emailQueue.about} -> 'facts' ->> 'tokenHash', 'hex')
  from ${emailQueue} where ${emailQueue.about} ->> 'kind' = 'invitation')`;

/** The state of an entry at this time. */
function stateAt(now: Date): SQL<RosterState> {
  return sql<RosterState>`case when ${rosterEntries.memberId} is not null then 'JOINED'
    when ${rosterEntries.queuedAt} is not null then 'QUEUED'
    when ${rosterEntries.refusedAt} is not null then 'FAILED'
    when ${rosterEntries.tokenHash} in ${unsentLinks} then 'QUEUED'
    when ${invitationEnd} > ${now} then 'OPEN' else 'EXPIRED' end`;
}

interface EntryFilter {
  state?: RosterState | undefined;
  /** Part of the number, the name or the address. */
  query?: string | undefined;
}

/** One page by number, with the total of the filter and the number of entries in each state. */
export async function listEntries(
  db: Executor,
  filter: EntryFilter,
  page: { limit: number; offset: number },
  now: Date,
) {
  const state = stateAt(now);
  const { query } = filter;
  const where = and(
    filter.state && eq(state, filter.state),
    query
      ? or(
          containsName(rosterEntries.username, query),
          containsName(rosterEntries.name, query),
          containsName(rosterEntries.email, query),
        )
      : undefined,
  );
  const rows = await db
    .select({
      id: rosterEntries.id,
      username: rosterEntries.username,
      name: rosterEntries.name,
      email: rosterEntries.email,
      role: rosterEntries.role,
      invitedAt: rosterEntries.invitedAt,
      expiresAt: invitationEnd,
      state,
    })
    .from(rosterEntries)
    .where(where)
    .orderBy(asc(rosterEntries.username))
    .limit(page.limit)
    .offset(page.offset);
  const states = await db
    .select({ state: sql<RosterState>`state`, total: count() })
    .from(
      db
        .select({ state: state.as('state') })
        .from(rosterEntries)
        .as('states'),
    )
    .groupBy(sql`state`);
  return { rows, total: await db.$count(rosterEntries, where), states };
}

const INVITATIONS = 'invitations';

/** Sends what is queued as soon as the transaction commits, instead of with the next minute. */
export function wakeInvitations(db: Executor): Promise<void> {
  return addJob(db, INVITATIONS, {}, { key: INVITATIONS, queue: BACKGROUND });
}

/** The mail server refused the address of the link; a link that was replaced meanwhile is another. */
export async function markRefused(
  db: Executor,
  { id, tokenHash, at }: { id: number; tokenHash: Buffer; at: Date },
): Promise<void> {
  await db
    .update(rosterEntries)
    .set({ refusedAt: at })
    .where(and(eq(rosterEntries.id, id), eq(rosterEntries.tokenHash, tokenHash)));
}

/** The entry, locked until the transaction ends. */
export async function lockEntry(db: Executor, id: number): Promise<RosterRow | null> {
  const [row] = await db.select().from(rosterEntries).where(eq(rosterEntries.id, id)).for('update');
  return row ?? null;
}

/** Whether the person still has to join, by the link with this token. */
export async function isOpenEntry(
  db: Executor,
  { id, tokenHash }: { id: number; tokenHash: Buffer },
): Promise<boolean> {
  const isOpen = and(
    eq(rosterEntries.id, id),
    eq(rosterEntries.tokenHash, tokenHash),
    isNull(rosterEntries.memberId),
  );
  return (await db.$count(rosterEntries, isOpen)) > 0;
}

export async function updateInvitation(
  db: Executor,
  id: number,
  values: Pick<RosterRow, 'tokenHash' | 'queuedAt' | 'expiresAt' | 'refusedAt'> &
    Partial<Pick<RosterRow, 'invitedAt' | 'email'>>,
): Promise<void> {
  await db.update(rosterEntries).set(values).where(eq(rosterEntries.id, id));
}

export async function deleteEntry(db: Executor, id: number): Promise<void> {
  await db.delete(rosterEntries).where(eq(rosterEntries.id, id));
}

/** Entries whose e-mail waits the longest, locked against other servers. */
export function lockQueued(db: Executor, limit: number): Promise<RosterRow[]> {
  return db
    .select()
    .from(rosterEntries)
    .where(and(isNotNull(rosterEntries.queuedAt), isNull(rosterEntries.memberId)))
    .orderBy(asc(rosterEntries.queuedAt), asc(rosterEntries.id))
    .limit(limit)
    .for('update', { skipLocked: true });
}

/** Erases people who never joined and whom no file has named since `before`; returns how many. */
export async function deleteOldEntries(db: Executor, before: Date): Promise<number> {
  const erased = await db
    .delete(rosterEntries)
    .where(and(isNull(rosterEntries.memberId), lt(rosterEntries.importedAt, before)))
    .returning({ email: rosterEntries.email });
  await deleteLinesOf(
    db,
    erased.map(({ email }) => email),
  );
  return erased.length;
}

/** Erases sign-ups that wait since before `before`; returns how many. */
export async function deleteOldWaiting(db: Executor, before: Date): Promise<number> {
  const { rowCount } = await db
    .delete(waitingSignUps)
    .where(lt(sql`${waitingSignUps.createdAt} + ${offSince(waitingSignUps.createdAt)}`, before));
  return rowCount ?? 0;
}
