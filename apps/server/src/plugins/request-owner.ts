import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { overdueHolds } from '../platform/metrics/counters.ts';
import { openResponsesPlugin } from './open-responses.ts';

/** How long a request may hold something before the watchdog takes it back, in milliseconds. */
const DEADLINE_MS = 60_000;
const LOOK_MS = 1_000;

interface Holding {
  /** What is held and by which route, for the log. */
  name: string;
  route?: string | undefined;
  /** Gives it back, after so many milliseconds of use; null when the request made no use of it. */
  giveBack: (milliseconds: number | null) => void;
  /** Milliseconds until the watchdog takes it back; a minute by default. */
  deadlineMs?: number;
}

/** Something that a request has taken from others. */
export interface Hold extends Pick<Holding, 'name' | 'route' | 'giveBack'> {
  since: number;
  endsAt: number;
  /** Its deadline is part of normal work: the watchdog neither counts nor logs it. */
  isTimed: boolean;
}

/** On the response itself, as every hook asks for it. */
const OWNER = Symbol('owner');
interface OwnedResponse extends ServerResponse {
  [OWNER]?: RequestOwner;
}

interface Shared {
  log: Pick<FastifyBaseLogger, 'error'>;
  now: () => number;
  /** Those that hold something. */
  holding: Set<RequestOwner>;
}

/**
 * Holds everything that a request takes from others, such as a place or a spot in a line, and gives all of it
 * back at the first of: the response begins, the connection closes, the deadline. Work that has begun when its
 * client leaves holds on until it ends: otherwise whoever sends and closes again and again would have any
 * amount of work done at once.
 */
export class RequestOwner {
  readonly #shared: Shared;
  /** Few at a time. */
  readonly #holds: Hold[] = [];
  #isOver = false;
  #isRunning = false;

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  /** Nobody waits for the response any more, or it has begun. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Remembers what the request has taken; gives it back at once when the request is over. */
  hold({ name, route, giveBack, deadlineMs = DEADLINE_MS }: Holding): Hold {
    const since = this.#shared.now();
    const hold = { name, route, giveBack, since, endsAt: since + deadlineMs, isTimed: false };
    if (this.#isOver) {
      giveBack(null);
    } else {
      this.#holds.push(hold);
      this.#shared.holding.add(this);
    }
    return hold;
  }

  /** Gives back what the request has made no use of. */
  giveBackUnused(hold: Hold): void {
    this.#remove(hold, null);
  }

  /** Lets the request hold it for so many milliseconds from now on, without a fault at their end. */
  endAfter(hold: Hold, milliseconds: number): void {
    hold.endsAt = this.#shared.now() + milliseconds;
    hold.isTimed = true;
  }

  /** Runs the work of the request, which holds on when the client leaves meanwhile. */
  async run<T>(work: () => T): Promise<Awaited<T>> {
    this.#isRunning = true;
    try {
      return await work();
    } finally {
      this.#isRunning = false;
      if (this.#isOver) this.#giveAll();
    }
  }

  /** The response begins. */
  end(): void {
    this.#isOver = true;
    this.#giveAll();
  }

  /** The response is sent, or its client has gone. */
  close(): void {
    this.#isOver = true;
    if (!this.#isRunning) this.#giveAll();
  }

  /** Takes back what is held beyond its deadline. */
  expire(time: number): void {
    for (const hold of [...this.#holds]) {
      if (hold.endsAt > time) continue;
      const milliseconds = time - hold.since;
      if (!hold.isTimed) this.#noteOverdue(hold, milliseconds);
      this.#remove(hold, hold.isTimed ? milliseconds : null);
    }
  }

  #noteOverdue({ name, route }: Hold, milliseconds: number): void {
    overdueHolds.inc();
    const facts = { held: name, route, ms: Math.round(milliseconds), gone: this.#isOver };
    this.#shared.log.error(facts, 'the watchdog gave back what a request held too long');
  }

  #giveAll(): void {
    if (this.#holds.length === 0) return;
    const time = this.#shared.now();
    for (const hold of [...this.#holds]) this.#remove(hold, time - hold.since);
  }

  #remove(hold: Hold, milliseconds: number | null): void {
    const at = this.#holds.indexOf(hold);
    if (at < 0) return;
    this.#holds.splice(at, 1);
    if (this.#holds.length === 0) this.#shared.holding.delete(this);
    hold.giveBack(milliseconds);
  }
}

export type RequestOwners = ReturnType<typeof createRequestOwners>;

/** The owners of all requests of a process, and the watchdog over them. */
export function createRequestOwners(log: Shared['log'], now = () => performance.now()) {
  const shared: Shared = { log, now, holding: new Set() };
  return {
    /** Returns the owner of a request, by its response: the one object that learns of every end. */
    of(response: OwnedResponse): RequestOwner {
      const known = response[OWNER];
      if (known !== undefined) return known;
      const owner = new RequestOwner(shared);
      response[OWNER] = owner;
      if (response.destroyed) owner.close();
      else response.on('close', () => owner.close());
      return owner;
    },

    /** Takes back everything that is held beyond its deadline. */
    look(): void {
      const time = now();
      for (const owner of [...shared.holding]) owner.expire(time);
    },

    /** Returns how many requests hold something. */
    count: () => shared.holding.size,
  };
}

/**
 * Ends what a request holds when its response begins, runs every handler under its owner, and none for a client
 * that has gone. Register it before all routes and other plugins.
 */
export const requestOwnerPlugin = fp(
  async (app: FastifyInstance, { owners }: { owners: RequestOwners }) => {
    // A response that waits for an earlier one learns nothing from Node of the end of its connection.
    await app.register(openResponsesPlugin);
    app.addHook('onRequest', (_request, reply, done) => {
      if (!owners.of(reply.raw).isOver) done();
    });
    app.addHook('onRoute', (route) => {
      const { handler } = route;
      route.handler = function runOwned(request, reply) {
        const owner = owners.of(reply.raw);
        if (owner.isOver) return reply.hijack();
        return owner.run(() => handler.call(this, request, reply));
      };
    });
    app.addHook('onSend', ({ method }, reply, payload, done) => {
      owners.of(reply.raw).end();
      // Fastify would read all of it, after the response and whether or not its client is still there.
      if (method === 'HEAD' && payload instanceof Readable) {
        payload.destroy();
        done(null, Readable.from([]));
      } else {
        done(null, payload);
      }
    });
    const looking = setInterval(owners.look, LOOK_MS).unref();
    app.addHook('onClose', async () => clearInterval(looking));
  },
);
