import type { ReadBytes, VideoFacts } from './video-facts.ts';

/** Elements read at most; three minutes have some 20,000 blocks. */
const ELEMENTS_MAX = 60_000;
const ID = {
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackType: 0x83,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
};
/** Elements whose children matter; those of recordings may have no known end. */
const PARENTS = [ID.segment, ID.info, ID.tracks, ID.trackEntry, ID.cluster, ID.blockGroup];
const NANOSECONDS = 1e9;
const VIDEO_TRACK = 1;

/** Times in ticks of `scale` nanoseconds. */
interface Found {
  hasPicture: boolean;
  scale: number;
  duration: number;
  cluster: number;
  lastBlock: number;
}

type Take = (found: Found, read: ReadBytes, body: number, end: number) => Promise<void>;

const takeBlock: Take = async (found, read, body) => {
  const time = found.cluster + (await readBlockTime(read, body));
  found.lastBlock = Math.max(found.lastBlock, time);
};
const TAKE = new Map<number, Take>([
  [
    ID.timestampScale,
    async (found, ...element) => {
      found.scale = await readUnsigned(...element);
    },
  ],
  [
    ID.duration,
    async (found, ...element) => {
      found.duration = await readFloat(...element);
    },
  ],
  [
    ID.trackType,
    async (found, ...element) => {
      found.hasPicture ||= (await readUnsigned(...element)) === VIDEO_TRACK;
    },
  ],
  [
    ID.timestamp,
    async (found, ...element) => {
      found.cluster = await readUnsigned(...element);
    },
  ],
  [ID.simpleBlock, takeBlock],
  [ID.block, takeBlock],
]);

/**
 * Reads the elements of RFC 9559. A recording has no duration: then the last block of its clusters
 * contains it.
 */
export async function readWebm(read: ReadBytes, size: number): Promise<VideoFacts> {
  const found: Found = {
    hasPicture: false,
    scale: 1_000_000,
    duration: 0,
    cluster: 0,
    lastBlock: 0,
  };
  let position = 0;
  for (let count = 0; position < size; count += 1) {
    if (count === ELEMENTS_MAX) throw new RangeError('too many elements');
    const { id, body, end } = await readElement(read, position, size);
    // The headers come before the clusters.
    if (id === ID.cluster && found.duration > 0) break;
    await TAKE.get(id)?.(found, read, body, end);
    position = PARENTS.includes(id) ? body : end;
  }
  const ticks = found.duration > 0 ? found.duration : found.lastBlock;
  return {
    hasPicture: found.hasPicture,
    seconds: ticks > 0 ? (ticks * found.scale) / NANOSECONDS : null,
  };
}

async function readElement(read: ReadBytes, position: number, size: number) {
  const head = await read(position, Math.min(12, size - position));
  const idLength = lengthOf(head[0]);
  const sizeLength = lengthOf(head[idLength]);
  if (idLength > 4 || idLength + sizeLength > head.length) throw new RangeError('broken element');
  const id = head.readUIntBE(0, idLength);
  const bytes = head.subarray(idLength, idLength + sizeLength);
  // The first byte without the bit that marks the length.
  const first = (bytes[0] ?? 0) & (0xff >> sizeLength);
  const value = bytes.subarray(1).reduce((sum, byte) => sum * 256 + byte, first);
  const isUnknown = value >= 2 ** (7 * sizeLength) - 1 || !Number.isSafeInteger(value);
  const body = position + idLength + sizeLength;
  const end = isUnknown ? size : body + value;
  if (end > size && !PARENTS.includes(id)) throw new RangeError('element beyond the file');
  return { id, body, end };
}

/** Length of a variable-size integer, by the leading zeros of its first byte. */
function lengthOf(first = 0): number {
  return Math.clz32(first) - 23;
}

async function readUnsigned(read: ReadBytes, body: number, end: number): Promise<number> {
  return (await read(body, Math.min(end - body, 6))).reduce((sum, byte) => sum * 256 + byte, 0);
}

async function readFloat(read: ReadBytes, body: number, end: number): Promise<number> {
  const bytes = await read(body, end - body === 8 ? 8 : 4);
  return bytes.length === 8 ? bytes.readDoubleBE() : bytes.readFloatBE();
}

/** The time of a block relative to its cluster, after its track number. */
async function readBlockTime(read: ReadBytes, body: number): Promise<number> {
  const [first] = await read(body, 1);
  return (await read(body + lengthOf(first), 2)).readInt16BE();
}
