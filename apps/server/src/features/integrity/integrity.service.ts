import type { CheckResult, Integrity } from '@naru/contract/integrity';
import {
  CHECK_STATES,
  type CheckState,
  COUNTER_CHECKS,
  type CounterCheck,
  INTEGRITY_CHECKS,
  type IntegrityCheck,
} from '@naru/contract/integrity-checks';
import { addJob, isJobPending } from '../../domain/jobs/queue.repo.ts';
import { listStaff } from '../../domain/work/work.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { toKst } from '../../platform/clock.ts';
import type { Tools } from '../tools.ts';
import { compareBookings } from './bookings.repo.ts';
import { compareCounters, FIRST, recountPage } from './counters.repo.ts';
import { createFilesCheck } from './files.check.ts';
import { findLatest, insertReport, listEarlier, type ReportRow } from './integrity.repo.ts';
import { type Found, foundOf, NOTHING, scan } from './integrity.scan.ts';
import { createKeysCheck } from './keys.check.ts';
import { compareOthers, compareParts, compareRanks } from './parts.repo.ts';

interface CheckDeps extends Pick<Tools, 'db' | 'storage' | 'clock' | 'seal' | 'audit' | 'log'> {
  /** Newest first. */
  secrets: readonly string[];
}

/** Checks of one run, one after the other: each waits for a statement at a time. They only read. */
async function runChecks(
  deps: CheckDeps,
  chosen: readonly IntegrityCheck[] = INTEGRITY_CHECKS,
): Promise<CheckResult[]> {
  const { db, audit, log } = deps;
  const files = createFilesCheck(deps);
  const keys = createKeysCheck(deps);
  const counters = COUNTER_CHECKS.map((check) => [
    check,
    () => scan(FIRST, (after) => compareCounters(db, check, after)),
  ]);
  const parts = (['POST_PARTS', 'COMMENT_PARTS'] as const).map((check) => [
    check,
    () => scan(FIRST, (after) => compareParts(db, check, after)),
  ]);
  const checks: Record<IntegrityCheck, () => Promise<Found>> = {
    ...Object.fromEntries(counters),
    ...Object.fromEntries(parts),
    OTHER_PARTS: () => scan(0, (at) => compareOthers(db, at)),
    BOOKINGS: () => compareBookings(db),
    PAGE_RANKS: () => scan(0, () => compareRanks(db)),
    FILE_OBJECTS: files.compareObjects,
    FILE_ROWS: files.compareRows,
    AUDIT: async () => {
      const { looked, broken } = await audit.verify();
      return broken === null ? { ...NOTHING, looked } : foundOf(looked, [broken]);
    },
    KEYS: keys.compareKeys,
    CRYPT: keys.compareSeals,
  };
  const results: CheckResult[] = [];
  for (const check of chosen) {
    try {
      const found = await checks[check]();
      results.push({ check, state: found.faults > 0 ? 'FAULTY' : 'WELL', ...found });
    } catch (err) {
      log.warn({ check, err }, 'integrity check failed');
      results.push({ check, state: 'FAILED', ...NOTHING });
    }
  }
  return results;
}

/** The nightly job, and those that an ADMIN asks for. */
const JOBS = ['integrity', 'integrity-now', 'integrity-recount'] as const;
const [, NOW, RECOUNT] = JOBS;
/** They run one after the other, apart from all other jobs. */
const QUEUE = 'integrity';

interface Deps extends CheckDeps, Pick<Tools, 'live' | 'notifications'> {}

export type IntegrityService = ReturnType<typeof createIntegrityService>;

