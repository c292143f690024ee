import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOpenFiles } from '../../testing/data-folder.ts';
import { createLecturePost } from '../../testing/factories/lecture-posts.ts';
import { createLectureRoom } from '../../testing/factories/lecture-rooms.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { makePdf, presignFile } from './attachments.fixture.ts';
import { listStored, makePicture, pathOf, presign, put } from './pictures.fixture.ts';
import { makeMp4 } from './videos.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await t.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => t.close());

describe('files over a socket', () => {
  const MB = 1_048_576;
  let student: SignedIn;
  let base: string;
  beforeAll(async () => {
    student = await t.signIn('STUDENT');
    base = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
  });

  const presign = async () => {
    const { uploadUrl, key } = (await presignFile(t, student, '항해 일지.pdf')).json;
    return { uploadUrl: pathOf(uploadUrl), key };
  };

  it('49 MB are stored and served byte for byte, also in ranges [UPLOAD-02, UPLOAD-42]', async () => {
    const { uploadUrl, key } = await presign();
    const bytes = Buffer.concat([makePdf(), Buffer.alloc(49 * MB, 'naru')]);
    const put = await fetch(`${base}${uploadUrl}`, { method: 'PUT', body: bytes });
    expect(put.status).toBe(200);
    const room = await createLectureRoom(t);
    const id = await createLecturePost(t, student, room, {
      boardType: 'LECTURE_REF',
      attachments: [key],
    });
    const { json: dto } = await t.call('GET', `/api/post/${room}/${id}`, { as: student });
    const response = await fetch(`${base}${dto.attachments[0].url}`);
    expect(response.headers.get('content-disposition')).toContain('attachment; filename=');
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    const from = 30 * MB;
    const headers = { range: `bytes=${from}-`, 'if-range': String(response.headers.get('etag')) };
    const rest = await fetch(`${base}${dto.attachments[0].url}`, { headers });
    expect(rest.status).toBe(206);
    expect(rest.headers.get('content-range')).toBe(
      `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
    );
    expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(from))).toBe(true);
  });

  it('40 aborted uploads leave no file and no claimed row [UPLOAD-18]', async () => {
    const before = await listStored(t, 'files');
    await Promise.all(
      Array.from({ length: 40 }, async () => {
        const { uploadUrl } = await presign();
        const put: ClientRequest = request(`${base}${uploadUrl}`, {
          method: 'PUT',
          headers: { 'content-length': MB },
        });
        put.on('error', () => undefined);
        await new Promise((resolve) => put.write(makePdf(), resolve));
        put.destroy();
      }),
    );
    await expect.poll(() => listStored(t, 'incoming')).toEqual([]);
    const claimed = async () =>
      (await t.db.execute(sql`select key from attachments where status = 'receiving'`)).rows;
    await expect.poll(claimed).toEqual([]);
    expect(await listStored(t, 'files')).toEqual(before);
  });
});

describe('pictures', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await createTestApp();
    await t.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => t.close());

  const MB = 1_048_576;
  const CHUNK = Buffer.alloc(64 * 1024, 0x20);
  let student: SignedIn;
  let port: number;
  beforeAll(async () => {
    student = await t.signIn('STUDENT');
    port = (t.app.server.address() as AddressInfo).port;
  });

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
});

describe('uploads that are sent again', () => {
  let author: SignedIn;
  beforeAll(async () => {
    author = await t.signIn('SYSTEM');
  });

  const get = async (url: string): Promise<string> =>
    (await t.call('GET', url, { as: author })).json.uploadUrl;
  const KINDS = [
    {
      kind: 'picture of a post',
      table: 'uploads',
      type: 'image/png',
      urlOf: async () => (await presign(t, author)).uploadUrl,
      bytesOf: () => makePicture('png'),
    },
    {
      kind: 'picture of a chat',
      table: 'chat_pictures',
      type: 'image/png',
      urlOf: () => get('/api/mail/picture-presign?contentType=image/png'),
      bytesOf: () => makePicture('png'),
    },
    {
      kind: 'file',
      table: 'attachments',
      type: 'application/pdf',
      urlOf: async () =>
        (await presignFile(t, author, 'a.pdf', { contentType: 'application/pdf' })).json.uploadUrl,
      bytesOf: async () => makePdf(),
    },
    {
      kind: 'video',
      table: 'videos',
      type: 'video/mp4',
      urlOf: () =>
        get(`/api/banners/video-presign?contentType=video/mp4&size=${makeMp4(5).length}`),
      bytesOf: async () => makeMp4(5),
    },
  ];

  /** Sends half of a body. */
  async function begin(path: string, bytes: Buffer, type: string) {
    const { port } = t.app.server.address() as AddressInfo;
    const headers = { 'content-type': type, 'content-length': bytes.length };
    const sending = request({ host: '127.0.0.1', port, path, method: 'PUT', headers });
    sending.on('error', () => undefined);
    const status = new Promise((resolve) => {
      sending.on('response', (response) => resolve(response.resume().statusCode));
    });
    await new Promise((resolve) => sending.write(bytes.subarray(0, bytes.length / 2), resolve));
    await expect.poll(async () => (await listStored(t, 'incoming')).length).toBe(1);
    return { sending, status };
  }

  /** Sends half of a body and goes, as a client does whose network or server goes. */
  async function cut(path: string, bytes: Buffer, type: string): Promise<void> {
    const { sending } = await begin(path, bytes, type);
    sending.destroy();
    await expect.poll(async () => (await listStored(t, 'incoming')).length).toBe(0);
  }

  describe.each(KINDS)('the address of a $kind [UPLOAD-11]', ({ table, type, urlOf, bytesOf }) => {
    const send = (url: string, bytes: Buffer) => put(t, url, bytes, type);
    const isUsed = async (url: string, bytes: Buffer) => {
      const { status, json } = await send(url, bytes);
      expect([status, json.error]).toEqual([412, 'UPLOAD_USED']);
    };

    it('takes the whole file after one that was cut, once', async () => {
      const [url, bytes] = [await urlOf(), await bytesOf()];
      await cut(url, bytes, type);
      expect((await send(url, bytes)).status).toBe(200);
      await isUsed(url, bytes);
    });

    it('takes it again a minute after a server was killed while it stored the file', async () => {
      const [url, bytes] = [await urlOf(), await bytesOf()];
      const now = t.clock.now().toISOString();
      await t.db.execute(
        sql`update ${sql.identifier(table)} set status = 'receiving', created_at = ${now}::timestamptz where status = 'pending'`,
      );
      await isUsed(url, bytes);
      t.clock.advance(61);
      expect((await send(url, bytes)).status).toBe(200);
    });

    it('takes one of two that are sent at once', async () => {
      const [url, bytes] = [await urlOf(), await bytesOf()];
      const responses = await Promise.all([send(url, bytes), send(url, bytes)]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 412]);
      await isUsed(url, bytes);
    });

    it('reads no second body while one is on its way, and takes the first', async () => {
      const [url, bytes] = [await urlOf(), await bytesOf()];
      const { sending, status } = await begin(url, bytes, type);
      await isUsed(url, bytes);
      sending.end(bytes.subarray(bytes.length / 2));
      expect(await status).toBe(200);
    });

    it('takes nothing more after bytes that were rejected', async () => {
      const [url, bytes] = [await urlOf(), await bytesOf()];
      expect((await send(url, Buffer.from('?'))).status).toBeGreaterThanOrEqual(400);
      await isUsed(url, bytes);
    });
  });
});
