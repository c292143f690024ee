import type { EventEmitter } from 'node:events';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Admission, Load } from '../platform/admission/admission.ts';
import type { Subject, Waiting } from '../platform/admission/line.ts';
import type { Places } from '../platform/admission/places.ts';
import { loadOf, PICTURE_UPLOADS } from './loads.ts';
import { OVERLOADED, sendOverloaded } from './overloaded.ts';
import type { Subjects } from './subjects.ts';

/** An upload that takes longer goes on without its place: it waits for its network or for encoding. */
const UPLOAD_MS = 5_000;

interface Options {
  admission: Admission;
  subjects: Subjects;
  noteOverload: (load: Load) => void;
  /** Seconds after which this member may send a picture that would wait too long to be encoded; else null. */
  picturesFullFor: (memberId: number | null) => number | null;
  /** How long an upload keeps its place, in milliseconds. */
  uploadMs?: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Where it has a place; null without one. */
    place: Places | null;
    /** Since when. */
    placeSince: number;
    /** Ends the place of an upload that takes long. */
    placeTimer: NodeJS.Timeout | null;
    /** It was refused because the server has too much to do. */
    isShed: boolean;
  }
}

type Done = (error?: Error) => void;

/**
 * Gives each request a place of its load, or lets it wait for one, before anything is read for it. It
 * keeps its place until its response begins: a client that reads slowly holds none, and one that sends
 * its body slowly gives it back meanwhile. An upload, whose body is its work, keeps it for some seconds.
 */
export const admissionPlugin = fp(async (app: FastifyInstance, options: Options) => {
  const { admission, subjects, noteOverload, picturesFullFor, uploadMs = UPLOAD_MS } = options;
  app.decorateRequest('place', null);
  app.decorateRequest('placeSince', 0);
  app.decorateRequest('placeTimer', null);
  app.decorateRequest('isShed', false);

  app.addHook('onRequest', (request, reply, done) => {
    const load = loadOf(request);
    if (load === null) return done();
    const retryAfter = load === 'upload' ? pictureWait(request) : null;
    if (retryAfter === null) enter({ request, reply, load, done });
    else shed(request, reply, load, retryAfter);
  });

  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const { place, raw } = request;
    if (place === null || !hasBody(request)) return done(null);
    if (place === admission.upload) {
      request.placeTimer = setTimeout(() => give(request), uploadMs).unref();
    } else if (!raw.complete) {
      request.place = null;
      place.lend();
      waitsForBody.add(request);
    }
    done(null);
  });

  app.addHook('preValidation', (request, reply, done) => {
    if (!waitsForBody.delete(request)) return done();
    const load = loadOf(request);
    if (load === null) return done();
    enter({ request, reply, load, done, isBack: true });
  });

  // Of a picture that would wait too long to be encoded.
  app.addHook('onError', (request, _reply, error, done) => {
    const load = error.code === OVERLOADED ? loadOf(request) : null;
    if (load !== null) noteShed(request, load);
    done();
  });

  app.addHook('onSend', (request, _reply, _payload, done) => {
    give(request);
    done();
  });

  app.addHook('onResponse', (request, _reply, done) => {
    give(request);
    done();
  });

  /** A signed URL does not tell its member: the upload looks again once it knows. */
  function pictureWait(request: FastifyRequest): number | null {
    const { route } = request.routeOptions.config;
    if (route === undefined || !PICTURE_UPLOADS.has(route)) return null;
    return picturesFullFor(subjects.memberIdOf(request.raw));
  }

  function enter({ request, reply, load, done, isBack }: Entering): void {
    const places = admission[load];
    const start = () => {
      if (isGone(request)) {
        reply.hijack();
        places.lend();
        return;
      }
      request.place = places;
      request.placeSince = performance.now();
      done();
    };
    if (places.take()) {
      start();
      return;
    }
    if (isGone(request)) {
      reply.hijack();
      return;
    }
    // A response that waits for an earlier one is not told of a closed connection; a request is, until it is read.
    const closing: EventEmitter = isBack ? reply.raw : request.raw;
    const stop = () => closing.removeListener('close', leave);
    let subject: Subject | undefined;
    const waiting: Waiting = {
      get subject() {
        subject ??= subjects.subjectOf(request.raw);
        return subject;
      },
      start: () => {
        stop();
        start();
      },
      refuse: (retryAfter) => {
        stop();
        shed(request, reply, load, retryAfter);
      },
    };
    // Nobody waits for a response.
    const leave = () => {
      places.leave(waiting);
      reply.hijack();
    };
    closing.once('close', leave);
    if (isBack) places.waitAgain(waiting);
    else places.wait(waiting);
  }

  function noteShed(request: FastifyRequest, load: Load): void {
    request.isShed = true;
    noteOverload(load);
  }

  /** Sends the refusal past all further hooks. */
  function shed(request: FastifyRequest, reply: FastifyReply, load: Load, retryAfter: number) {
    noteShed(request, load);
    const headers = reply.getHeaders() as OutgoingHttpHeaders;
    reply.hijack();
    sendOverloaded(reply.raw, { headers, requestId: request.id, retryAfter });
  }
});

interface Entering {
  request: FastifyRequest;
  reply: FastifyReply;
  load: Load;
  done: Done;
  /** It had a place before its body came. */
  isBack?: boolean;
}

const waitsForBody = new WeakSet<FastifyRequest>();

/** Nobody reads a body of the others. */
function hasBody({ method, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
}

/** Whether its client has closed the connection. */
function isGone({ raw }: FastifyRequest): boolean {
  return raw.socket.destroyed;
}

function give(request: FastifyRequest): void {
  const { place, placeTimer } = request;
  if (place === null) return;
  if (placeTimer !== null) clearTimeout(placeTimer);
  request.place = null;
  request.placeTimer = null;
  place.give(performance.now() - request.placeSince);
}
