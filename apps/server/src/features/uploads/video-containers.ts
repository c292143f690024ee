/** What the headers of a video file say. */
export interface VideoFacts {
  hasPicture: boolean;
  /** Null when the file does not say. */
  seconds: number | null;
}

/** Throws for a file that ends within what it announces. */
export type ReadBytes = (position: number, length: number) => Promise<Buffer>;

/** Boxes read at most; a film has some dozen outside its samples. */
const BOXES_MAX = 2000;
/** Boxes whose children matter. */
const MP4_PARENTS = ['moov', 'trak', 'mdia', 'mvex'];

interface FoundInMp4 {
  hasPicture: boolean;
  timescale: number;
  /** In units of the timescale. */
  duration: number;
}

type TakeBox = (found: FoundInMp4, read: ReadBytes, body: number) => Promise<void>;

const takeOf: Record<string, TakeBox> = {
  mvhd: async (found, read, body) => {
    Object.assign(found, await readHeader(read, body));
  },
  /** The length of a fragmented film, whose movie header says 0. */
  mehd: async (found, read, body) => {
    found.duration ||= await readLength(read, body, 4);
  },
  hdlr: async (found, read, body) => {
    found.hasPicture ||= (await read(body + 8, 4)).toString('latin1') === 'vide';
  },
};

const TAKE_BOX = new Map(Object.entries(takeOf));

/** Reads the boxes of ISO/IEC 14496-12 down to the movie header and the kinds of the tracks. */
export async function readMp4(read: ReadBytes, size: number): Promise<VideoFacts> {
  const found: FoundInMp4 = { hasPicture: false, timescale: 0, duration: 0 };
  let position = 0;
  for (let count = 0; position + 8 <= size; count += 1) {
    if (count === BOXES_MAX) throw new RangeError('too many boxes');
    const { type, body, end } = await readBox(read, position, size);
    await TAKE_BOX.get(type)?.(found, read, body);
    position = MP4_PARENTS.includes(type) ? body : end;
  }
  const { hasPicture, timescale, duration } = found;
  return { hasPicture, seconds: timescale > 0 && duration > 0 ? duration / timescale : null };
}

async function readBox(read: ReadBytes, position: number, size: number) {
  const head = await read(position, 8);
  const type = head.toString('latin1', 4);
  const short = head.readUInt32BE(0);
  const isLong = short === 1;
  const long = isLong ? Number((await read(position + 8, 8)).readBigUInt64BE()) : short;
  const body = position + (isLong ? 16 : 8);
  const end = short === 0 ? size : position + long;
  if (end < body || end > size) throw new RangeError('box beyond the file');
  return { type, body, end };
}

async function readHeader(read: ReadBytes, body: number) {
  const isLong = (await read(body, 1))[0] === 1;
  const at = body + (isLong ? 20 : 12);
  const timescale = (await read(at, 4)).readUInt32BE();
  return { timescale, duration: await readLength(read, body, at + 4 - body) };
}

/** Reads a length of 32 or 64 bits, by the version of the box at `body`. */
async function readLength(read: ReadBytes, body: number, offset: number): Promise<number> {
  const isLong = (await read(body, 1))[0] === 1;
  if (!isLong) return (await read(body + offset, 4)).readUInt32BE();
  return Number((await read(body + offset, 8)).readBigUInt64BE());
}

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
