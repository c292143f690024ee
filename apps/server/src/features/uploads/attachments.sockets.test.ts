import { type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLecturePost } from '../../testing/factories/lecture-posts.ts';
import { createLectureRoom } from '../../testing/factories/lecture-rooms.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { makePdf, presignFile } from './attachments.fixture.ts';
import { listStored } from './pictures.fixture.ts';

const MB = 1_048_576;

let t: TestApp;
let student: SignedIn;
let base: string;
beforeAll(async () => {
  t = await createTestApp();
  student = await t.signIn('STUDENT');
  await t.app.listen({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
});
afterAll(() => t.close());

const presign = async () => (await presignFile(t, student, '항해 일지.pdf')).json;

describe('files over a socket', () => {
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
    const { dto } = (await t.call('GET', `/api/post/${room}/${id}`, { as: student })).json;
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
