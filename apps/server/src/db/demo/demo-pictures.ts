import sharp from 'sharp';
import type { uploads } from '../schema/index.ts';
import { PICTURES } from './pictures.ts';

/** Two at a time: a small machine stays responsive, and libvips uses threads of its own. */
const PARALLEL = 2;

/** A picture that lies in the storage with all its resized forms. */
export interface StoredPicture {
  /** Random part of its address. */
  key: string;
  /** `/files/...` */
  url: string;
  width: number;
  height: number;
  bytes: number;
}

/** Takes the bytes of a picture in any accepted format, stores it re-encoded and in every size. */
export type StorePicture = (bytes: Buffer) => Promise<StoredPicture>;

/** The row of a stored picture that is in use since `at`; `ownerId` null below anonymous posts. */
export function uploadRow(
  { key, bytes, width, height }: StoredPicture,
  use: { ownerId: number | null; postId: number | null; at: Date },
): typeof uploads.$inferInsert {
  return {
    key,
    ownerId: use.ownerId,
    postId: use.postId,
    contentType: 'image/png',
    status: 'ready',
    bytes,
    width,
    height,
    createdAt: use.at,
    readyAt: use.at,
    attachedAt: use.at,
  };
}

/** Draws and stores the named pictures. Throws on an unknown name. */
export async function storeDemoPictures(
  names: readonly string[],
  store: StorePicture,
): Promise<Map<string, StoredPicture>> {
  const stored = new Map<string, StoredPicture>();
  const queue = new Set(names).values();
  const work = async () => {
    for (const name of queue) {
      const draw = PICTURES.get(name);
      if (draw === undefined) throw new Error(`The demo knows no picture ${name}`);
      const png = await sharp(Buffer.from(draw().svg)).png({ compressionLevel: 1 }).toBuffer();
      stored.set(name, await store(png));
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return stored;
}
