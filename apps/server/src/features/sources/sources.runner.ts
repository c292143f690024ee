import { randomUUID } from 'node:crypto';
import { LIMITS } from '@naru/contract/limits';
import * as z from 'zod/mini';
import type { Tx } from '../../db/client.ts';
import { addJob } from '../../domain/jobs/queue.repo.ts';
import type { Emit } from '../../domain/live/live.ts';
import { listStaff } from '../../domain/work/work.repo.ts';
import { addSeconds } from '../../platform/clock.ts';
import type { Tools } from '../tools.ts';
import { SourceError } from './reading/source-error.ts';
import { type ImportContent, type Imported, NOTHING } from './sources.import.ts';
import { type ReadPage, withUnread } from './sources.reading.ts';
import {
  claimSource,
  finishRun,
  type Lease,
  listDue,
  releaseSource,
  renewLease,
  type SourceRow,
} from './sources.repo.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** Keeps the sources of an installation, and installations with the same file, from asking together. */
const JITTER = 0.1;
const JITTER_MAX = 5 * MINUTE;

/**
 * Seconds until the next run. After failures the pause doubles up to a day, or up to the interval if that
 * is longer. `random` is in [0, 1).
 */
export function pauseSeconds(intervalMinutes: number, failuresInRow: number, random: number) {
  const interval = intervalMinutes * MINUTE;
  const longest = Math.max(DAY, interval);
  const pause = Math.min(interval * 2 ** Math.min(failuresInRow, 20), longest);
  return Math.round(pause + random * Math.min(pause * JITTER, JITTER_MAX));
}

const TASK = 'source';
/** A run whose server was killed is taken up so long after its last heartbeat. */
const LEASE_SECONDS = 120;
const RENEW_MS = 30_000;
const RUN_MS = 10 * 60_000;
/** A page that ends the server each time must not do so for ever. */
const ATTEMPTS = 3;

const TEXTS = {
  interrupted: '가져오는 도중에 서버가 여러 번 멈췄습니다.',
  timeout: '10분 안에 다 가져오지 못했습니다.',
  unknown: '서버 안의 문제로 가져오지 못했습니다. 서버 운영자에게 알려 주세요.',
} as const;

const payload = z.object({ id: z.number() });

interface Deps extends Pick<Tools, 'db' | 'clock' | 'live' | 'log' | 'notifications' | 'outgoing'> {
  readPage: ReadPage;
  importContent: ImportContent;
  random: () => number;
}

/** Everything outgoing was held while a run was under way. */
export class HeldError extends Error {}

