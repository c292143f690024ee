import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { uploadPicture } from '../features/uploads/pictures.fixture.ts';
import { holds } from '../platform/holds.ts';
import { bytesOf, type Call } from '../testing/cuts/calls.ts';
import {
  CLIENTS,
  type CutSite,
  createCutSite,
  cut,
  expectNothingLeft,
  FEW,
  firstChunk,
  openAll,
  PATIENT,
  untilLocked,
  whileLocked,
} from '../testing/cuts/site.ts';
import { listOpenFiles } from '../testing/data-folder.ts';
import { createPost } from '../testing/factories/posts.ts';
import { clearThrottles } from '../testing/matrix/world.ts';
import type { TestApp } from '../testing/test-app.ts';

const MB = 1_048_576;
/** More than the buffers of a connection take of a response that nobody reads. */
const LARGE = 16 * MB;

let site: CutSite;
let t: TestApp;
/** Of the requests of a test. */
let responses: Set<ServerResponse>;
beforeAll(async () => {
  site = await createCutSite({ fileBytes: LARGE });
  t = site.t;
  t.app.server.on('request', (_request, response: ServerResponse) => {
    responses.add(response);
  });
});
beforeEach(async () => {
  responses = new Set();
  await clearThrottles(t);
});
afterAll(() => t.close());

const get = (path: string): Call => ({ method: 'GET', path, table: '' });
/** Opens a response after the other: an export counts as a search of its member until it begins. */
async function openInTurn(call: Call, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let n = 0; n < count; n += 1) {
    const [socket] = await openAll(t, [bytesOf(site, call)]);
    if (socket === undefined) throw new Error('no connection');
    await readPart(socket, MB);
    sockets.push(socket);
  }
  return sockets;
}
const openEach = (call: Call) =>
  openAll(
    t,
    Array.from({ length: CLIENTS }, () => bytesOf(site, call)),
  );

/** Reads a part of the response, piece by piece, and leaves the rest unread. */
async function readPart(socket: Socket, least: number): Promise<void> {
  let head = '';
  for (let read = 0; read < least; ) {
    const chunk = await new Promise<Buffer>((resolve) => socket.once('data', resolve).resume());
    socket.pause();
    head ||= chunk.toString('latin1');
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    read += chunk.length;
  }
}

/** A picture of the administrator whose stored file is large. */
async function storeLargePicture(): Promise<void> {
  const url = await uploadPicture(t, site.admin, site.png);
  await createPost(t, site.admin, { imageUrls: [url], content: `<p>글</p><img src="${url}">` });
  const folder = join(t.dataDir, 'files');
  const names = await readdir(folder, { recursive: true });
  const stored = names.filter((name) => url.endsWith(name.split('/').at(-1) ?? ''));
  expect(stored).toHaveLength(1);
  await writeFile(join(folder, String(stored[0])), randomBytes(LARGE));
}

/** A post whose text is longer than anybody could write it. */
async function storeLongPost(): Promise<number> {
  const id = await createPost(t, site.admin);
  await t.db.execute(
    sql`update posts set content = repeat('긴 글입니다. ', ${LARGE / 16}) where id = ${id}`,
  );
  return id;
}

interface Large {
  call: () => Promise<Call>;
  /** Files that are open while a response is half sent. */
  files: number;
}

const RESPONSES: Record<string, Large> = {
  'a file': { call: async () => get(site.file.url), files: 1 },
  'an export': {
    call: async () => {
      await storeLargePicture();
      return get('/api/member/export');
    },
    files: 1,
  },
  'a long JSON': { call: async () => get(`/api/post/${await storeLongPost()}`), files: 0 },
};

describe('clients that leave while their response is sent [REL-150]', () => {
  it.each(Object.entries(RESPONSES))('hold nothing of %s', async (_name, { call, files }) => {
    const sockets = await openInTurn(await call(), CLIENTS);
    // Whoever reads slowly takes no place from others, either.
    await vi.waitFor(() => expect(holds.count()).toBe(0), PATIENT);
    expect([...responses].map(({ writableFinished }) => writableFinished)).toEqual(
      sockets.map(() => false),
    );
    expect(await listOpenFiles(join(t.dataDir, 'files'))).toHaveLength(files * CLIENTS);
    await cut(t, sockets);
    await expectNothingLeft(t);
  });

  it('keep no search of theirs from running, however slowly they read an export [LIST-144]', async () => {
    await storeLargePicture();
    const sockets = await openInTurn(get('/api/member/export'), FEW.atOnce);
    const { status } = await t.call('GET', '/api/search?query=ab', { as: site.admin });
    expect(status).toBe(200);
    await cut(t, sockets);
    await expectNothingLeft(t);
  });

  it.each(['sessions', 'event_streams', null])(
    'hold no event stream, with %s locked meanwhile [LIVE-08]',
    async (table) => {
      const call = get('/api/events');
      const rounds = async () => {
        for (let round = 0; round < 3; round += 1) {
          const sockets = await openEach(call);
          if (table === null) await Promise.all(sockets.map(firstChunk));
          else await untilLocked(t);
          await cut(t, sockets);
        }
      };
      if (table === null) await rounds();
      else await whileLocked(t, table, rounds);
      await expectNothingLeft(t);
      // As many as a member may have.
      const sockets = await openAll(
        t,
        Array.from({ length: 10 }, () => bytesOf(site, call)),
      );
      for (const socket of sockets) expect(await firstChunk(socket)).toMatch(/^HTTP\/1.1 200 /);
      await cut(t, sockets);
      await expectNothingLeft(t);
    },
  );
});
