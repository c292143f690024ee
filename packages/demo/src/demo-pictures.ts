import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { uploads } from '@naru/server/db/schema';
import sharp from 'sharp';

/** Two at a time: a small machine stays responsive, and libvips uses threads of its own. */
const PARALLEL = 2;
/** Found by the package's name: the built server lies elsewhere, without the pictures. */
const FOLDER = join(
  dirname(createRequire(import.meta.url).resolve('@naru/demo/package.json')),
  'pictures',
);

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

/** Names of all pictures. */
export function listPictures(): string[] {
  return readdirSync(FOLDER).map((file) => file.replace(/\.svg$/, ''));
}

export function readPicture(name: string): Promise<Buffer> {
  return readFile(join(FOLDER, `${name}.svg`));
}

/** Renders and stores the named pictures. Throws on an unknown name. */
export async function storeDemoPictures(
  names: readonly string[],
  store: StorePicture,
): Promise<Map<string, StoredPicture>> {
  const stored = new Map<string, StoredPicture>();
  const queue = new Set(names).values();
  const work = async () => {
    for (const name of queue) {
      const svg = await readPicture(name);
      const png = await sharp(svg).png({ compressionLevel: 1 }).toBuffer();
      stored.set(name, await store(png));
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return stored;
}
