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
import type { createQuota } from './uploads.quota.ts';

const OBJECT_NAMES: Record<OwnKind, (key: string) => string[]> = {
  pictures: objectNames,
  files: (key) => [fileObjectName(key)],
};
const PICTURE = new RegExp(`/files/(${KEY})(?=(?:_thumb|_medium)?\\.webp)`, 'g');

interface Use {
  /** The post that they are for; null for a new one. */
  postId: number | null;
  /** The scheduled notice that they are for; undefined or null without one, or for a new one. */
  scheduledId?: number | null;
}

interface Text {
  html: string;
  imageUrls: readonly string[];
}

/** A text with its pictures, those beside it included, and the keys of its files. */
interface Draft {
  content: { html: string };
  imageUrls: readonly string[];
  attachments?: readonly string[] | undefined;
}

interface Deps extends Pick<Tools, 'db' | 'clock' | 'storage'> {
  quotas: Record<OwnKind, ReturnType<typeof createQuota>>;
}

/**
 * Copies what a member uses a second time, under new random names: the deletion of one post leaves the other
 * whole, and addresses do not show that two posts, of which one may be anonymous, have one author.
 */
export function createOwnCopies({ db, clock, storage, quotas }: Deps) {
  const listUsed = (
    kind: OwnKind,
    viewer: Owner,
    keys: readonly string[],
    { postId, scheduledId = null }: Use,
  ): Promise<string[]> =>
    keys.length === 0
      ? Promise.resolve([])
      : listInOtherUse(db, kind, viewer, { keys, postId, scheduledId });

  /** Counts as an upload of the member. Returns null when the original is gone; throws UPLOAD_QUOTA. */
  async function copy(kind: OwnKind, { memberId }: Owner, from: string): Promise<string | null> {
    const quota = quotas[kind];
    await quota.take(db, memberId);
    const key = createKey();
    await insertCopy(db, kind, { from, key, memberId, at: clock.now() });
    let isStored = false;
    try {
      const names = OBJECT_NAMES[kind];
      const bytes = await copyObjects(storage, names(from), names(key));
      if (bytes === null) await quota.giveBack(db, memberId);
      else await quota.addBytes(db, memberId, bytes);
      isStored = bytes !== null;
    } finally {
      await endCopy(db, kind, key, isStored ? clock.now() : null);
    }
    return isStored ? key : null;
  }

  /** The key of a copy for each of the keys that something else of the member uses. */
  async function copyUsed(
    kind: OwnKind,
    viewer: Owner,
    keys: readonly string[],
    use: Use,
  ): Promise<Map<string, string>> {
    const copies = new Map<string, string>();
    for (const from of await listUsed(kind, viewer, keys, use)) {
      const key = await copy(kind, viewer, from);
      if (key !== null) copies.set(from, key);
    }
    return copies;
  }

  /** The text and the pictures of a post with copies of those that are in use elsewhere. */
  async function ofPictures(viewer: Owner, { html, imageUrls }: Text, use: Use): Promise<Text> {
    const copies = await copyUsed('pictures', viewer, keysOf({ html, imageUrls }), use);
    if (copies.size === 0) return { html, imageUrls };
    const copyOf = (key: string) => copies.get(key) ?? key;
    return {
      html: html.replace(PICTURE, (_, key: string) => `/files/${copyOf(key)}`),
      imageUrls: imageUrls.map((url) => {
        const copy = copies.get(keyOfUrl(url) ?? '');
        return copy === undefined ? url : fileUrl(copy);
      }),
    };
  }

  /** The keys of files with copies of those that are in use elsewhere. */
  async function ofFiles(
    viewer: Owner,
    keys: readonly string[],
    use: Use,
  ): Promise<readonly string[]> {
    const copies = await copyUsed('files', viewer, [...new Set(keys)], use);
    return keys.map((key) => copies.get(key) ?? key);
  }

  return {
    /**
     * Whether `ofDraft` would copy something, and whether a stored text may be the draft with copies:
     * their addresses differ. `isSame` compares whole values, as text.
     */
    async plan(viewer: Owner, { content: { html }, imageUrls, attachments = [] }: Draft, use: Use) {
      const used = new Set(await listUsed('pictures', viewer, keysOf({ html, imageUrls }), use));
      const files = await listUsed('files', viewer, attachments, use);
      const given = keysIn(html);
      const isCopy = (stored: string) => {
        const keys = keysIn(stored);
        return (
          keys.length === given.length &&
          given.every((key, at) => key === keys[at] || used.has(key))
        );
      };
      const all = new Set([...used, ...files]);
      const isSame = (stored: string, given: string) => isCopyOf(stored, given, all);
      return { isNeeded: all.size > 0, isCopy, isSame };
    },

    /** The draft with copies of the pictures and files that another post of the member has. */
    async ofDraft<T extends Draft>(viewer: Owner, draft: T, use: Use): Promise<T> {
      const { content, imageUrls, attachments } = draft;
      const text = await ofPictures(viewer, { html: content.html, imageUrls }, use);
      const files = attachments && (await ofFiles(viewer, attachments, use));
      const copied = { content: { ...content, html: text.html }, imageUrls: [...text.imageUrls] };
      return { ...draft, ...copied, ...(files && { attachments: files }) };
    },

    ofPictures,
    ofFiles,
  };
}

/** Whether one text is the other with other keys for those that are in use elsewhere. */
function isCopyOf(stored: string, given: string, used: ReadonlySet<string>): boolean {
  const [parts, wanted] = [stored.split(KEYS), given.split(KEYS)];
  return (
    parts.length === wanted.length &&
    wanted.every((part, at) => part === parts[at] || (at % 2 === 1 && used.has(part)))
  );
}

const KEYS = new RegExp(`(${KEY})`);
const keysIn = (html: string) => Array.from(html.matchAll(PICTURE), ([, key = '']) => key);

const keysOf = ({ html, imageUrls }: Text) => [
  ...new Set([...keysIn(html), ...imageUrls.flatMap((url) => keyOfUrl(url) ?? [])]),
];

/** Returns their bytes; null when one of them is gone. */
async function copyObjects(
  storage: Pick<ObjectStorage, 'get' | 'putStream'>,
  from: readonly string[],
  to: readonly string[],
): Promise<number | null> {
  let bytes = 0;
  for (const [at, name] of from.entries()) {
    const object = await storage.get(name);
    if (object === null) return null;
    bytes += object.size;
    await storage.putStream(to[at] ?? '', object.open(), object.size);
  }
  return bytes;
}
