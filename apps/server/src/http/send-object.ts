import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredObject } from '../platform/storage/storage.ts';

const CONTENT_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";
/** A single byte range; several ranges cost more than they are worth. */
const SINGLE_RANGE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/;

interface Media {
  name: string;
  type: string;
  object: StoredObject;
  /** Checked at each load: caches store it for the reader alone and ask again. */
  isPrivate?: boolean;
}

/** Caches public pictures and videos forever, because their content never changes under a name. */
export async function sendMedia(
  { name, type, object, isPrivate = false }: Media,
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const etag = `"${name}"`;
  reply.headers({
    etag,
    'cache-control': isPrivate ? 'private, no-cache' : 'public, max-age=31536000, immutable',
    'content-security-policy': CONTENT_POLICY,
  });
  if (headers['if-none-match'] === etag) {
    await object.close();
    reply.code(304).send();
    return;
  }
  reply.type(type);
  await sendRange(object, { etag, headers, method }, reply);
}

/** Sends a download under its own name, whole or from where an interrupted one stopped. */
export async function sendFile(
  { key, name, object }: { key: string; name: string; object: StoredObject },
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const etag = `"${key}"`;
  reply
    .headers({
      etag,
      'content-disposition': contentDisposition(name),
      'cache-control': 'private, no-store',
      'content-security-policy': CONTENT_POLICY,
      'x-content-type-options': 'nosniff',
    })
    // Never the file's own type, so that no browser opens it inline.
    .type('application/octet-stream');
  await sendRange(object, { etag, headers, method }, reply);
}

/** Sends the object or the one range that was requested of it. */
async function sendRange(
  object: StoredObject,
  { etag, headers, method }: Pick<FastifyRequest, 'headers' | 'method'> & { etag: string },
  reply: FastifyReply,
): Promise<void> {
  reply.header('accept-ranges', 'bytes');
  if (method === 'HEAD') {
    await object.close();
    reply.header('content-length', object.size).send(Readable.from([]));
    return;
  }
  const isFresh = (headers['if-range'] ?? etag) === etag;
  const range = isFresh ? readRange(headers.range, object.size) : null;
  if (range === null) {
    reply.header('content-length', object.size).send(object.open());
    return;
  }
  const { start, end } = range;
  if (start > end) {
    await object.close();
    reply.code(416).header('content-range', `bytes */${object.size}`).send();
    return;
  }
  reply
    .code(206)
    .header('content-length', end - start + 1)
    .header('content-range', `bytes ${start}-${end}/${object.size}`)
    .send(object.open(range));
}

/**
 * Returns the requested range; `start` > `end` means that it cannot be satisfied. Null means the whole
 * object: no header, an invalid one, or several ranges.
 */
function readRange(header = '', size: number): { start: number; end: number } | null {
  const [match, first, last, suffix] = SINGLE_RANGE.exec(header) ?? [];
  if (match === undefined) return null;
  if (suffix !== undefined) return { start: Math.max(0, size - Number(suffix)), end: size - 1 };
  if (last !== '' && Number(first) > Number(last)) return null;
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return { start: Number(first), end };
}
