import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { VideoType } from '@naru/contract/videos';
import type { videos } from '@naru/server/db/schema';

/** Resolved by package name, because the built server is in another folder without the clips. */
const FOLDER = join(
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
    stored.set(name, await store(await readFile(join(FOLDER, `${name}.webm`)), 'video/webm'));
  }
  return stored;
}

export function videoRow(
  { key, contentType, bytes }: StoredVideo,
  at: Date,
): typeof videos.$inferInsert {
  return { key, contentType, bytes, status: 'ready', createdAt: at, readyAt: at, attachedAt: at };
}
