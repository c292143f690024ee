import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { makePdf, presignFile } from './attachments.fixture.ts';
import { listStored, makePicture, presign, put } from './pictures.fixture.ts';
import { makeMp4 } from './videos.fixture.ts';

let t: TestApp;
let author: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  author = await t.signIn('SYSTEM');
  await t.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => t.close());

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
    urlOf: () => get(`/api/banners/video-presign?contentType=video/mp4&size=${makeMp4(5).length}`),
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
