import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyReply } from 'fastify';
import { fieldError } from '../platform/errors.ts';

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
