import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { prove } from '../../features/account/account.fixture.ts';
import { createFakeSites } from '../../features/sources/sources.fixture.ts';
import { uploadFile } from '../../features/uploads/attachments.fixture.ts';
import { listStored, makePicture } from '../../features/uploads/pictures.fixture.ts';
import { LOADS } from '../../http/admission/loads.ts';
import { deferred } from '../../platform/deferred.ts';
import { hashingSlots } from '../../platform/hashing.ts';
import { holds } from '../../platform/holds.ts';
import { listOpenFiles } from '../data-folder.ts';
import { createLecturePost } from '../factories/lecture-posts.ts';
import { createLectureRoom } from '../factories/lecture-rooms.ts';
import { createPost } from '../factories/posts.ts';
import { sharedTestImages } from '../images.ts';
import { countWaiting } from '../lock-waits.ts';
import { portOf } from '../raw-http.ts';
import { createTestApp, type SignedIn, type TestApp } from '../test-app.ts';

export const FEW = { atOnce: 2, waiting: 20, waitMs: 600_000, overloadMs: 600_000 };
/** More than there are places. */
export const CLIENTS = 5;
export const PATIENT = { timeout: 20_000 };

/** Tables of the tests' own, for what waits for something else than the database while they are locked. */
export const OTHER_SITE = 'other_site';
export const IMAGE_WORKER = 'image_worker';

/** A listening server with few places, and something to ask it for. */
export interface CutSite {
  t: TestApp;
  admin: SignedIn;
  postId: number;
  /** A file of so many bytes, and its address. */
  file: { url: string; bytes: number };
  png: Buffer;
}

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n');

export async function createCutSite({ fileBytes }: { fileBytes: number }): Promise<CutSite> {
  const sites = createFakeSites();
  const images = sharedTestImages();
  const t: TestApp = await createTestApp({
    admission: Object.fromEntries(LOADS.map((load) => [load, FEW])),
    rates: { searchesAtOnce: FEW.atOnce },
    env: { RATE_LIMITS: 'posts=999999,uploads=999999,exports=999999' },
    fetchPage: async (...request) => {
      await t.db.execute(sql`select from other_site`);
      return sites.fetchPage(...request);
    },
    images: {
      encode: async (picture) => {
        await t.db.execute(sql`select from image_worker`);
        return images.encode(picture);
      },
    },
  });
  for (const table of [OTHER_SITE, IMAGE_WORKER]) {
    await t.db.execute(sql`create table ${sql.identifier(table)} ()`);
  }
  const admin = await t.signIn('ADMIN');
  await prove(t, admin);
  const postId = await createPost(t, admin, { title: '제목' });
  const file = await storeFile(t, admin, fileBytes);
  await t.app.listen({ host: '127.0.0.1', port: 0 });
  return { t, admin, postId, file, png: await makePicture('png') };
}

async function storeFile(t: TestApp, as: SignedIn, bytes: number) {
  const body = Buffer.concat([PDF, Buffer.alloc(bytes - PDF.length, 'naru')]);
  const key = await uploadFile(t, as, '해도.pdf', body);
  const room = await createLectureRoom(t);
  const boardType = 'LECTURE_REF';
  const id = await createLecturePost(t, as, room, { boardType, attachments: [key] });
  const { json } = await t.call('GET', `/api/post/${room}/${id}`, { as });
  return { url: String(json.attachments[0].url), bytes };
}

/** Opens a connection and sends the bytes. */
async function open(t: TestApp, bytes: Buffer): Promise<Socket> {
  const socket = connect({ port: portOf(t.app), host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

export const openAll = (t: TestApp, all: Buffer[]) =>
  Promise.all(all.map((bytes) => open(t, bytes)));

/** Resolves once the server has so many connections. */
export async function untilConnected({ app }: TestApp, expected: number): Promise<void> {
  const connections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  await vi.waitFor(async () => expect(await connections()).toBe(expected), PATIENT);
}

/** Resolves once so many bodies are on their way to files. */
export const untilReceiving = (t: TestApp, count: number) =>
  vi.waitFor(async () => expect(await listStored(t, 'incoming')).toHaveLength(count), PATIENT);

/** Closes the connections, and waits until the server knows that so many are left. */
export async function cut(t: TestApp, sockets: Socket[], left = 0): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await untilConnected(t, left);
}

export async function firstChunk(socket: Socket): Promise<string> {
  const [chunk] = await once(socket, 'data');
  return String(chunk);
}

/** Keeps every statement from a table while the work runs. */
export async function whileLocked(t: TestApp, table: string, work: () => Promise<void>) {
  const client = await t.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`lock table ${table} in access exclusive mode`);
    await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Resolves once so many statements wait for a lock. */
export const untilLocked = (t: TestApp, least = 1) =>
  vi.waitFor(async () => expect(await countWaiting(t)).toBeGreaterThanOrEqual(least), PATIENT);

/** What requests hold: places, spots in lines, streams, pictures, connections of the pool and files. */
async function heldIn(t: TestApp) {
  const { services, database, dataDir } = t;
  const { pool } = database;
  const { rows } = await pool.query(
    `select pid from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`,
  );
  return {
    places: Object.entries(services.admission).filter(([, places]) => {
      const { taken, waiting } = places.count();
      return taken + waiting > 0;
    }),
    held: holds.count(),
    streams: services.streams.count(),
    pictures: services.uploads.encoding.count(),
    connections: pool.waitingCount + pool.totalCount - pool.idleCount,
    transactions: rows,
    incoming: await listStored(t, 'incoming'),
    openFiles: await listOpenFiles(dataDir),
  };
}

const NOTHING = {
  ...{ places: [], held: 0, streams: 0, pictures: 0, connections: 0 },
  ...{ transactions: [], incoming: [], openFiles: [] },
};

/** Nothing is held, every seat of the hashing is free, and nothing was logged as a fault. */
export async function expectNothingLeft(t: TestApp): Promise<void> {
  await vi.waitFor(async () => expect(await heldIn(t)).toEqual(NOTHING), PATIENT);
  await takeEverySeat(t);
  expect(t.logs.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  expect((await t.call('GET', '/api/health')).json.status).toBe('ok');
}

/** Takes as many turns of the hashing at once as there are: with one missing, they never all begin. */
async function takeEverySeat({ services }: TestApp): Promise<void> {
  const seats = hashingSlots(1);
  const taken = deferred<void>();
  let count = 0;
  const take = () =>
    services.hashing.inTurn(async () => {
      count += 1;
      if (count === seats) taken.resolve();
      await taken.promise;
    });
  await Promise.all(Array.from({ length: seats }, take));
}
