import type { Socket } from 'node:net';
import { eventRoutes } from '@naru/contract/events';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LiveStream, StreamSink } from '../../domain/live/live-stream.ts';
import type { LiveStreams } from '../../domain/live/live-streams.ts';
import { mountRoutes } from '../../http/contract-routes.ts';
import { addressKey } from '../../http/rate-limit.ts';
import { bearerToken } from '../../http/session.ts';
import { takeSocket } from '../../http/take-socket.ts';
import { AppError } from '../../platform/errors.ts';
import { isOwnOrigin } from '../../platform/origin.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { Tools } from '../tools.ts';

/** TCP keep-alive delay; below the heartbeat interval, which would otherwise reset it each time. */
const KEEP_ALIVE_MS = 8_000;

/** Retry-After of an address that opened too many streams. */
const GATE_RETRY_SECONDS = 2;

interface Parts extends Pick<Tools, 'events'> {
  streams: LiveStreams;
  sessions: SessionsService;
  publicUrl: string;
  /** Of clients that are served elsewhere. */
  corsOrigins: readonly string[];
}

/** False: the address has opened as many streams in the last second as it may. */
export type EnterStream = (address: string) => Promise<boolean> | boolean;

export function eventsFeature(
  app: FastifyInstance,
  { streams, sessions, publicUrl, corsOrigins, events }: Parts,
  enter: EnterStream,
): void {
  app.addHook('preClose', () => streams.stop());
  app.addHook('onClose', () => events.drain());
  mountRoutes(app, eventRoutes, {
    stream: async ({ actor, request, reply }) => {
      if (!isOwnOrigin(request.headers, { publicUrl, corsOrigins }))
        throw new AppError('ORIGIN_DENIED');
      if (request.method === 'HEAD') {
        reply.type('text/event-stream').send();
        return;
      }
      if (!(await enter(addressKey(request.ip)))) {
        throw new AppError('TOO_MANY_REQUESTS', { retryAfter: GATE_RETRY_SECONDS });
      }
      await streams.open({
        owner: {
          memberId: actor.memberId,
          sessionId: actor.sessionId,
          roles: actor.roles.join(' '),
          expiresAt: sessions.expiryOf(bearerToken(request) ?? '').getTime(),
        },
        lastEventId: lastEventId(request),
        connect: (stream) => connect(stream, reply),
      });
    },
  });
}

function lastEventId(request: FastifyRequest): string | undefined {
  const header = request.headers['last-event-id'];
  return Array.isArray(header) ? header.join() : header;
}

/** Starts the response: not cached, not compressed, not buffered by a proxy. */
function connect(stream: LiveStream, reply: FastifyReply): StreamSink | null {
  const socket = takeSocket(reply, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'private, no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  if (socket === null) return null;
  socket.once('close', () => stream.close());
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  return new SocketSink(socket);
}

class SocketSink implements StreamSink {
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  write(data: Buffer | string): void {
    this.#socket.write(data);
  }

  end(text: string): void {
    this.#socket.write(text);
    this.#socket.destroySoon();
  }

  cut(): void {
    this.#socket.destroy();
  }

  waitingBytes(): number {
    return this.#socket.writableLength;
  }
}
