import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOpenFiles } from '../../testing/data-folder.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { listStored, makePicture, presign } from './pictures.fixture.ts';

const MB = 1_048_576;
const CHUNK = Buffer.alloc(64 * 1024, 0x20);

let t: TestApp;
let student: SignedIn;
let port: number;
beforeAll(async () => {
  t = await createTestApp();
  student = await t.signIn('STUDENT');
  await t.app.listen({ host: '127.0.0.1', port: 0 });
  port = (t.app.server.address() as AddressInfo).port;
});
afterAll(() => t.close());

function openPut(path: string, headers: Record<string, string | number> = {}): ClientRequest {
  return request({
    host: '127.0.0.1',
    port,
    path,
    method: 'PUT',
    headers: { 'content-type': 'image/png', ...headers },
  });
}

/** Sends until the server closes the socket; returns the status and the number of sent bytes. */
async function sendEndlessly(put: ClientRequest): Promise<{ status: number; sent: number }> {
  let status = 0;
  let sent = 0;
  let isOpen = true;
  put.on('response', (response) => {
    status = response.statusCode ?? 0;
    response.resume();
  });
  put.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    put.on('close', () => {
      isOpen = false;
      resolve();
    });
  });
  while (isOpen) {
    sent += CHUNK.length;
    const drained = new Promise<void>((resolve) => put.once('drain', resolve));
    if (!put.write(CHUNK)) await Promise.race([drained, closed]);
  }
  return { status, sent };
}

/** Keys of uploads that are claimed and not finished. */
async function listClaimed() {
  const { rows } = await t.db.execute(sql`select key from uploads where status <> 'pending'`);
  return rows;
}

async function countConnections(): Promise<number> {
  return new Promise((resolve) => t.app.server.getConnections((_error, count) => resolve(count)));
}

describe('bodies with a wrong size', () => {
  it('closes an endless chunked body shortly after 10 MB [UPLOAD-03]', async () => {
    const { uploadUrl, fileUrl } = await presign(t, student);
    const { status, sent } = await sendEndlessly(openPut(uploadUrl));
    expect(status).toBe(413);
    // Includes bytes that were sent to the socket buffers but never read.
    expect(sent).toBeLessThan(20 * MB);
    expect((await t.call('GET', fileUrl)).status).toBe(404);
    expect(await listStored(t, 'incoming')).toEqual([]);
  });

  it('does not read a body that declares too much [UPLOAD-03]', async () => {
    const { uploadUrl } = await presign(t, student);
    const { status, sent } = await sendEndlessly(openPut(uploadUrl, { 'content-length': 1e9 }));
    expect(status).toBe(413);
    expect(sent).toBeLessThan(10 * MB);
  });

  it('reads no more than the declared size [UPLOAD-03]', async () => {
    const { uploadUrl } = await presign(t, student);
    const picture = await makePicture('png', 200, 200);
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `PUT ${uploadUrl} HTTP/1.1\r\nhost: x\r\ncontent-type: image/png\r\ncontent-length: 60\r\n\r\n`,
    );
    socket.write(picture);
    const [first] = await once(socket, 'data');
    expect(String(first)).toMatch(/^HTTP\/1\.1 400 /);
    socket.destroy();
  });

  it('refuses a PUT without a body [UPLOAD-09]', async () => {
    const { uploadUrl } = await presign(t, student);
    const put = openPut(uploadUrl, { 'content-length': 0 });
    put.end();
    const [response] = await once(put, 'response');
    response.resume();
    expect(response.statusCode).toBe(400);
  });
});

describe('aborted uploads', () => {
  it('leave no file, no claimed row and no socket after 240 of them [UPLOAD-18]', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => t.signIn('STUDENT')));
    for (const member of members) {
      await Promise.all(
        Array.from({ length: 40 }, async () => {
          const { uploadUrl } = await presign(t, member);
          const put = openPut(uploadUrl, { 'content-length': MB });
          put.on('error', () => undefined);
          await new Promise((resolve) => put.write(CHUNK, resolve));
          put.destroy();
        }),
      );
    }
    await expect.poll(() => listStored(t, 'incoming')).toEqual([]);
    await expect.poll(countConnections).toBe(0);
    // A failed upload removes its row last.
    await expect.poll(listClaimed).toEqual([]);
    expect(await listStored(t, 'files')).toEqual([]);
  });
});

describe('a profile picture whose sender goes', () => {
  const HEAD =
    '--form\r\ncontent-disposition: form-data; name="profileImage"; filename="a.png"\r\n\r\n';

  function openForm(body: string): ClientRequest {
    const post = request({
      host: '127.0.0.1',
      port,
      path: '/api/member/set-profile-image',
      method: 'POST',
      headers: {
        ...student.headers,
        'content-type': 'multipart/form-data; boundary=form',
        'content-length': 100_000,
      },
    });
    post.on('error', () => undefined);
    post.flushHeaders();
    post.write(body);
    return post;
  }

  async function leave(post: ClientRequest): Promise<void> {
    post.destroy();
    await expect.poll(countConnections).toBe(0);
  }

  const listOpen = () => listOpenFiles(join(t.dataDir, 'incoming'));

  async function expectNothingLeft(): Promise<void> {
    await expect.poll(() => t.services.admission.upload.count().taken).toBe(0);
    await expect.poll(() => listStored(t, 'incoming')).toEqual([]);
    await expect.poll(listClaimed).toEqual([]);
    await expect.poll(listOpen).toEqual([]);
  }

  // The server looks for the member first, then writes the row of the picture.
  it.each(['members', 'uploads'])(
    'leaves no file, row or place while the server waits for %s [UPLOAD-18]',
    async (table) => {
      await t.db.transaction(async (tx) => {
        await tx.execute(sql`lock table ${sql.identifier(table)}`);
        const post = openForm('');
        await expect.poll(() => countWaiting(t)).toBe(1);
        await leave(post);
      });
      await expectNothingLeft();
    },
  );

  it.each([
    ['before its file', '--form\r\n'],
    ['within its file', `${HEAD}some bytes`],
    ['after its file', `${HEAD}some bytes\r\n--form\r\n`],
  ])('leaves no file, row or place %s [UPLOAD-18]', async (_when, body) => {
    const post = openForm(body);
    await expect.poll(async () => (await listOpen()).length).toBe(1);
    await leave(post);
    await expectNothingLeft();
  });
});
