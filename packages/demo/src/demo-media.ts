import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { VideoType } from '@naru/contract/videos';
import type { uploads, videos } from '@naru/server/db/schema';
import sharp from 'sharp';

/** Keeps a small machine responsive; libvips is multi-threaded itself. */
const PARALLEL = 2;
/** Resolved by package name, because the built server is in another folder without the pictures. */
const PICTURES = join(
  dirname(createRequire(import.meta.url).resolve('@naru/demo/package.json')),
  'pictures',
);

export interface StoredPicture {
  /** Random part of the URL. */
  key: string;
  /** `/files/...` */
  url: string;
  width: number;
  height: number;
  bytes: number;
}

/** Re-encodes a picture of any accepted format and stores it in every size. */
type StorePicture = (bytes: Buffer) => Promise<StoredPicture>;

/** Returns the row of a picture in use since `at`; `ownerId` is null for anonymous posts. */
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

export function listPictures(): string[] {
  return readdirSync(PICTURES).map((file) => file.replace(/\.svg$/, ''));
}

export function readPicture(name: string): Promise<Buffer> {
  return readFile(join(PICTURES, `${name}.svg`));
}

/** Renders a picture as PNG. Throws on an unknown name. */
export async function drawPicture(name: string): Promise<Buffer> {
  return sharp(await readPicture(name))
    .png({ compressionLevel: 1 })
    .toBuffer();
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
      stored.set(name, await store(await drawPicture(name)));
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return stored;
}

/** Resolved by package name, because the built server is in another folder without the clips. */
const CLIPS = join(
  dirname(createRequire(import.meta.url).resolve('@naru/demo/package.json')),
  'clips',
);

export interface StoredVideo {
  key: string;
  /** `/files/videos/...` */
  url: string;
  contentType: VideoType;
  bytes: number;
}

type StoreVideo = (bytes: Buffer, contentType: VideoType) => Promise<StoredVideo>;

/** Stores the named clips. Throws on an unknown name. */
export async function storeDemoClips(
  names: readonly string[],
  store: StoreVideo,
): Promise<Map<string, StoredVideo>> {
  const stored = new Map<string, StoredVideo>();
  for (const name of names) {
    stored.set(name, await store(await readFile(join(CLIPS, `${name}.webm`)), 'video/webm'));
  }
  return stored;
}

export function videoRow(
  { key, contentType, bytes }: StoredVideo,
  at: Date,
): typeof videos.$inferInsert {
  return { key, contentType, bytes, status: 'ready', createdAt: at, readyAt: at, attachedAt: at };
}
