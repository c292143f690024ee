import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { type Hold, type Holding, type Holds, holds } from '../platform/holds.ts';
import { openResponsesPlugin } from './open-responses.ts';

const LOOK_MS = 1_000;

/** On the response itself, as every hook asks for it. */
const OWNER = Symbol('owner');
interface OwnedResponse extends ServerResponse {
  [OWNER]?: RequestOwner;
}

/**
 * Holds what a request takes from a shared supply, such as a place or a spot in a line, and gives it back when the
 * response begins, the connection closes or the deadline passes, whichever is first. Work that is running when its
 * client leaves keeps it until the work ends: otherwise a client could start any amount of work by sending and
 * closing again and again.
 */
export class RequestOwner {
  readonly #holds: Holds;
  readonly #own: Hold[] = [];
  #isOver = false;
  #isRunning = false;

  constructor(holds: Holds) {
    this.#holds = holds;
  }

  /** Nobody waits for the response any more, or it has begun. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Remembers what the request has taken; gives it back at once when the request is over. */
  hold({ name, route, giveBack, deadlineMs }: Omit<Holding, 'isGone'>): Hold {
    const isGone = () => this.#isOver;
    const hold = this.#holds.add({ name, route, isGone, giveBack, deadlineMs });
    if (this.#isOver) this.#holds.giveBackUnused(hold);
    else this.#own.push(hold);
    return hold;
  }

  /** Runs the work of the request, which keeps what it holds until its end, even if the client leaves. */
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

  #giveAll(): void {
    for (const hold of this.#own) this.#holds.end(hold);
  }
}

export type RequestOwners = ReturnType<typeof createRequestOwners>;

/** The owners of all requests of an app. */
export function createRequestOwners(held: Holds = holds) {
  return {
    holds: held,

    /**
     * The owner of a request, found by its response, because only the response learns of every way in which a
     * request ends.
     */
    of(response: OwnedResponse): RequestOwner {
      const known = response[OWNER];
      if (known !== undefined) return known;
      const owner = new RequestOwner(held);
      response[OWNER] = owner;
      if (response.destroyed) owner.close();
      else response.on('close', () => owner.close());
      return owner;
    },
  };
}

/**
 * Ends what a request holds when its response begins, runs every handler under its owner, and none for a client
 * that has gone. Register it before all routes and other plugins.
 */
export const requestOwnerPlugin = fp(
  async (app: FastifyInstance, { owners }: { owners: RequestOwners }) => {
    // Node does not notify a pipelined response that its connection has closed.
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
      // Otherwise Fastify would read the whole stream, even after its client has gone.
      if (method === 'HEAD' && payload instanceof Readable) {
        payload.destroy();
        done(null, Readable.from([]));
      } else {
        done(null, payload);
      }
    });
    const looking = setInterval(() => owners.holds.look(app.log), LOOK_MS).unref();
    app.addHook('onClose', async () => clearInterval(looking));
  },
);
