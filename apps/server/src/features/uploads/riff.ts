import { randomBytes, randomInt } from 'node:crypto';

/** Offset of the first chunk of a WebP file. */
const FIRST_CHUNK = 12;
const RANDOM_BYTES_MIN = 16;
const RANDOM_BYTES_MAX = 2048;

/** Counts the frames of an animated WebP from its chunk headers, up to one more than `max`. */
export function countFrames(webp: Buffer, max: number): number {
  let count = 0;
  for (let at = FIRST_CHUNK; at + 8 <= webp.length && count <= max; ) {
    if (webp.toString('latin1', at, at + 4) === 'ANMF') count += 1;
    const size = webp.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  return count;
}

/**
 * Appends a chunk of random bytes and random length, which decoders skip, so that neither hash nor size
 * links two files with the same pixels.
 */
export function addRandomChunk(webp: Buffer, size: { width: number; height: number }): Buffer {
  const random = riffChunk('RAND', randomBytes(randomInt(RANDOM_BYTES_MIN, RANDOM_BYTES_MAX)));
  return riffChunk(
    'RIFF',
    Buffer.concat([
      Buffer.from('WEBP'),
      extendedHeader(webp, size),
      webp.subarray(FIRST_CHUNK),
      random,
    ]),
  );
}

/** Only files with this header may have chunks of other kinds. */
function extendedHeader(
  webp: Buffer,
  { width, height }: { width: number; height: number },
): Buffer {
  if (webp.toString('latin1', FIRST_CHUNK, FIRST_CHUNK + 4) === 'VP8X') return Buffer.alloc(0);
  // No flags: lossy WebP with transparency or animation already has the header.
  const header = Buffer.alloc(10);
  header.writeUIntLE(width - 1, 4, 3);
  header.writeUIntLE(height - 1, 7, 3);
  return riffChunk('VP8X', header);
}

export function riffChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}
