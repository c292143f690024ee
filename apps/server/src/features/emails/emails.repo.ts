import type { EmailKind, EmailState } from '@naru/contract/emails';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import { containsText } from '../../db/contains.ts';
import { emailLog, members, rosterEntries } from '../../db/schema/index.ts';

export interface LogFilter {
  state?: EmailState | undefined;
  kind?: EmailKind | undefined;
  /** Part of the address. */
  query?: string | undefined;
}

/** One page by number, newest first, with who has each address now, and the total of the filter. */
export async function listLog(
  db: Executor,
  { state, kind, query }: LogFilter,
  page: { limit: number; offset: number },
) {
  const where = and(
    state && eq(emailLog.state, state),
    kind && eq(emailLog.kind, kind),
    query ? containsText(emailLog.recipient, query) : undefined,
  );
  const names = ['id', 'recipient', 'kind', 'state', 'createdAt', 'triedAt', 'attempts'] as const;
  const rows = await db
    .select({
      ...columns(emailLog, ...names, 'reply', 'isUnclear'),
      member: columns(members, 'username', 'name'),
      entry: columns(rosterEntries, 'username', 'name'),
    })
    .from(emailLog)
    .leftJoin(members, and(eq(members.email, emailLog.recipient), isNull(members.withdrawnAt)))
    .leftJoin(
      rosterEntries,
      and(eq(rosterEntries.email, emailLog.recipient), isNull(rosterEntries.memberId)),
    )
    .where(where)
    .orderBy(desc(emailLog.id))
    .limit(page.limit)
    .offset(page.offset);
  return { rows, total: await db.$count(emailLog, where) };
}
