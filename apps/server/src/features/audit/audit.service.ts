import { Readable } from 'node:stream';
import type { AuditAction, AuditTarget } from '@naru/contract/audit';
import { chunksOf, LARGE_CHUNK } from '../../db/chunks.ts';
import type { Executor } from '../../db/client.ts';
import type { DomainTools } from '../../domain/tools.ts';
import type { Actor } from '../../platform/actor.ts';
import { addDays, startOfKstDay } from '../../platform/clock.ts';
import { type PageQuery, pageInfo, rangeOf } from '../../platform/paging.ts';
import { CSV_START, csvLine } from './audit.csv.ts';
import { presentEntry } from './audit.present.ts';
import {
  type AuditFilter,
  compareLinks,
  insertEntries,
  listEntries,
  listNewest,
} from './audit.repo.ts';

export interface AuditRecord {
  action: AuditAction;
  /** Left out when there is no single target. */
  targetId?: number;
  reason?: string | undefined;
  /** Such as `before` and `after` of a change; must not name the author of anonymous content. */
  detail?: Record<string, unknown>;
}

type Subject<Action> = Action extends `${infer S}.${string}` ? S : never;

/** The type of the target, by the part of the action before the dot. */
const TARGET_TYPES: Record<Subject<AuditAction>, AuditTarget> = {
  role: 'member',
  member: 'member',
  inquiry: 'inquiry',
  'reply-template': 'reply-template',
  post: 'post',
  petition: 'post',
  answer: 'post',
  comment: 'comment',
  'course-review': 'course-review',
  reveal: 'reveal',
  lecture: 'lecture',
  banner: 'banner',
  menu: 'menu',
  source: 'source',
  'academic-date': 'academic-date',
  booking: 'booking',
  setting: 'setting',
  audit: 'audit',
  roster: 'roster',
  'sign-up': 'sign-up',
  'service-key': 'service-key',
  integrity: 'integrity',
  email: 'email',
  outgoing: 'outgoing',
  backup: 'backup',
};

type FilterQuery = Omit<AuditFilter, 'since' | 'until' | 'beforeId'> & {
  from?: string | undefined;
  to?: string | undefined;
};

/** Entries of an export that are read at once. */
const EXPORT_BATCH = 500;
export type AuditService = ReturnType<typeof createAuditService>;

/** The append-only log of what staff did and read, and of withdrawals. */
export function createAuditService({ db, clock }: Pick<DomainTools, 'db' | 'clock'>) {
  const service = {
    /**
     * Appends an entry in the caller's transaction. Call it last, after all row locks: until the
     * transaction ends, other transactions wait to append theirs.
     */
    async record(
      tx: Executor,
      actor: Pick<Actor, 'memberId' | 'address'>,
      record: AuditRecord,
    ): Promise<void> {
      await insertEntries(tx, [toEntry(actor, record)]);
    },

    /** The same for many entries, in their order. */
    async recordAll(
      tx: Executor,
      actor: Pick<Actor, 'memberId' | 'address'>,
      records: readonly AuditRecord[],
    ): Promise<void> {
      for (const some of chunksOf(records, LARGE_CHUNK)) {
        await insertEntries(
          tx,
          some.map((record) => toEntry(actor, record)),
        );
      }
    },

    /** Returns a page, newest first; `from` and `to` are days in Korea, both inclusive. */
    async list({ page, size, ...query }: PageQuery & FilterQuery) {
      const { rows, total } = await listEntries(db, toFilter(query), rangeOf({ page, size }));
      return { entries: rows.map(presentEntry), page: pageInfo({ page, size }, total) };
    },

    /** Records the export, then returns the matching entries as CSV, read in batches. */
    async export(actor: Actor, query: FilterQuery): Promise<Readable> {
      const asked = Object.entries(query).filter(([, value]) => value !== undefined);
      const detail = Object.fromEntries(asked);
      await db.transaction((tx) => service.record(tx, actor, { action: 'audit.export', detail }));
      return Readable.from(csvOf(toFilter(query)));
    },

    /** Returns the id of the first entry that was tampered with, or null. */
    findBroken: async () => (await service.verify()).broken,

    /** The same, and how many entries it looked at. */
    async verify(): Promise<{ looked: number; broken: number | null }> {
      let looked = 0;
      for (let after: number | null = 0; after !== null; ) {
        const links: Awaited<ReturnType<typeof compareLinks>> = await compareLinks(db, after);
        looked += links.looked;
        if (links.broken !== null) return { looked, broken: links.broken };
        after = links.last;
      }
      return { looked, broken: null };
    },
  };
  return service;

  function toEntry(
    { memberId: actorId, address }: Pick<Actor, 'memberId' | 'address'>,
    { action, targetId = 0, reason, detail }: AuditRecord,
  ) {
    const [subject] = action.split('.') as [Subject<AuditAction>];
    return {
      actorId,
      address,
      action,
      targetType: TARGET_TYPES[subject],
      targetId,
      reason: reason?.trim() || null,
      detail,
      createdAt: clock.now(),
    };
  }

  async function* csvOf(filter: AuditFilter): AsyncGenerator<string> {
    yield CSV_START;
    for (let beforeId: number | undefined; ; ) {
      const rows = await listNewest(db, { ...filter, beforeId }, EXPORT_BATCH);
      if (rows.length > 0) yield rows.map((row) => csvLine(presentEntry(row))).join('');
      if (rows.length < EXPORT_BATCH) return;
      beforeId = rows.at(-1)?.id;
    }
  }
}

function toFilter({ from, to, ...query }: FilterQuery): AuditFilter {
  const since = from === undefined ? undefined : startOfKstDay(from);
  const until = to === undefined ? undefined : startOfKstDay(addDays(to, 1));
  return { ...query, since, until };
}
