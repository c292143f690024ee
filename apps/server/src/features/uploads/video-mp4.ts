import type { ReadBytes, VideoFacts } from './video-facts.ts';

/** Boxes read at most; a film has some dozen outside its samples. */
const BOXES_MAX = 2000;
/** Boxes whose children matter. */
const PARENTS = ['moov', 'trak', 'mdia', 'mvex'];

interface Found {
  hasPicture: boolean;
  timescale: number;
  /** In units of the timescale. */
  duration: number;
}

type Take = (found: Found, read: ReadBytes, body: number) => Promise<void>;

const takeOf: Record<string, Take> = {
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

const TAKE = new Map(Object.entries(takeOf));

/** Reads the boxes of ISO/IEC 14496-12 down to the movie header and the kinds of the tracks. */
export async function readMp4(read: ReadBytes, size: number): Promise<VideoFacts> {
  const found: Found = { hasPicture: false, timescale: 0, duration: 0 };
  let position = 0;
  for (let count = 0; position + 8 <= size; count += 1) {
    if (count === BOXES_MAX) throw new RangeError('too many boxes');
    const { type, body, end } = await readBox(read, position, size);
    await TAKE.get(type)?.(found, read, body);
    position = PARENTS.includes(type) ? body : end;
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
