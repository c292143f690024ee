import type { ObjectStorage } from '../../platform/storage/storage.ts';
import type { Tools } from '../tools.ts';
import { objectName as fileObjectName } from './attachments.names.ts';
import { createKey, fileUrl, KEY, keyOfUrl, objectNames } from './file-names.ts';
import {
  endCopy,
  insertCopy,
  listInOtherUse,
  type Owner,
  type OwnKind,
} from './own-copies.repo.ts';

const OBJECT_NAMES: Record<OwnKind, (key: string) => string[]> = {
  pictures: objectNames,
  files: (key) => [fileObjectName(key)],
};
const PICTURE = new RegExp(`/files/(${KEY})(?=(?:_thumb|_medium)?\\.webp)`, 'g');

interface Use {
  /** The post that they are for; null for a new one. */
  postId: number | null;
  /** Publishes a scheduled notice, or saves one: schedules are no other use then. */
  isScheduled?: boolean;
}

interface Text {
  html: string;
  imageUrls: readonly string[];
}

/**
 * Copies what a member uses a second time, under new random names: the deletion of one post leaves the other
 * whole, and addresses do not show that two posts, of which one may be anonymous, have one author.
 */
export function createOwnCopies({ db, clock, storage }: Pick<Tools, 'db' | 'clock' | 'storage'>) {
  /** The key of a copy for each of the keys that something else of the member uses. */
  async function copyUsed(
    kind: OwnKind,
    viewer: Owner,
    keys: readonly string[],
    { postId, isScheduled = false }: Use,
  ): Promise<Map<string, string>> {
    const copies = new Map<string, string>();
    if (keys.length === 0) return copies;
    const wanted = { keys, postId, countsScheduled: !isScheduled };
    for (const from of await listInOtherUse(db, kind, viewer, wanted)) {
      const key = createKey();
      await insertCopy(db, kind, { from, key, memberId: viewer.memberId, at: clock.now() });
      const names = OBJECT_NAMES[kind];
      const isStored = await copyObjects(storage, names(from), names(key));
      await endCopy(db, kind, key, isStored ? clock.now() : null);
      if (isStored) copies.set(from, key);
    }
    return copies;
  }

  return {
    /** The text and the pictures of a post with copies of those that are in use elsewhere. */
    async ofPictures(viewer: Owner, { html, imageUrls }: Text, use: Use): Promise<Text> {
      const inText = Array.from(html.matchAll(PICTURE), ([, key = '']) => key);
      const keys = [...new Set([...inText, ...imageUrls.flatMap((url) => keyOfUrl(url) ?? [])])];
      const copies = await copyUsed('pictures', viewer, keys, use);
      if (copies.size === 0) return { html, imageUrls };
      const copyOf = (key: string) => copies.get(key) ?? key;
      return {
        html: html.replace(PICTURE, (_, key: string) => `/files/${copyOf(key)}`),
        imageUrls: imageUrls.map((url) => {
          const copy = copies.get(keyOfUrl(url) ?? '');
          return copy === undefined ? url : fileUrl(copy);
        }),
      };
    },

    /** The keys of files with copies of those that are in use elsewhere. */
    async ofFiles(viewer: Owner, keys: readonly string[], use: Use): Promise<readonly string[]> {
      const copies = await copyUsed('files', viewer, [...new Set(keys)], use);
      return keys.map((key) => copies.get(key) ?? key);
    },
  };
}

/** False when one of them is gone. */
async function copyObjects(
  storage: Pick<ObjectStorage, 'get' | 'putStream'>,
  from: readonly string[],
  to: readonly string[],
): Promise<boolean> {
  for (const [at, name] of from.entries()) {
    const object = await storage.get(name);
    if (object === null) return false;
    await storage.putStream(to[at] ?? '', object.open(), object.size);
  }
  return true;
}