/** Reads what is due, each source once per interval, however many servers there are. */
export function createRunner(deps: Deps) {
  const { db, clock, live, log, notifications, outgoing, readPage, importContent, random } = deps;

  /** Adds a job for each source that waits; returns how many. */
  async function enqueueDue(): Promise<number> {
    const ids = await listDue(db, clock.now());
    for (const id of ids) await addJob(db, TASK, { id }, { key: `${TASK} ${id}` });
    return ids.length;
  }

  /** `stopping` aborts when the server ends. */
  async function run(job: unknown, { abortSignal: stopping }: { abortSignal?: AbortSignal } = {}) {
    const { id } = z.parse(payload, job);
    // The worker may take a job in the seconds in which it does not know yet.
    if (await outgoing.isHeld()) return;
    const lease: Lease = { id, lease: randomUUID() };
    const row = await claimSource(db, lease, { now: clock.now(), until: untilOf() });
    if (row === null) return;
    const renewal = holdLease(lease);
    const timeout = AbortSignal.timeout(RUN_MS);
    try {
      if (row.attempts > ATTEMPTS) await fail(row, lease, TEXTS.interrupted);
      else await read(row, lease, anyOf(renewal.lost, timeout, stopping));
    } catch (error) {
      await endBroken(row, lease, { error, timeout, stopping, lost: renewal.lost });
    } finally {
      renewal.end();
    }
    if (!stopping?.aborted) await enqueueDue();
  }

  interface Break {
    error: unknown;
    timeout: AbortSignal;
    stopping: AbortSignal | undefined;
    lost: AbortSignal;
  }

  async function endBroken(row: SourceRow, lease: Lease, broken: Break): Promise<void> {
    const isHeld = broken.error instanceof HeldError;
    if (isHeld || broken.stopping?.aborted) await releaseSource(db, lease);
    else if (broken.timeout.aborted) await fail(row, lease, TEXTS.timeout);
    else if (!broken.lost.aborted) await fail(row, lease, reasonOf(broken.error, row));
  }

  async function read(row: SourceRow, lease: Lease, signal: AbortSignal): Promise<void> {
    const reading = await readPage(row, signal);
    // What was left out is still left out.
    if (reading.status === 'unchanged') {
      return end(row, lease, { state: 'SAME', ...NOTHING, faults: row.faults });
    }
    // A change or a deletion of the source meanwhile wants nothing of it.
    if (!(await renewLease(db, lease, untilOf()))) return;
    const { left = [], ...imported } = await importContent(row, reading, signal);
    const { etag, lastModified } = reading.state;
    const rows = withUnread(reading.rows, left);
    await end(row, lease, { state: 'READ', etag, lastModified, rows, ...imported });
  }

  type Stored = ('faults' | 'etag' | 'lastModified' | 'rows' | 'isFirstDone' | 'left') | 'menuMove';
  type Success = Omit<Imported, Stored> & Partial<Pick<SourceRow, Exclude<Stored, 'left'>>>;

  async function end(
    row: SourceRow,
    lease: Lease,
    result: Success & { state: 'READ' | 'SAME' },
  ): Promise<void> {
    const now = clock.now();
    const { created, updated, unchanged, refused } = result;
    await live.transaction(async (tx, emit) => {
      const times = { lastRunAt: now, lastSuccessAt: now, nextRunAt: nextOf(row, 0) };
      const ended = { ...result, ...times, error: null, failuresInRow: 0 };
      if (!(await finishRun(tx, lease, ended))) return;
      if (row.failuresInRow >= LIMITS.sourceFailures) await notify(tx, emit, 'sourceWorks', row);
      if (isNewQuestion(row, ended)) await notify(tx, emit, 'menuMoved', row);
    });
    log.info({ source: row.name, created, updated, unchanged, refused }, 'source read');
  }

  async function fail(row: SourceRow, lease: Lease, error: string): Promise<void> {
    const failuresInRow = row.failuresInRow + 1;
    await live.transaction(async (tx, emit) => {
      const times = { lastRunAt: clock.now(), nextRunAt: nextOf(row, failuresInRow) };
      const ended = { state: 'FAILED', error, failuresInRow, ...times } as const;
      if (!(await finishRun(tx, lease, ended))) return;
      if (failuresInRow === LIMITS.sourceFailures) await notify(tx, emit, 'sourceFailed', row);
    });
  }

  /** Notifies all who may open the panel. */
  async function notify(
    tx: Tx,
    emit: Emit,
    kind: 'sourceFailed' | 'sourceWorks' | 'menuMoved',
    { id: sourceId, config: { title } }: SourceRow,
  ): Promise<void> {
    const staff = await listStaff(tx, ['MANAGER', 'ADMIN'], clock.now());
    const to = staff.map(({ id }) => id);
    await notifications.notify(tx, emit, { kind, facts: { sourceId, title }, to });
  }

  function reasonOf(error: unknown, { name }: SourceRow): string {
    if (error instanceof SourceError) {
      log.warn({ source: name, code: error.code }, 'source not read');
      return error.message;
    }
    log.error({ source: name, err: error }, 'source not read');
    return TEXTS.unknown;
  }

  function untilOf(): Date {
    return addSeconds(clock.now(), LEASE_SECONDS);
  }

  function nextOf({ config }: SourceRow, failuresInRow: number): Date {
    const seconds = pauseSeconds(config.intervalMinutes, failuresInRow, random());
    return addSeconds(clock.now(), seconds);
  }

  /** Holds the source until `end`; `lost` aborts when another run or a change has taken it. */
  function holdLease(lease: Lease): { lost: AbortSignal; end: () => void } {
    const lost = new AbortController();
    const timer = setInterval(() => {
      renewLease(db, lease, untilOf()).then(
        (isHeld) => isHeld || lost.abort(),
        (err: unknown) => log.warn({ err }, 'lease of a source not renewed'),
      );
    }, RENEW_MS).unref();
    return { lost: lost.signal, end: () => clearInterval(timer) };
  }

  return {
    enqueueDue,
    /** Adds the job of one source in the caller's transaction. */
    enqueue: (tx: Tx, id: number) => addJob(tx, TASK, { id }, { key: `${TASK} ${id}` }),
    tasks: { [TASK]: run },
  };
}

/** Whether menus wait for a decision of which nobody was notified before. */
function isNewQuestion(before: SourceRow, { menuMove }: Pick<Imported, 'menuMove'>): boolean {
  return menuMove?.choice === null && menuMove.hash !== before.menuMove?.hash;
}

function anyOf(...signals: (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((one) => one !== undefined));
}
