import { type FileHandle, open } from 'node:fs/promises';
import { LIMITS } from '@naru/contract/limits';
import { VIDEO_TYPES, type VideoType } from '@naru/contract/videos';
import type { Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { SpooledFile } from '../../platform/storage/spool.ts';
import type { StoredObject } from '../../platform/storage/storage.ts';
import { KEY } from './file-names.ts';
import type { UploadDeps } from './uploads.receive.ts';
import { createTransfer } from './uploads.transfer.ts';
import { type ReadBytes, readMp4, readWebm, type VideoFacts } from './video-containers.ts';
import { findVideoType, isReadyVideo, isStoredVideo, videoRows } from './videos.repo.ts';

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
async function readVideo(
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

const PATH = '/files/videos/';
const NAME = new RegExp(`^(${KEY})\\.(mp4|webm)$`);
const TYPES = Object.keys(VIDEO_TYPES) as VideoType[];
const MISMATCH = '영상 내용이 파일 형식과 다릅니다. 파일을 다시 확인해 주세요.';
const NO_PICTURE = '소리만 있는 파일입니다. 영상 파일을 올려 주세요.';
const NO_LENGTH = '영상의 길이를 알 수 없습니다. 다른 프로그램으로 저장한 뒤 다시 올려 주세요.';
const TOO_LONG = `영상은 ${LIMITS.videoMaxSeconds / 60}분 이하만 올릴 수 있습니다.`;

/** Videos of media banners. */
export function createVideos(deps: UploadDeps) {
  const { db, storage } = deps;

  async function storeAs(expected: string | null, key: string, file: SpooledFile) {
    const video = await readVideo(file.path);
    if (video === null) throw new AppError('VIDEO_TYPE_UNSUPPORTED');
    if (video.type !== expected) {
      throw new AppError('VIDEO_TYPE_UNSUPPORTED', { message: MISMATCH });
    }
    if (video.facts === null) throw new AppError('VIDEO_INVALID');
    const { hasPicture, seconds } = video.facts;
    if (!hasPicture) throw new AppError('VIDEO_INVALID', { message: NO_PICTURE });
    if (seconds === null) throw new AppError('VIDEO_INVALID', { message: NO_LENGTH });
    if (seconds > LIMITS.videoMaxSeconds)
      throw new AppError('VIDEO_INVALID', { message: TOO_LONG });
    await storage.putFile(objectName(key, video.type), file.path);
    return { bytes: file.size };
  }
  const transfer = createTransfer(deps, {
    rows: videoRows,
    quota: { name: 'video', perDay: 30, subjectOf: String, refusesLate: true },
    path: '/files/video-upload/',
    maxBytes: LIMITS.videoMaxBytes,
    tooLarge: 'VIDEO_TOO_LARGE',
    objectNames: (key) => TYPES.map((type) => objectName(key, type)),
    store: async (key, file) => storeAs(await findVideoType(db, key), key, file),
  });

  return {
    /**
     * Returns a URL for one PUT of at most 50 MB of that type within 5 minutes. Throws VIDEO_TOO_LARGE
     * for the declared size, UPLOAD_QUOTA.
     */
    async presign(
      { memberId }: Actor,
      { contentType, size }: { contentType: VideoType; size: number },
    ) {
      if (size > LIMITS.videoMaxBytes) throw new AppError('VIDEO_TOO_LARGE');
      const draft = { ownerId: memberId, contentType };
      const { key, ...urls } = await transfer.presign(draft, contentType, size);
      return { ...urls, fileUrl: PATH + objectName(key, contentType) };
    },

    /** Also throws VIDEO_TYPE_UNSUPPORTED, VIDEO_INVALID, VIDEO_TOO_LARGE. */
    upload: transfer.upload,

    sweep: transfer.sweep,

    /** Stores a video of the demo content under a new key; the caller inserts the row. */
    async storeVideo(bytes: Buffer, contentType: VideoType) {
      const { key } = await transfer.storeBytes(bytes, (name, file) =>
        storeAs(contentType, name, file),
      );
      return { key, url: PATH + objectName(key, contentType), contentType, bytes: bytes.length };
    },

    /** Whether the URL is a checked video that the actor uploaded. */
    async isReadyOf(executor: Executor, { memberId }: Actor, url: string): Promise<boolean> {
      const name = url.startsWith(PATH) ? readName(url.slice(PATH.length)) : null;
      return name !== null && isReadyVideo(executor, { ...name, memberId });
    },

    /** Returns null when the name is unknown, not ready yet, or deleted. */
    async open(name: string): Promise<{ contentType: VideoType; object: StoredObject } | null> {
      const parts = readName(name);
      if (parts === null || !(await isStoredVideo(db, parts.key))) return null;
      const object = await storage.get(name);
      return object && { contentType: parts.contentType, object };
    },
  };
}

/** Name of the stored object. */
export function objectName(key: string, type: VideoType): string {
  return `${key}.${VIDEO_TYPES[type]}`;
}

function readName(name: string): { key: string; contentType: VideoType } | null {
  const [, key, ending] = NAME.exec(name) ?? [];
  const contentType = TYPES.find((type) => VIDEO_TYPES[type] === ending);
  return key === undefined || contentType === undefined ? null : { key, contentType };
}
