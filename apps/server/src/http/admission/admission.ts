import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Hold } from '../../platform/holds.ts';
import type { RequestOwners } from '../request-owner.ts';
import { type Admission, type Load, loadOf, PICTURE_UPLOADS } from './loads.ts';
import type { Subject, Waiting } from './places.ts';
import { OVERLOADED, type Subjects, sendOverloaded } from './refusals.ts';

/** After this time an upload gives its place back and goes on: then it waits for its network or for encoding. */
const UPLOAD_MS = 5_000;

interface Options {
  admission: Admission;
  owners: RequestOwners;
  subjects: Subjects;
  noteOverload: (load: Load) => void;
  /** Seconds for Retry-After, if a picture of this member would wait too long to be encoded; else null. */
  picturesFullFor: (memberId: number | null) => number | null;
  /** How long an upload keeps its place, in milliseconds. */
  uploadMs?: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Its place; null without one. */
    place: Hold | null;
    /** Whether the request was refused because the server is overloaded. */
    isShed: boolean;
  }
}

type Done = (error?: Error) => void;

/**
 * Gives each request a place of its load, or lets it wait for one, before its body is read; its owner gives the
 * place back. A request whose body is still arriving holds no place; an upload, whose body is its work, holds one
 * for some seconds.
 */
export const admissionPlugin = fp(async (app: FastifyInstance, options: Options) => {
  const { admission, owners, subjects, noteOverload, picturesFullFor } = options;
  const { uploadMs = UPLOAD_MS } = options;
  app.decorateRequest('place', null);
  app.decorateRequest('isShed', false);

  app.addHook('onRequest', (request, reply, done) => {
    const load = loadOf(request);
    if (load === null) return done();
    const retryAfter = load === 'upload' ? pictureWait(request) : null;
    if (retryAfter === null) enter({ request, reply, load, done });
    else shed(request, reply, load, retryAfter);
  });

  app.addHook('preParsing', (request, reply, _payload, done) => {
    const { place, raw } = request;
    const owner = owners.of(reply.raw);
    // The client has gone: the rest of its body will never arrive.
    if (owner.isOver) return reply.hijack();
    if (place === null || !hasBody(request)) return done(null);
    if (loadOf(request) === 'upload') {
      owners.holds.endAfter(place, uploadMs);
    } else if (!raw.complete) {
      owners.holds.giveBackUnused(place);
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

  // Counts a picture that was refused because it would wait too long to be encoded.
  app.addHook('onError', (request, _reply, error, done) => {
    const load = error.code === OVERLOADED ? loadOf(request) : null;
    if (load !== null) noteShed(request, load);
    done();
  });

  /** With a signed URL the member is not known yet; the upload checks again when it is. */
  function pictureWait(request: FastifyRequest): number | null {
    const { route } = request.routeOptions.config;
    if (route === undefined || !PICTURE_UPLOADS.has(route)) return null;
    return picturesFullFor(subjects.memberIdOf(request.raw));
  }

  function enter({ request, reply, load, done, isBack = false }: Entering): void {
    const places = admission[load];
    const owner = owners.of(reply.raw);
    if (owner.isOver) return;
    const route = `${request.method} ${request.routeOptions.url ?? 'none'}`;
    const start = () => {
      request.place = owner.hold({
        name: load,
        route,
        giveBack: (milliseconds) =>
          milliseconds === null ? places.giveBackUnused() : places.give(milliseconds),
      });
      if (!owner.isOver) done();
    };
    if (places.take()) {
      start();
      return;
    }
    let subject: Subject | undefined;
    const waiting: Waiting = {
      get subject() {
        subject ??= subjects.subjectOf(request.raw);
        return subject;
      },
      start: () => {
        owners.holds.giveBackUnused(spot);
        start();
      },
      refuse: (retryAfter) => {
        owners.holds.giveBackUnused(spot);
        shed(request, reply, load, retryAfter);
      },
    };
    const spot = owner.hold({
      name: `line of ${load}`,
      giveBack: () => places.leave(waiting),
      // The line itself ends it.
      deadlineMs: Number.POSITIVE_INFINITY,
    });
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
