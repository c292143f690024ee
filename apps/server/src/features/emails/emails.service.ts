import type { Actor } from '../../platform/actor.ts';
import { toKst } from '../../platform/clock.ts';
import { type PageQuery, pageInfo, rangeOf } from '../../platform/paging.ts';
import type { Tools } from '../tools.ts';
import { type LogFilter, listLog } from './emails.repo.ts';

export type EmailsService = ReturnType<typeof createEmailsService>;

/** The log of e-mails for administrators. */
export function createEmailsService({ db, audit }: Pick<Tools, 'db' | 'audit'>) {
  return {
    /** Returns personal data, so every page is recorded in the audit log. */
    async listLog(actor: Actor, query: PageQuery & LogFilter) {
      return db.transaction(async (tx) => {
        const { page, size } = query;
        const { rows, total } = await listLog(tx, query, rangeOf(query));
        await audit.record(tx, actor, {
          action: 'email.read',
          detail: { page, rows: rows.length },
        });
        return {
          emails: rows.map(({ createdAt, triedAt, member, entry, ...row }) => ({
            ...row,
            createdAt: toKst(createdAt),
            triedAt: triedAt && toKst(triedAt),
            owner: ownerOf(member, entry),
          })),
          page: pageInfo({ page, size }, total),
        };
      });
    },
  };
}

type Person = { username: string; name: string };

function ownerOf(member: Person | null, entry: Person | null) {
  if (member !== null) return { type: 'MEMBER' as const, ...member };
  return entry === null ? null : { type: 'ROSTER' as const, ...entry };
}
