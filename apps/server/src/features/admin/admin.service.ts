import { Readable } from 'node:stream';
import type { AdminUser } from '@naru/contract/admin';
import type { UnseenMonths } from '@naru/contract/member-search';
import type { Role } from '@naru/contract/roles';
import type { Executor } from '../../db/client.ts';
import {
  findClaimants,
  findClaimHolders,
  mailboxOf,
} from '../../domain/access/student-claims.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { kstDay } from '../../platform/clock.ts';
import { found } from '../../platform/errors.ts';
import { type PageQuery, rangeOf } from '../../platform/paging.ts';
import type { Seal } from '../../platform/seal.ts';
import type { Tools } from '../tools.ts';
import { createBulkRoles } from './admin.bulk-roles.ts';
import { type CorrectionDeps, createCorrections } from './admin.corrections.ts';
import { CSV_START, csvLine } from './admin.csv.ts';
import { presentUser, type StudentFacts } from './admin.present.ts';
import {
  findActiveRoles,
  findUser,
  listAdmins,
  listExported,
  searchUsers,
  type UserFilter,
  type UserRow,
} from './admin.repo.ts';
import { createRoles, type RoleDeps } from './admin.roles.ts';
import { createFactorRemoval, type FactorRemovalDeps } from './admin.second-factors.ts';

type Person = Pick<UserRow, 'id' | 'email'>;

/** What staff need to decide on the role STUDENT, by member. */
async function findStudentFacts(
  tx: Executor,
  seal: Pick<Seal, 'hashText'>,
  rows: readonly Person[],
): Promise<(row: Person) => StudentFacts> {
  const hashOf = ({ email }: Person) => seal.hashText(mailboxOf(email));
  const holders = await findClaimHolders(tx, rows.map(hashOf));
  const claimants = new Set(
    await findClaimants(
      tx,
      rows.map(({ id }) => id),
    ),
  );
  return (row) => {
    const hash = hashOf(row);
    const holder = holders.find(({ addressHash }) => addressHash.equals(hash));
    const isOther = holder !== undefined && holder.id !== row.id;
    return {
      isProvenStudent: claimants.has(row.id),
      mailboxHolder: isOther
        ? { id: holder.id, username: holder.username, nickname: holder.nickname }
        : null,
    };
  };
}

interface MemberQuery extends Omit<UserFilter, 'unseenSince'> {
  unseen?: UnseenMonths | undefined;
}

/** Members of an export that are read at once. */
const EXPORT_BATCH = 500;

export type AdminService = ReturnType<typeof createAdminService>;

type Deps = RoleDeps & Omit<CorrectionDeps, 'getUser'> & FactorRemovalDeps & Pick<Tools, 'seal'>;

export function createAdminService(deps: Deps) {
  const { db, clock, audit } = deps;

  const present = async (tx: Executor, rows: readonly UserRow[]): Promise<AdminUser[]> => {
    const factsOf = await findStudentFacts(tx, deps.seal, rows);
    const now = clock.now();
    return rows.map((row) => presentUser(row, factsOf(row), now));
  };

  /** Throws MEMBER_UNKNOWN. */
  async function getUser(tx: Executor, id: number): Promise<AdminUser> {
    const row = found(await findUser(tx, id), 'MEMBER_UNKNOWN');
    const factsOf = await findStudentFacts(tx, deps.seal, [row]);
    return presentUser(row, factsOf(row), clock.now());
  }

  return {
    ...createRoles(deps),
    ...createBulkRoles(deps),
    ...createFactorRemoval(deps),
    correct: createCorrections({ ...deps, getUser }),
    getUser,

    listAdminIds: async (tx: Executor): Promise<number[]> =>
      (await listAdmins(tx)).map(({ id }) => id),

    /** Returns no roles for a withdrawn or suspended member. */
    findActiveRoles: async (tx: Executor, id: number): Promise<Role[]> =>
      (await findActiveRoles(tx, id, clock.now())) ?? [],

    /** Returns personal data, so every search is recorded in the audit log. */
    async searchUsers(actor: Actor, query: MemberQuery & PageQuery) {
      return db.transaction(async (tx) => {
        const { page, size: _, ...asked } = query;
        const { users: rows, total } = await searchUsers(tx, toFilter(asked), rangeOf(query));
        const detail = { ...recorded(asked), page, found: rows.map(({ id }) => id) };
        const users = await present(tx, rows);
        await audit.record(tx, actor, { action: 'member.search', detail });
        return { rows: users, total };
      });
    },

    /** Records the export, then returns what a search finds as CSV, read in batches in the order of ids. */
    async exportUsers(actor: Actor, query: MemberQuery): Promise<Readable> {
      const detail = recorded(query);
      await db.transaction((tx) => audit.record(tx, actor, { action: 'member.export', detail }));
      return Readable.from(csvOf(toFilter(query)));
    },
  };

  function toFilter({ unseen, ...filter }: MemberQuery): UserFilter {
    if (unseen === undefined) return filter;
    return { ...filter, unseenSince: monthsBefore(kstDay(clock.now()), Number(unseen)) };
  }

  async function* csvOf(filter: UserFilter): AsyncGenerator<string> {
    yield CSV_START;
    const now = clock.now();
    for (let afterId = 0; ; ) {
      const rows = await listExported(db, filter, { afterId, now, limit: EXPORT_BATCH });
      if (rows.length > 0) yield rows.map((row) => csvLine(row, now)).join('');
      if (rows.length < EXPORT_BATCH) return;
      afterId = rows.at(-1)?.id ?? 0;
    }
  }
}

/** What was asked for, without an order that changes nothing of it. */
function recorded({ order: _, ...asked }: MemberQuery): Record<string, unknown> {
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}

/** The same day of an earlier month, or its last one. */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  const found = new Date(Date.UTC(year, month - 1 - months, Math.min(date, last)));
  return found.toISOString().slice(0, 10);
}
