import { setImmediate } from 'node:timers/promises';
import { LIMITS } from '@naru/contract/limits';
import type { Role } from '@naru/contract/roles';
import type { Db } from '../../db/client.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Seal } from '../seal.ts';
import { findLastSeqs } from './live.repo.ts';
import type { LiveBus } from './live-bus.ts';
import { LiveChannel } from './live-channel.ts';
import { keepPlaces, takePlace } from './live-places.ts';
import { startAt } from './live-resume.ts';
import { LiveStream, type StreamOwner, type StreamSink } from './live-stream.ts';
import { Wheel } from './live-wheel.ts';

/** Seconds a refused eleventh stream is asked to wait. */
const LIMIT_RETRY_SECONDS = 30;
/** Clients of a stopping server come back spread over a time that grows with their number. */
const SPREAD_MS = { min: 1_000, max: 12_000 };

/** Signs of life written before others get their turn again. */
const BEATS_AT_ONCE = 25;

interface Deps {
  db: Db;
  clock: Clock;
  seal: Seal;
  bus: LiveBus;
  log: Log;
  /** Those of the sessions that may still be used, each with the roles of its member. */
  findLiveSessions: (ids: string[]) => Promise<Map<string, readonly Role[]>>;
}

export interface OpenInput {
  owner: StreamOwner;
  lastEventId: string | undefined;
  /** Starts the answer; called once nothing can be refused any more. Null: the caller has left. */
  connect: (stream: LiveStream) => StreamSink | null;
}

export type LiveStreams = ReturnType<typeof createLiveStreams>;

/** The open streams of this server. */
export function createLiveStreams(deps: Deps) {
  const { db, clock, bus, log } = deps;
  const channels = new Map<number, { channel: LiveChannel; unsubscribe: () => void }>();
  const wheel = new Wheel<LiveStream>((streams) => visit(streams));
  let count = 0;
  let isStopping = false;

  return {
    /**
     * Opens a stream: says hello, tells what was missed, then goes on. Throws STREAM_LIMIT for the
     * eleventh of a member and UNAVAILABLE while the server stops.
     */
    async open({ owner, lastEventId, connect }: OpenInput): Promise<void> {
      if (isStopping) throw new AppError('UNAVAILABLE', { retryAfter: 1 });
      const channel = channelOf(owner.memberId);
      if (channel.streams.size >= LIMITS.streamsPerMember) {
        throw new AppError('STREAM_LIMIT', { retryAfter: LIMIT_RETRY_SECONDS });
      }
      const stream = new LiveStream(owner, forget);
      channel.streams.add(stream);
      count += 1;
      try {
        const last = await takePlace(db, owner.memberId, clock.now());
        const { seq, hello } = await startAt(db, owner.memberId, { lastEventId, last });
        if (stream.isClosed) throw new AppError('UNAVAILABLE', { retryAfter: 1 });
        const sink = connect(stream);
        if (sink === null) return stream.close();
        stream.start(sink, seq, hello);
        wheel.add(stream);
        if (channel.isBehind(last)) await bringUp(channel);
      } catch (error) {
        stream.cut();
        throw error;
      }
    },

    /** Ends those streams of the member whose session is over or whose roles changed. */
    async recheck(memberId: number): Promise<void> {
      const streams = channels.get(memberId)?.channel.streams;
      if (streams !== undefined) await endDead([...streams]);
    },

    /** A round of the heartbeat through all streams, which otherwise takes 20 s. */
    beat: () => wheel.turn(),

    /** How many are open. */
    count: () => count,

    /** Sends everybody away, with a time to come back that differs, and takes nobody any more. */
    async stop(): Promise<void> {
      isStopping = true;
      wheel.stop();
      const spread = Math.min(Math.max(count, SPREAD_MS.min), SPREAD_MS.max);
      for (const { channel } of [...channels.values()]) {
        for (const stream of [...channel.streams]) {
          stream.end('stopping', Math.round(spread * (0.5 + Math.random())));
        }
      }
    },
  };

  function channelOf(memberId: number): LiveChannel {
    const known = channels.get(memberId);
    if (known !== undefined) return known.channel;
    const channel = new LiveChannel(memberId, deps);
    const unsubscribe = bus.subscribe(memberId, (seq) => {
      if (channel.isBehind(seq)) void bringUp(channel);
    });
    channels.set(memberId, { channel, unsubscribe });
    return channel;
  }

  function forget(stream: LiveStream): void {
    count -= 1;
    wheel.remove(stream);
    const { memberId } = stream.owner;
    const entry = channels.get(memberId);
    entry?.channel.streams.delete(stream);
    if (entry?.channel.streams.size !== 0) return;
    entry.unsubscribe();
    channels.delete(memberId);
  }

  /** What could not be read now is found by the next round of the wheel. */
  async function bringUp(channel: LiveChannel): Promise<void> {
    try {
      await channel.pump();
    } catch (error) {
      log.warn({ err: error }, 'live events not delivered');
    }
  }

  /** Signs of life, ends of tokens and sessions, and news that the bus has lost. */
  async function visit(streams: readonly LiveStream[]): Promise<void> {
    const now = clock.now().getTime();
    for (const [index, stream] of streams.entries()) {
      if (stream.owner.expiresAt <= now) stream.end('expired', 0);
      else stream.beat();
      if (index % BEATS_AT_ONCE === BEATS_AT_ONCE - 1) await setImmediate();
    }
    try {
      await endDead(streams);
      await catchUp(streams);
    } catch (error) {
      log.warn({ err: error }, 'live streams not checked');
    }
  }

  async function endDead(streams: readonly LiveStream[]): Promise<void> {
    const ids = [...new Set(streams.map(({ owner }) => owner.sessionId))];
    if (ids.length === 0) return;
    const alive = await deps.findLiveSessions(ids);
    for (const stream of streams) {
      const roles = alive.get(stream.owner.sessionId)?.join(' ');
      if (roles !== stream.owner.roles) stream.end('ended', 0);
    }
  }

  async function catchUp(streams: readonly LiveStream[]): Promise<void> {
    const open = streams.filter(({ isClosed }) => !isClosed);
    const memberIds = [...new Set(open.map(({ owner }) => owner.memberId))];
    if (memberIds.length === 0) return;
    await keepPlaces(db, memberIds, clock.now());
    for (const { memberId, lastSeq } of await findLastSeqs(db, memberIds)) {
      const channel = channels.get(memberId)?.channel;
      if (channel?.isBehind(lastSeq) === true) await bringUp(channel);
    }
  }
}
