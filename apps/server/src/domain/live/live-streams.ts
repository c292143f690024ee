import { setImmediate } from 'node:timers/promises';
import type { LiveEvent } from '@naru/contract/events';
import type { Role } from '@naru/contract/roles';
import type { LiveSeats } from '../../peers/counts.ts';
import { createBatchedRead } from '../../platform/batched-read.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { findLastSeqs } from './live.repo.ts';
import type { Live } from './live.ts';
import type { LiveBus } from './live-bus.ts';
import { type ChannelDeps, LiveChannel } from './live-channel.ts';
import { unnumberedFrame } from './live-events.ts';
import { extendListening, startAt } from './live-listening.ts';
import { LiveStream, type StreamOwner, type StreamSink, Wheel } from './live-stream.ts';

/** Retry-After for the eleventh stream of a member. */
const LIMIT_RETRY_SECONDS = 30;
/** Jitter of the retry delay at shutdown; the range grows with the number of clients. */
const SPREAD_MS = { min: 1_000, max: 12_000 };

/** Frames written before yielding to the event loop. */
const FRAMES_AT_ONCE = 25;

interface Deps extends ChannelDeps {
  clock: Clock;
  bus: LiveBus;
  log: Log;
  seats: LiveSeats;
  live: Pick<Live, 'place'>;
  /** First event of a new stream; null for none. */
  findGreeting: () => Promise<LiveEvent | null>;
  /** Returns the usable ones among the sessions, each with the roles of its member. */
  findLiveSessions: (ids: string[]) => Promise<Map<string, readonly Role[]>>;
}

interface OpenInput {
  owner: StreamOwner;
  lastEventId: string | undefined;
  /** Starts the response, after the last check. Null: the client has disconnected. */
  connect: (stream: LiveStream) => StreamSink | null;
}

export type LiveStreams = ReturnType<typeof createLiveStreams>;

