import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ForeignPageError } from './foreign-page.ts';

const MEGABYTE = 1_048_576;

/**
 * Reads a body into memory, decompressed; stops as soon as it is larger than `maxBytes`. Throws
 * ForeignPageError TOO_LARGE or NOT_READABLE, and what the connection throws.
 */
export async function readBody(
  response: IncomingMessage,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<Buffer> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  async function collect(source: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) break;
      chunks.push(chunk);
    }
  }
  try {
    await (isCompressed(response)
      ? pipeline(response, createGunzip(), collect, { signal })
      : pipeline(response, collect, { signal }));
  } catch (error) {
    // To stop early is an error of the pipeline too.
    if (size <= maxBytes) throw error;
  }
  if (size > maxBytes) throw tooLarge(maxBytes);
  return Buffer.concat(chunks);
}

/** The request offers gzip alone. */
function isCompressed({ headers }: IncomingMessage): boolean {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return false;
  if (encoding === 'gzip' || encoding === 'x-gzip') return true;
  throw new ForeignPageError('NOT_READABLE', '알 수 없는 방식으로 압축된 응답입니다.');
}

function tooLarge(maxBytes: number): ForeignPageError {
  const limit = Math.round((maxBytes / MEGABYTE) * 10) / 10;
  return new ForeignPageError('TOO_LARGE', `응답이 ${limit} MB보다 큽니다.`);
}
