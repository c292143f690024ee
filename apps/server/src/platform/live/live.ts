import type { LiveEvent } from '@naru/contract/events';
import type { SQL } from 'drizzle-orm';
import type { Db, Executor, Tx } from '../../db/client.ts';
import { type Pipeline, runPipeline } from '../../db/pipeline.ts';
import type { Clock } from '../clock.ts';
import type { Seal } from '../seal.ts';
import {
  holdListeners,
  insertEvents,
  type LockedStream,
  listListeners,
  lockStreams,
  type NewEvent,
  prepareInsertEvents,
  prepareLockStreams,
} from './live.repo.ts';
import type { LiveBus } from './live-bus.ts';
import { sealEvent } from './live-events.ts';
import { listeningSince, startListening } from './live-listening.ts';

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
export type Tell = (stream: LockedStream, event: LiveEvent) => void;

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

  return {
    /**
     * Runs a transaction whose live events are stored with it and delivered after its commit.
     * Streams are locked last and in the order of member ids, so `emit` may be called in any order.
     */
    async transaction<T>(work: (tx: Tx, emit: Emit) => Promise<T>): Promise<T> {
      const { result, lastSeqs, toRun } = await db.transaction(async (tx) => {
        const waiting: Waiting[] = [];
        const result = await work(tx, async (memberId, event) => {
          const build = typeof event === 'function' ? event : async () => event;
          waiting.push({ memberId, build });
        });
        return { result, lastSeqs: await store(tx, waiting), toRun: hints.get(tx) ?? [] };
      });
      announce(lastSeqs, toRun);
      return result;
    },

    /**
     * The same with statements that are sent together. The work locks the streams with
     * `prepareStreams`, after everything else and before it counts what an event says.
     */
    async pipelined<T>(work: (pipeline: Pipeline, tell: Tell) => Promise<T>): Promise<T> {
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
      announce(lastSeqs, toRun);
      return result;
    },

    /**
     * Prepares the statements that lock the streams of members and return those with listeners.
     * `memberIds` is an array of ids; the values are those of its placeholders.
     */
    prepareStreams(name: string, memberIds: SQL) {
      const prepare = prepareLockStreams(db, name, memberIds);
      return (values: Record<string, unknown>) => prepare(values, listeningSince(clock.now()));
    },

    /** Runs `hint` after the commit of such a transaction; it is lost if the server crashes. */
    afterCommit(tx: Tx, hint: () => void): void {
      hints.set(tx, [...(hints.get(tx) ?? []), hint]);
    },

    /**
     * Returns the member's last event number and starts storing its events: a page read after this
     * call and a stream resumed from the number miss nothing in between.
     */
    place: (memberId: number) => startListening(db, memberId, clock.now()),

    /** Members for whom events are stored, in the order of their ids. */
    listeners: (executor: Executor, page: { afterId: number; limit: number }) =>
      listListeners(executor, { ...page, since: listeningSince(clock.now()) }),
  };

  function announce(lastSeqs: ReadonlyMap<number, number>, toRun: readonly (() => void)[]): void {
    for (const [memberId, seq] of lastSeqs) bus.publish(memberId, seq);
    for (const hint of toRun) hint();
  }

  /** Returns the new last number of each stream that has listeners. */
  async function store(tx: Tx, waiting: readonly Waiting[]): Promise<Map<number, number>> {
    if (waiting.length === 0) return new Map();
    const now = clock.now();
    const memberIds = [...new Set(waiting.map(({ memberId }) => memberId))];
    const lastSeqs = await lockListening(tx, memberIds, now);
    const rows: NewEvent[] = [];
    for (const { memberId, build } of waiting) {
      const last = lastSeqs.get(memberId);
      if (last === undefined) continue;
      const payload = sealEvent(seal, await build(tx));
      rows.push({ memberId, seq: last + 1, payload, createdAt: now });
      lastSeqs.set(memberId, last + 1);
    }
    await insertEvents(tx, rows, lastSeqs);
    return lastSeqs;
  }
}

/** Returns the last numbers of the streams with listeners. */
async function lockListening(tx: Tx, memberIds: number[], now: Date): Promise<Map<number, number>> {
  await holdListeners(tx, memberIds);
  const streams = await lockStreams(tx, memberIds, listeningSince(now));
  return new Map(streams.map(({ memberId, lastSeq }) => [memberId, lastSeq]));
}