/** The open streams of this server. */
export function createLiveStreams(deps: Deps) {
  const { db, clock, bus, log, seats } = deps;
  const channels = new Map<number, { channel: LiveChannel; unsubscribe: () => void }>();
  const findSession = createBatchedRead(deps.findLiveSessions);
  const wheel = new Wheel<LiveStream>((streams) => visit(streams));
  let count = 0;
  let isStopping = false;

  return {
    /**
     * Opens a stream: hello, missed events, then new ones. Throws STREAM_LIMIT for the eleventh
     * stream of a member and UNAVAILABLE while the server stops.
     */
    async open({ owner, lastEventId, connect }: OpenInput): Promise<void> {
      if (!(await seats.take(owner.memberId))) {
        throw new AppError('STREAM_LIMIT', { retryAfter: LIMIT_RETRY_SECONDS });
      }
      if (isStopping) {
        seats.give(owner.memberId);
        throw new AppError('UNAVAILABLE', { retryAfter: 1 });
      }
      const channel = channelOf(owner.memberId);
      const stream = new LiveStream(owner, drop);
      channel.streams.add(stream);
      count += 1;
      try {
        // A session that ends from now on ends this stream too; one that has ended already is found by
        // discardEnded.
        const [last] = await Promise.all([deps.live.place(owner.memberId), discardEnded(stream)]);
        const { seq, hello } = await startAt(db, owner.memberId, { lastEventId, last });
        if (stream.isClosed) throw new AppError('UNAVAILABLE', { retryAfter: 1 });
        const sink = connect(stream);
        if (sink === null) return stream.close();
        stream.start(sink, seq, hello);
        wheel.add(stream);
        await greet(stream);
        if (channel.isBehind(last)) await pumpOrRetry(channel);
      } catch (error) {
        stream.cut();
        throw error;
      }
    },

    /** Ends the member's streams whose session is over or whose roles changed. */
    async recheck(memberId: number): Promise<void> {
      const streams = channels.get(memberId)?.channel.streams;
      if (streams !== undefined) await discardStale([...streams]);
    },

    /** Sends an event to every open stream, or all but those of one member, without storing it. */
    async sendUnnumbered(event: LiveEvent, exceptMember?: number): Promise<void> {
      const frame = unnumberedFrame(event);
      const open = [...channels].flatMap(([memberId, { channel }]) =>
        memberId === exceptMember ? [] : [...channel.streams],
      );
      await eachYielding(open, (stream) => stream.sendUnnumbered(frame));
    },

    /** Runs a full heartbeat round, which otherwise takes 20 s. */
    beat: () => wheel.turn(),

    count: () => count,

    /** Closes all streams with a jittered retry and refuses new ones. */
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

  /** Call it after the start, from which on the stream gets every change. */
  async function greet(stream: LiveStream): Promise<void> {
    const greeting = await deps.findGreeting();
    if (greeting !== null) stream.sendUnnumbered(unnumberedFrame(greeting));
  }

  function channelOf(memberId: number): LiveChannel {
    const known = channels.get(memberId);
    if (known !== undefined) return known.channel;
    const channel = new LiveChannel(memberId, deps);
    const unsubscribe = bus.subscribe(memberId, (seq) => {
      if (channel.isBehind(seq)) void pumpOrRetry(channel);
    });
    channels.set(memberId, { channel, unsubscribe });
    return channel;
  }

  function drop(stream: LiveStream): void {
    count -= 1;
    wheel.remove(stream);
    const { memberId } = stream.owner;
    seats.give(memberId);
    const entry = channels.get(memberId);
    entry?.channel.streams.delete(stream);
    if (entry?.channel.streams.size !== 0) return;
    entry.unsubscribe();
    channels.delete(memberId);
  }

  /** Events that cannot be read now are read in the wheel's next round. */
  async function pumpOrRetry(channel: LiveChannel): Promise<void> {
    try {
      await channel.pump();
    } catch (error) {
      log.warn({ err: error }, 'live events not delivered');
    }
  }

  /** Sends heartbeats, ends expired streams, and reads events whose bus message was lost. */
  async function visit(streams: readonly LiveStream[]): Promise<void> {
    const now = clock.now().getTime();
    await eachYielding(streams, (stream) => {
      if (stream.owner.expiresAt <= now) stream.end('expired', 0);
      else stream.beat();
    });
    try {
      await discardStale(streams);
      await catchUp(streams);
    } catch (error) {
      log.warn({ err: error }, 'live streams not checked');
    }
  }

  async function discardEnded(stream: LiveStream): Promise<void> {
    discardUnless(stream, (await findSession(stream.owner.sessionId)) ?? undefined);
  }

  async function discardStale(streams: readonly LiveStream[]): Promise<void> {
    const ids = [...new Set(streams.map(({ owner }) => owner.sessionId))];
    if (ids.length === 0) return;
    const alive = await deps.findLiveSessions(ids);
    for (const stream of streams) discardUnless(stream, alive.get(stream.owner.sessionId));
  }

  function discardUnless(stream: LiveStream, roles: readonly Role[] | undefined): void {
    if (roles?.join(' ') !== stream.owner.roles) stream.end('ended', 0);
  }

  async function catchUp(streams: readonly LiveStream[]): Promise<void> {
    const open = streams.filter(({ isClosed }) => !isClosed);
    const memberIds = [...new Set(open.map(({ owner }) => owner.memberId))];
    if (memberIds.length === 0) return;
    await extendListening(db, memberIds, clock.now());
    for (const [memberId, lastSeq] of await findLastSeqs(db, memberIds)) {
      const channel = channels.get(memberId)?.channel;
      if (channel?.isBehind(lastSeq) === true) await pumpOrRetry(channel);
    }
  }
}

async function eachYielding<T>(all: readonly T[], act: (one: T) => void): Promise<void> {
  for (const [index, one] of all.entries()) {
    act(one);
    if (index % FRAMES_AT_ONCE === FRAMES_AT_ONCE - 1) await setImmediate();
  }
}
