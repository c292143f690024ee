import { attachmentRoutes, videoRoutes } from '@naru/contract/files';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

/** How long a client may take to send, in milliseconds. */
export interface SendingLimits {
  headers: number;
  /** The whole body of a call, and the longest pause in an upload. */
  body: number;
  /** The whole request, also of a picture. */
  request: number;
  /** The whole upload of a file or a video, which may be five times as large. */
  file: number;
  /** How often Node looks for requests above `headers` and `file`. */
  check: number;
}

export const SENDING_LIMITS: SendingLimits = {
  headers: 10_000,
  body: 15_000,
  request: 60_000,
  file: 600_000,
  check: 1000,
};

const JSON_BODY = /^application\/(?:[\w.+-]+\+)?json\b/i;

const FILES = [attachmentRoutes.attachmentUpload, videoRoutes.videoUpload];

/** Closes the connection of a client that sends its body too slowly; Node limits the headers. */
export const slowSendersPlugin = fp(
  async (app: FastifyInstance, { limits }: { limits: SendingLimits }) => {
    app.addHook('onRequest', (request, reply, done) => {
      const { headers } = request;
      const hasBody = headers['transfer-encoding'] !== undefined || headers['content-length'];
      if (hasBody && !request.raw.complete) limitSending(request, reply, limits);
      done();
    });
  },
);

function limitSending(
  { raw, headers, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  limits: SendingLimits,
): void {
  const { socket } = raw;
  // Requests that tests inject have no real socket.
  if (typeof socket.setTimeout !== 'function') return;
  const isCall = JSON_BODY.test(headers['content-type'] ?? '');
  const whole = FILES.some((route) => route === routeOptions.config.route)
    ? limits.file
    : limits.request;
  const late = setTimeout(() => socket.destroy(), isCall ? limits.body : whole);
  socket.setTimeout(limits.body);
  const stop = () => {
    clearTimeout(late);
    // After the response this is the timeout of the idle connection.
    if (!reply.raw.writableEnded) socket.setTimeout(0);
  };
  raw.once('end', stop);
  raw.once('close', stop);
}
