import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import pLimit from 'p-limit';
import type { Clock } from '../../clock.ts';
import { shareRuns } from '../../shared-runs.ts';
import {
  type DirectUploads,
  exactLength,
  isObjectKey,
  type ObjectStorage,
  requireObjectKey,
  StorageError,
  type StorageState,
  type StoredObject,
} from '../storage.ts';
import { createS3Client, S3_LIMITS, type S3Body } from './s3-client.ts';
import { allowsPages } from './s3-direct.ts';
import { findWrongSetting } from './s3-errors.ts';
import { listNames } from './s3-listing.ts';
import type { S3Settings } from './s3-signing.ts';

/** Prefixes of checked objects, and of unchecked files that browsers sent. */
const CHECKED = 'files/';
const INCOMING = 'incoming/';
/** Deletions at a time. */
const REMOVALS = 8;
/** How long the state of the store is taken for granted, in milliseconds. */
const KNOWN_MS: Record<StorageState, number> = { up: 5_000, down: 1_000 };
/** The same for the rule that lets pages send files. */
const RULE_MS = 60_000;

export interface S3Options {
  settings: S3Settings;
  clock: Clock;
  /** Origin of the pages; null when their browsers must not send files to the store. */
  pages: string | null;
  limits?: typeof S3_LIMITS;
}

export type S3Storage = ReturnType<typeof createS3Storage>;

/** Stores objects in a bucket of an S3-compatible store. */
export function createS3Storage({ settings, clock, pages, limits = S3_LIMITS }: S3Options) {
  const client = createS3Client({ settings, clock, limits, onFailure: () => check.evict() });
  const removals = pLimit(REMOVALS);

  const put = (name: string, body: S3Body) => client.run({ method: 'PUT', name }, body);

  async function open(name: string): Promise<StoredObject | null> {
    const response = await client.find({ method: 'GET', name });
    return response && storedObject(response, (range) => openPart(name, range));
  }

  async function openPart(name: string, { start, end }: Range): Promise<Readable> {
    const headers = { range: `bytes=${start}-${end}` };
    const response = await client.send({ method: 'GET', name, headers });
    if (response.statusCode === 206) return response;
    response.destroy();
    throw new StorageError(new Error('the store ignored a range'));
  }

  const removeNames = async (names: string[]): Promise<void> => {
    await removals.map(names, async (name) => {
      (await client.find({ method: 'DELETE', name }))?.resume();
    });
  };

  /** Throws StorageError. */
  async function touch(): Promise<void> {
    const query = { 'list-type': '2', 'max-keys': '1', prefix: CHECKED };
    const page = await client.text({ method: 'GET', name: '', query });
    if (!page.includes('<ListBucketResult')) {
      throw new StorageError(new Error('the store sent no listing'));
    }
  }
  const check = cacheFor<StorageState>(
    () =>
      touch().then(
        () => 'up',
        () => 'down',
      ),
    (state) => KNOWN_MS[state],
  );

  const ruleOf = (origin: string) =>
    cacheFor(
      () => allowsPages(client.signing.urlOf(INCOMING), origin, limits),
      () => RULE_MS,
    ).get;
  const direct: DirectUploads | null = pages === null ? null : directUploads(ruleOf(pages));

  function directUploads(areAllowed: () => Promise<boolean>): DirectUploads {
    return {
      areAllowed,
      async presign(key, { contentType, size, seconds }) {
        const headers = { 'content-type': contentType, 'content-length': String(size) };
        return client.signing.presign({ method: 'PUT', name: INCOMING + key, headers }, seconds);
      },
      open: (key) => open(INCOMING + key),
      remove: (key) => removeNames([INCOMING + key]),
      async sweep(before) {
        const names: string[] = [];
        for await (const { name, modifiedAt } of listNames(client, INCOMING)) {
          if (modifiedAt < before) names.push(name);
        }
        await removeNames(names);
        return names.length;
      },
    };
  }

  return {
    put: async (key, bytes) => {
      const name = CHECKED + requireObjectKey(key);
      await put(name, { size: bytes.length, open: () => bytes, isRepeatable: true });
    },
    putFile: async (key, path) => {
      const name = CHECKED + requireObjectKey(key);
      const { size } = await stat(path);
      await put(name, { size, open: () => createReadStream(path), isRepeatable: true });
      await rm(path, { force: true });
    },
    putStream: async (key, body, size) => {
      const name = CHECKED + requireObjectKey(key);
      await put(name, { size, open: () => measured(body, size), isRepeatable: false });
    },
    get: async (key) => (isObjectKey(key) ? open(CHECKED + key) : null),
    async *list() {
      for await (const { name, size, modifiedAt: storedAt } of listNames(client, CHECKED)) {
        const key = name.slice(CHECKED.length);
        if (isObjectKey(key)) yield { key, size, storedAt };
      }
    },
    remove: (keys) => removeNames(keys.filter(isObjectKey).map((key) => CHECKED + key)),
    check: check.get,
    direct,

    /**
     * Stores and removes an object. Returns a sentence that names the wrong setting or the reason why the store is
     * away; null if everything works.
     */
    async findTrouble(): Promise<{ wrongSetting: string } | { away: string } | null> {
      const name = `${INCOMING}start`;
      try {
        await touch();
        await put(name, { size: 1, open: () => Buffer.from('0'), isRepeatable: true });
        await removeNames([name]);
        return null;
      } catch (error) {
        const cause = error instanceof StorageError ? error.cause : error;
        const wrongSetting = findWrongSetting(cause, settings);
        if (wrongSetting !== null) return { wrongSetting };
        return { away: cause instanceof Error ? cause.message : String(cause) };
      }
    },
  } satisfies ObjectStorage & Record<string, unknown>;
}

type Range = { start: number; end: number };

/** An object whose whole body is already arriving; a range of it needs a request of its own. */
function storedObject(
  response: IncomingMessage,
  openPart: (range: Range) => Promise<Readable>,
): StoredObject {
  const size = Number(response.headers['content-length']);
  if (!Number.isSafeInteger(size)) {
    response.destroy();
    throw new StorageError(new Error('the store sent no length'));
  }
  return {
    size,
    open: (range) => {
      if (range === undefined || (range.start === 0 && range.end === size - 1)) return response;
      response.destroy();
      return Readable.from(
        flow(() => openPart(range)),
        { objectMode: false },
      );
    },
    close: async () => {
      response.destroy();
    },
  };
}

function measured(body: Readable, size: number): Readable {
  const counter = exactLength(size);
  pipeline(body, counter, () => undefined);
  return counter;
}

async function* flow(start: () => Promise<Readable>): AsyncGenerator<Buffer> {
  yield* await start();
}

/** Caches a result for the time that `ttlMs` returns, or until `evict`; simultaneous calls share one load. */
function cacheFor<T>(load: () => Promise<T>, ttlMs: (value: T) => number) {
  let known: { value: T; until: number } | null = null;
  const get = shareRuns(async () => {
    if (known !== null && performance.now() < known.until) return known.value;
    const value = await load();
    known = { value, until: performance.now() + ttlMs(value) };
    return value;
  });
  const evict = () => {
    known = null;
  };
  return { get, evict };
}
