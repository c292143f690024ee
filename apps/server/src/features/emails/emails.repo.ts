import type { EmailKind, EmailState } from '@naru/contract/emails';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { containsPattern } from '../../db/like.ts';
import { emailLog, members, rosterEntries } from '../../db/schema/index.ts';

export interface LogFilter {
  state?: EmailState | undefined;
  kind?: EmailKind | undefined;
  /** Part of the address. */
  query?: string | undefined;
}

const owner = sql<'ROSTER' | 'MEMBER' | null>`case
  when exists (select 1 from ${members} where ${members.email} = ${emailLog.recipient}
    and ${members.withdrawnAt} is null) then 'MEMBER'
  when exists (select 1 from ${rosterEntries} where ${rosterEntries.email} = ${emailLog.recipient}
    and ${rosterEntries.memberId} is null) then 'ROSTER' end`;

/** One page by number, newest first, with the total of the filter. */
export async function listLog(
  db: Executor,
  { state, kind, query }: LogFilter,
  page: { limit: number; offset: number },
) {
  const where = and(
    state && eq(emailLog.state, state),
    kind && eq(emailLog.kind, kind),
    query ? sql`${emailLog.recipient} ilike ${containsPattern(query)}` : undefined,
  );
  const { id, recipient, createdAt, triedAt, attempts, reply } = emailLog;
  const line = { id, recipient, createdAt, triedAt, attempts, reply, owner };
  const rows = await db
    .select({ ...line, kind: emailLog.kind, state: emailLog.state })
    .from(emailLog)
    .where(where)
    .orderBy(desc(emailLog.id))
    .limit(page.limit)
    .offset(page.offset);
  return { rows, total: await db.$count(emailLog, where) };
}
