import { type FileHandle, open } from 'node:fs/promises';
import { VIDEO_TYPES, type VideoType } from '@naru/contract/videos';
import type { ReadBytes, VideoFacts } from './video-facts.ts';
import { readMp4 } from './video-mp4.ts';
import { readWebm } from './video-webm.ts';

const READERS: Record<
  VideoType,
  { isMine(head: Buffer): boolean; read(file: ReadBytes, size: number): Promise<VideoFacts> }
> = {
  'video/mp4': {
    isMine: (head) => head.toString('latin1', 4, 8) === 'ftyp' && !head.includes('ftypqt  '),
    read: readMp4,
  },
  'video/webm': {
    isMine: (head) => head.readUInt32BE(0) === 0x1a45dfa3 && head.includes('webm'),
    read: readWebm,
  },
};
const HEAD_BYTES = 64;

/**
 * Reads the format of a video from its first bytes and its length from its headers, without decoding.
 * Null when it is no MP4 or WebM file, `facts` null when its headers are broken.
 */
export async function readVideo(
  path: string,
): Promise<{ type: VideoType; facts: VideoFacts | null } | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size < HEAD_BYTES) return null;
    const read = readerOf(file);
    const head = await read(0, HEAD_BYTES);
    const types = Object.keys(VIDEO_TYPES) as VideoType[];
    const type = types.find((one) => READERS[one].isMine(head));
    if (type === undefined) return null;
    return { type, facts: await READERS[type].read(read, size).catch(() => null) };
  } finally {
    await file.close();
  }
}

function readerOf(file: FileHandle): ReadBytes {
  return async (position, length) => {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
    if (bytesRead < length) throw new RangeError('end of file');
    return buffer;
  };
}
