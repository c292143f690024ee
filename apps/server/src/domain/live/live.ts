import type { LiveEvent } from '@naru/contract/events';
import { type SQL, sql } from 'drizzle-orm';
import type { Db, Executor, Tx } from '../../db/client.ts';
import { type Pipeline, runPipeline } from '../../db/fast/fast.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Seal } from '../../platform/seal.ts';
import {
  type LockedStream,
  listListeners,
  listStoredAfter,
  type NewEvent,
  prepareInsertEvents,
  prepareLockStreams,
  replacePayloads,
  type StoredEvents,
} from './live.repo.ts';
import type { LiveBus } from './live-bus.ts';
import { openEvent, sealEvent } from './live-events.ts';
import { createListening, listeningSince } from './live-listening.ts';

/** Stored events that one statement reads. */
const BATCH = 500;

/** Returns the new event; null leaves it unchanged. */
type ChangeEvent = (event: LiveEvent) => LiveEvent | null;

/** Replaces the payloads of stored events and keeps their numbers: streams that resume get the new payloads. */
async function rewriteEvents(
  tx: Tx,
  seal: Seal,
  stored: StoredEvents,
  change: ChangeEvent,
): Promise<void> {
  let last = { memberId: 0, seq: 0 };
  for (let isMore = true; isMore; ) {
    const rows = await listStoredAfter(tx, stored, last, BATCH);
    const changed = rows.flatMap((row) => {
      const event = openEvent(seal, row.payload);
      const next = event && change(event);
      return next === null ? [] : { ...row, payload: sealEvent(seal, next) };
    });
    await replacePayloads(tx, changed);
    last = rows.at(-1) ?? last;
    isMore = rows.length === BATCH;
  }
}

/**
 * Adds an event for a member to the transaction. An event function is called right before the
 * commit, with the member's stream locked, so that counts in it match its position. Events of one
 * member arrive in commit order.
 */
export type Emit = (
  memberId: number,
  event: LiveEvent | ((tx: Tx) => Promise<LiveEvent>),
) => Promise<void>;

/** Adds an event to a stream that the transaction has locked. */
export type AppendEvent = (stream: LockedStream, event: LiveEvent) => void;

export type Live = ReturnType<typeof createLive>;

interface Deps {
  db: Db;
  clock: Clock;
  seal: Seal;
  bus: LiveBus;
}

interface Waiting {
  memberId: number;
  build: (tx: Tx) => Promise<LiveEvent>;
}

export function createLive({ db, clock, seal, bus }: Deps) {
  const hints = new WeakMap<Tx, (() => void)[]>();
  const insertAll = prepareInsertEvents(db);
  const streamsOf = prepareLockStreams(db, 'of_members', sql`${sql.placeholder('ids')}::bigint[]`);

  return {
    /**
     * Runs a transaction whose live events are stored with it and delivered after its commit.
     * Streams are locked last and in the order of member ids, so `emit` may be called in any order.
     */
    transaction<T>(work: (tx: Tx, emit: Emit) => Promise<T>): Promise<T> {
      return pipelined(async ({ tx, send }, append) => {
        await send();
        const waiting: Waiting[] = [];
        const result = await work(tx, async (memberId, event) => {
          const build = typeof event === 'function' ? event : async () => event;
          waiting.push({ memberId, build });
        });
        await appendEvents(send, append, waiting);
        return result;
      });
    },

    /**
     * `transaction` with pipelined statements (db/fast/README.md). The work locks the streams with
     * `prepareStreams`: after all other locks, and before it reads a count for an event.
     */
    pipelined,

    /**
     * Prepares the statements that lock the streams of members and return those with listeners. `memberIds`
     * is an SQL array of ids; the returned function takes the values of its placeholders.
     */
    prepareStreams(name: string, memberIds: SQL) {
      const prepare = prepareLockStreams(db, name, memberIds);
      return (values: Record<string, unknown>) => prepare(values, listeningSince(clock.now()));
    },

    /** Changes events that are stored already, such as one whose text must be erased. */
    rewrite: (tx: Tx, stored: StoredEvents, change: ChangeEvent) =>
      rewriteEvents(tx, seal, stored, change),

    /** Runs `hint` after the commit of a transaction of this object; lost if the server crashes. */
    afterCommit(tx: Tx, hint: () => void): void {
      hints.set(tx, [...(hints.get(tx) ?? []), hint]);
    },

    /**
     * Starts storing events for the member and returns the number of the last one. A page read after this
     * call, and a stream resumed from the number, miss nothing in between.
     */
    place: createListening(db, clock),

    /** Members for whom events are stored, in the order of their ids. */
    listeners: (executor: Executor, page: { afterId: number; limit: number }) =>
      listListeners(executor, { ...page, since: listeningSince(clock.now()) }),
  };

  async function pipelined<T>(
    work: (pipeline: Pipeline, append: AppendEvent) => Promise<T>,
  ): Promise<T> {
    const lastSeqs = new Map<number, number>();
    const { result, toRun } = await runPipeline(db, async (pipeline) => {
      const rows: Pick<NewEvent, 'memberId' | 'seq' | 'payload'>[] = [];
      const result = await work(pipeline, ({ memberId, lastSeq }, event) => {
        const seq = (lastSeqs.get(memberId) ?? lastSeq) + 1;
        rows.push({ memberId, seq, payload: sealEvent(seal, event) });
        lastSeqs.set(memberId, seq);
      });
      const last = rows.length === 0 ? [] : [insertAll(rows, clock.now())];
      return { result: { result, toRun: hints.get(pipeline.tx) ?? [] }, last };
    });
    for (const [memberId, seq] of lastSeqs) bus.publish(memberId, seq);
    for (const hint of toRun) hint();
    return result;
  }

  /** Locks the streams in one round trip; builds the events of those with listeners in a second one. */
  async function appendEvents(
    send: Pipeline['send'],
    append: AppendEvent,
    waiting: readonly Waiting[],
  ): Promise<void> {
    if (waiting.length === 0) return;
    const ids = [...new Set(waiting.map(({ memberId }) => memberId))];
    const { hold, lock } = streamsOf({ ids }, listeningSince(clock.now()));
    const [, locked] = await send(hold, lock);
    const streams = new Map(locked.map((stream) => [stream.memberId, stream]));
    const due = waiting.flatMap(({ memberId, build }) => {
      const stream = streams.get(memberId);
      return stream === undefined ? [] : [{ stream, build }];
    });
    if (due.length === 0) return;
    const events = await send(...due.map(({ build }) => build));
    for (const [index, { stream }] of due.entries()) {
      const event = events[index];
      if (event !== undefined) append(stream, event);
    }
  }
}
