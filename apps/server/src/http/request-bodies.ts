import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { AppError, fieldError } from '../platform/errors.ts';

/** Deepest nesting of objects and lists; the calls use at most five levels. */
const DEPTH_MAX = 32;
/** Keys of all objects of a body: each is looked at several times; forms have some hundreds. */
const KEYS_MAX = 10_000;
const LEVELS = new Map([
  ['{', 1],
  ['[', 1],
  ['}', -1],
  [']', -1],
]);
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Accepts only bodies that every JSON parser reads alike: UTF-8 without a byte order mark, no
 * repeated key, no number beyond the range, bounded nesting and number of keys. Refuses the others as BODY_INVALID.
 */
export const jsonBodyPlugin = fp(async (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      const text = bytes.toString();
      const colons = isUtf8(bytes) && !text.startsWith(BYTE_ORDER_MARK) ? countColons(text) : null;
      if (colons === null) return done(new AppError('BODY_INVALID'));
      return parse(request, text, (error, body) => {
        if (error) return done(error);
        // Each key of valid JSON has one colon, so a repeated key leaves fewer keys than colons.
        return countKeys(body) === colons ? done(null, body) : done(new AppError('BODY_INVALID'));
      });
    },
  );
});

/** Colons outside of strings, in valid JSON; null when it is nested too deeply or has too many. */
function countColons(text: string): number | null {
  let colons = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '"') at = endOfString(text, at);
    else if (char === ':') colons += 1;
    else depth += LEVELS.get(char) ?? 0;
    if (depth > DEPTH_MAX || colons > KEYS_MAX) return null;
  }
  return colons;
}

/** Index of the closing quote of the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** Keys of all objects in the value; NaN for a number beyond the range. */
function countKeys(value: unknown): number {
  if (typeof value === 'number') return Number.isFinite(value) ? 0 : Number.NaN;
  if (typeof value !== 'object' || value === null) return 0;
  const parts: unknown[] = Object.values(value);
  const own = Array.isArray(value) ? 0 : parts.length;
  return parts.reduce<number>((sum, part) => sum + countKeys(part), own);
}

/** Read and discarded after a refused upload, so that the client receives the response. */
const DRAIN_BYTES = 1_048_576;

/** One file and a few small fields, which are ignored. */
export function fileFormLimits(maxBytes: number) {
  return {
    // One byte more than allowed, so that storing the file detects that it is too large.
    fileSize: maxBytes + 1,
    files: 1,
    fields: 10,
    fieldSize: 1024,
    fieldNameSize: 100,
    parts: 11,
    headerPairs: 20,
  };
}

interface Form {
  raw: IncomingMessage;
  parts(): AsyncIterable<MultipartFile | MultipartValue>;
}

interface Wanted {
  field: string;
  /** Message when the file is missing. */
  missing: string;
}

interface TakenFile {
  body: Readable;
  /** Aborts when the sender goes before the form is complete, even before `body` is read. */
  signal: AbortSignal;
}

/**
 * Passes the form's file to `store` as a stream that fails when the rest of the form is invalid: a
 * file counts only with its complete form. Throws VALIDATION_FAILED without a file.
 */
export async function takeFile<T>(
  form: Form,
  wanted: Wanted,
  store: (file: TakenFile) => Promise<T>,
): Promise<T> {
  const body = Readable.from(readFile(form, wanted), { objectMode: false });
  try {
    return await store({ body, signal: signalOf(form.raw) });
  } finally {
    body.destroy();
  }
}

function signalOf(raw: IncomingMessage): AbortSignal {
  const broken = new AbortController();
  const end = () => {
    if (!raw.readableEnded) broken.abort();
  };
  if (raw.destroyed) end();
  else raw.once('close', end);
  return broken.signal;
}

async function* readFile(form: Form, { field, missing }: Wanted): AsyncGenerator<Buffer> {
  let isFound = false;
  for await (const part of form.parts()) {
    if (part.type !== 'file') continue;
    if (part.fieldname === field) {
      isFound = true;
      yield* part.file;
    } else {
      part.file.resume();
    }
  }
  if (!isFound) throw fieldError(field, missing);
}

/** Reads a limited part of a refused body, then disconnects a client that keeps sending. */
export function drainBody(body: Readable, reply: FastifyReply): void {
  let left = DRAIN_BYTES;
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left > 0) return;
    body.pause();
    if (reply.raw.writableFinished) body.destroy();
    else reply.raw.once('finish', () => body.destroy());
  });
}