/** Compares what is stored twice, or in two places, and reports what differs. */
export function createIntegrityService(deps: Deps) {
  const { db, clock, audit, live, log, notifications } = deps;

  const enqueue = (tx: Parameters<typeof addJob>[0], task: string, payload = {}, key = task) =>
    addJob(tx, task, payload, { key, queue: QUEUE });

  /** Runs all checks, stores the report, and notifies ADMIN of kinds of faults that the last one did not have. */
  async function check(): Promise<Record<string, number>> {
    const startedAt = clock.now();
    const checks = await runChecks(deps);
    const report = { startedAt, endedAt: clock.now(), state: worstOf(checks), checks };
    await live.transaction(async (tx, emit) => {
      const before = await findLatest(tx);
      await insertReport(tx, report);
      if (!hasNewFault(report, before)) return;
      const staff = await listStaff(tx, ['ADMIN'], clock.now());
      const to = staff.map(({ id }) => id);
      await notifications.notify(tx, emit, { kind: 'integrityBroken', facts: null, to });
    });
    return { faults: faultsOf(checks), failed: checks.filter(isFailed).length };
  }

  /** Counts all wrong counters of one check again, a page in a transaction. */
  async function recount(check: CounterCheck): Promise<number> {
    let total = 0;
    for (let place: string | null = FIRST; place !== null; ) {
      const after: string = place;
      const page = await db.transaction((tx) => recountPage(tx, check, after));
      total += page.corrected;
      place = page.next;
    }
    return total;
  }

  return {
    check,

    async getState(): Promise<Integrity> {
      const [latest, earlier, isPending] = await Promise.all([
        findLatest(db),
        listEarlier(db),
        isJobPending(db, JOBS),
      ]);
      return {
        isPending,
        latest: latest && {
          ...summaryOf({ ...latest, faults: faultsOf(latest.checks) }),
          checks: latest.checks,
        },
        earlier: earlier.map(summaryOf),
      };
    },

    /** Asks for a check; the job of an earlier request that still waits is enough. */
    askForCheck: (): Promise<void> => enqueue(db, NOW),

    /** Asks for a recount and a check after it, with an audit entry. */
    async askForRecount(actor: Actor, check: CounterCheck): Promise<void> {
      await db.transaction(async (tx) => {
        await enqueue(tx, RECOUNT, { check }, `${RECOUNT} ${check}`);
        await audit.record(tx, actor, { action: 'integrity.recount', detail: { check } });
      });
    },

    /** Faults in the database alone, without its files. Stores nothing; throws when a check cannot be made. */
    async countFaults(): Promise<number> {
      const checks = await runChecks(deps, OF_DATABASE);
      const failed = checks.find(isFailed);
      if (failed !== undefined) throw new Error(`the check ${failed.check} was not possible`);
      return faultsOf(checks);
    },

    /** Faults of the last report by check; null before the first one. */
    async readFaults(): Promise<Record<string, number> | null> {
      const latest = await findLatest(db);
      return (
        latest && Object.fromEntries(latest.checks.map(({ check, faults }) => [check, faults]))
      );
    },

    tasks: {
      [NOW]: async () => {
        log.info({ job: NOW, ...(await check()) }, 'job done');
      },
      [RECOUNT]: async (payload: unknown) => {
        const { check } = payload as { check: CounterCheck };
        if (!COUNTER_CHECKS.includes(check)) return;
        const corrected = await recount(check);
        log.info({ job: RECOUNT, check, corrected }, 'job done');
        await enqueue(db, NOW);
      },
    },
  };
}

const OF_DATABASE = INTEGRITY_CHECKS.filter((check) => !/^FILE_/.test(check));
const isFailed = ({ state }: CheckResult) => state === 'FAILED';
const faultsOf = (checks: readonly CheckResult[]) =>
  checks.reduce((sum, { faults }) => sum + faults, 0);

/** Faults weigh more than checks that could not be made. */
const WEIGHT: Record<CheckState, number> = { WELL: 0, FAILED: 1, FAULTY: 2 };

function worstOf(checks: readonly CheckResult[]): CheckState {
  const worst = Math.max(...checks.map(({ state }) => WEIGHT[state]));
  return CHECK_STATES.find((state) => WEIGHT[state] === worst) ?? 'WELL';
}

function hasNewFault({ checks }: Pick<ReportRow, 'checks'>, before: ReportRow | null): boolean {
  const known = new Set(
    before?.checks.filter(({ state }) => state === 'FAULTY').map(({ check }) => check),
  );
  return checks.some(({ state, check }) => state === 'FAULTY' && !known.has(check));
}

function summaryOf({
  id,
  state,
  startedAt,
  endedAt,
  faults,
}: Omit<ReportRow, 'checks'> & { faults: number }) {
  const seconds = Math.round((endedAt.getTime() - startedAt.getTime()) / 100) / 10;
  return { id, state, startedAt: toKst(startedAt), seconds, faults };
}
