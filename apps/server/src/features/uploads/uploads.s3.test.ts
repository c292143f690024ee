import { setTimeout as delay } from 'node:timers/promises';
import { parse } from 'content-disposition';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPost } from '../../testing/factories/posts.ts';
import { startTestStore, type TestStore } from '../../testing/s3-store.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { makePdf, presignFile, putFile } from './attachments.fixture.ts';
import { keyOfUrl } from './file-names.ts';
import {
  fetchFile,
  listStored,
  makePicture,
  presign,
  put,
  uploadPicture,
} from './pictures.fixture.ts';
import { makeMp4 } from './videos.fixture.ts';

const TYPE = 'application/pdf';
const NAME = '2026 항해 실습 안내.pdf';
const HOUR = 60 * 60;
/** Within which an upload without its store is refused, in milliseconds. */
const REFUSED_MS = 3_000;
const TURN_MS = 10;

let t: TestApp;
let store: TestStore;
let student: SignedIn;
beforeAll(async () => {
  store = await startTestStore({ now: () => t.clock.now() });
  store.allowed.push('http://127.0.0.1:3000');
  t = await createTestApp({ env: store.env });
});
afterAll(async () => {
  await t.close();
  await store.close();
});
beforeEach(async () => {
  student = await t.signIn('STUDENT');
});
afterEach(() => {
  store.fail(null);
  store.objects.clear();
});

const begin = async (bytes: Buffer, name = NAME) =>
  (await presignFile(t, student, name, { contentType: TYPE, size: bytes.length })).json;
const send = async (url: string, body: Buffer, type = TYPE) =>
  (
    await fetch(url, {
      method: 'PUT',
      body: new Uint8Array(body),
      headers: { 'content-type': type },
    })
  ).status;
const finish = (uploadUrl: string) => putFile(t, uploadUrl, Buffer.alloc(0), TYPE);
const post = (more: object) =>
  t.call('POST', '/api/post/post-up', {
    as: student,
    body: { boardType: 'FREE', title: '안내', content: '<p>글</p>', imageUrls: null, ...more },
  });
const names = () => [...store.objects.keys()];

describe('the store', () => {
  it('is the one of the settings, whatever a caller names [UPLOAD-28]', async () => {
    const file = `filename=a.pdf&contentType=${encodeURIComponent(TYPE)}&size=9`;
    const foreign = 'endpoint=https%3A%2F%2Fevil.example&bucket=evil&S3_ENDPOINT=evil.example';
    const { json } = await t.call('GET', `/api/attachments/presign?${file}&${foreign}`, {
      as: student,
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    const { origin, pathname } = new URL(json.storeUrl);
    expect(origin).toBe(new URL(String(store.env.S3_ENDPOINT)).origin);
    expect(pathname).toMatch(new RegExp(`^/${store.env.S3_BUCKET}/incoming/`));
    expect(json.uploadUrl).toMatch(/^http:\/\/127\.0\.0\.1:3000\/files\//);
  });
});

describe('a file sent to the store', () => {
  it('is in no post and at no address before it was checked [UPLOAD-12]', async () => {
    const bytes = makePdf();
    const { storeUrl, key } = await begin(bytes);
    expect(await send(storeUrl, bytes)).toBe(200);
    const refused = await post({ attachments: [key] });
    expect([refused.status, refused.json.error]).toEqual([400, 'ATTACHMENT_NOT_READY']);
    expect((await t.call('GET', `/files/${key}.pdf`)).status).toBe(404);
  });

  it.each([
    ['another type', '인쇄물.pdf', '<html>PDF</html>', 415, 'ATTACHMENT_TYPE_UNSUPPORTED'],
    ['a broken archive', '과제.zip', 'PK\x03\x04', 400, 'ATTACHMENT_INVALID'],
  ])(
    'is refused with %s, and nothing stays of it [UPLOAD-04]',
    async (_what, name, text, ...expected) => {
      const bytes = Buffer.from(text);
      const { storeUrl, uploadUrl, key } = await begin(bytes, name);
      await send(storeUrl, bytes);
      const { status, json } = await finish(uploadUrl);
      expect([status, json.error]).toEqual(expected);
      expect((await finish(uploadUrl)).status).toBe(412);
      expect((await post({ attachments: [key] })).status).toBe(400);
      await expect.poll(names).toEqual([]);
      expect(await listStored(t, 'incoming')).toEqual([]);
    },
  );

  it('is refused when its length is not the signed one, whatever the store accepted [UPLOAD-11]', async () => {
    const { uploadUrl, key } = await begin(makePdf());
    store.objects.set(`incoming/${key}`, {
      bytes: makePdf('다른 길이'),
      modifiedAt: t.clock.now(),
    });
    const { status, json } = await finish(uploadUrl);
    expect([status, json.error]).toEqual([403, 'UPLOAD_DENIED']);
    await expect.poll(names).toEqual([]);
  });

  it('is refused with a forged address, another type, and half an hour later [UPLOAD-11]', async () => {
    const bytes = makePdf();
    const { storeUrl, uploadUrl } = await begin(bytes);
    await send(storeUrl, bytes);
    expect((await putFile(t, uploadUrl, Buffer.alloc(0), 'text/html')).status).toBe(403);
    const forged = uploadUrl.replace(/.(?=.{20}$)/, (one: string) => (one === 'A' ? 'B' : 'A'));
    expect((await finish(forged)).status).toBe(403);
    t.clock.advance(HOUR / 2);
    student = await t.signInAs(student);
    expect((await finish(uploadUrl)).status).toBe(403);
  });

  it('is removed an hour after it came, unchecked; a later PUT changes no post [UPLOAD-111]', async () => {
    const bytes = makePdf();
    const { storeUrl, uploadUrl, key } = await begin(bytes);
    await send(storeUrl, bytes);
    expect((await finish(uploadUrl)).status).toBe(200);
    await expect.poll(names).toEqual([`files/${key}.bin`]);
    expect(await send(storeUrl, bytes)).toBe(200);
    expect(names()).toContain(`incoming/${key}`);
    t.clock.advance(HOUR - 1);
    await t.services.uploads.attachments.sweep();
    expect(names()).toHaveLength(2);
    t.clock.advance(2);
    await t.services.uploads.attachments.sweep();
    expect(names()).toEqual([`files/${key}.bin`]);
  });

  it('is downloaded under its Korean name, whole and in part, by its reader only [UPLOAD-42, UPLOAD-46]', async () => {
    const bytes = makePdf('수심 10미터');
    const { storeUrl, uploadUrl, key } = await begin(bytes);
    expect(await send(storeUrl, bytes)).toBe(200);
    // The PUT may take ten minutes.
    t.clock.advance(10 * 60);
    student = await t.signInAs(student);
    expect((await finish(uploadUrl)).status).toBe(200);
    const { json } = await post({ attachments: [key] });
    const { dto } = (await t.call('GET', `/api/post/${json.id}`, { as: student })).json;
    const { url } = dto.attachments[0];
    const whole = await t.app.inject({ method: 'GET', url });
    expect(whole.rawPayload).toEqual(bytes);
    const disposition = parse(String(whole.headers['content-disposition']));
    expect([disposition.type, disposition.parameters.filename]).toEqual(['attachment', NAME]);
    expect(whole.headers['content-type']).toBe('application/octet-stream');
    const headers = { range: 'bytes=5-9' };
    const part = await t.app.inject({ method: 'GET', url, headers });
    expect([part.statusCode, part.rawPayload]).toEqual([206, bytes.subarray(5, 10)]);
    expect((await t.call('HEAD', url)).headers['content-length']).toBe(String(bytes.length));
    await t.db.execute(`update members set withdrawn_at = now() where id = ${student.id}`);
    expect((await t.call('GET', url)).status).toBe(404);
  });

  it('may also come to the server, as it must without a size or a rule of the bucket [UPLOAD-110]', async () => {
    const bytes = makePdf();
    const { uploadUrl, key } = await begin(bytes);
    expect((await putFile(t, uploadUrl, bytes, TYPE)).status).toBe(200);
    expect(names()).toEqual([`files/${key}.bin`]);
    expect((await presignFile(t, student, NAME)).json.storeUrl).toBeNull();
    const odd = await presignFile(t, student, NAME, { size: 9, contentType: 'a/b; c="d"' });
    expect([odd.status, odd.json.storeUrl]).toEqual([200, null]);
    const empty = await begin(Buffer.alloc(0));
    expect([(await finish(empty.uploadUrl)).status, empty.storeUrl]).toEqual([400, null]);
  });

  it('may be a video of a banner [UPLOAD-110]', async () => {
    const council = await t.signIn('STUDENT_COUNCIL');
    const bytes = makeMp4(3);
    const url = `/api/banners/video-presign?contentType=video/mp4&size=${bytes.length}`;
    const { storeUrl, uploadUrl, fileUrl } = (await t.call('GET', url, { as: council })).json;
    expect(await send(storeUrl, bytes, 'video/mp4')).toBe(200);
    const done = await putFile(t, uploadUrl, Buffer.alloc(0), 'video/mp4');
    expect(done.status).toBe(200);
    expect(await fetchFile(t, fileUrl)).toEqual(bytes);
  });
});

describe('with a store', () => {
  it('pages may send to it, and pictures still come from the server [UPLOAD-110]', async () => {
    const { headers } = await t.call('GET', '/api/health');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(`connect-src 'self' ${store.settings.endpoint};`);
    expect(policy).toContain("img-src 'self' data: blob:;");
  });

  it('originals of pictures never reach it, only what was encoded [UPLOAD-14]', async () => {
    const original = await makePicture('jpeg');
    const { uploadUrl, fileUrl, ...more } = await presign(t, student, 'image/jpeg');
    expect(more).toEqual({});
    expect((await put(t, uploadUrl, original, 'image/jpeg')).status).toBe(200);
    expect(names()).toHaveLength(3);
    for (const { bytes } of store.objects.values()) {
      expect(String(bytes.subarray(8, 12))).toBe('WEBP');
    }
    expect(String((await fetchFile(t, fileUrl)).subarray(8, 12))).toBe('WEBP');
    expect(await listStored(t, 'files')).toEqual([]);
  });

  it('objects follow their rows, also after a time without the store [UPLOAD-20]', async () => {
    await uploadPicture(t, student);
    t.clock.advance(25 * HOUR);
    store.fail('down');
    await expect(t.services.uploads.pictures.sweep()).rejects.toThrow();
    expect(names()).toHaveLength(3);
    store.fail(null);
    expect(await t.services.uploads.pictures.sweep()).toBeGreaterThan(0);
    expect(names()).toEqual([]);
  });
});

/** Three seconds in which this process gets its turns: a busy machine draws them out. */
async function patience(): Promise<null> {
  for (let turn = 0; turn < REFUSED_MS / TURN_MS; turn += 1) {
    await delay(TURN_MS, undefined, { ref: false });
  }
  return null;
}

describe('without its store', () => {
  const timed = async (
    run: Promise<{ status: number; json: { error: string; message: string } | null }>,
  ) => {
    const response = await Promise.race([run, patience()]);
    if (response === null) return 'late';
    return [response.status, response.json?.error, response.json?.message];
  };
  const REFUSED = [503, 'STORAGE_UNAVAILABLE', expect.stringContaining('글과 댓글은 쓸 수 있으니')];

  it.each(['silent', 'down', 'forbidden'] as const)(
    'text works while it is %s; uploads and pictures are refused within 3 s [REL-09]',
    async (trouble) => {
      const url = await uploadPicture(t, student);
      const bytes = makePdf();
      const [sent, unsent] = [await begin(bytes), await begin(bytes)];
      await send(sent.storeUrl, bytes);
      const picture = await presign(t, student, 'image/jpeg');
      const jpeg = await makePicture('jpeg');
      const id = await createPost(t, student);
      store.fail(trouble);
      const refused = Promise.all([
        timed(finish(sent.uploadUrl)),
        timed(putFile(t, unsent.uploadUrl, bytes, TYPE)),
        timed(put(t, picture.uploadUrl, jpeg, 'image/jpeg')),
        timed(t.call('GET', url)),
      ]);
      expect((await post({})).status).toBe(201);
      expect((await t.call('GET', `/api/post/${id}`, { as: student })).status).toBe(200);
      expect(await refused).toEqual([REFUSED, REFUSED, REFUSED, REFUSED]);
      store.fail(null);
      expect((await t.call('GET', url)).status).toBe(200);
      expect((await finish(sent.uploadUrl)).status).toBe(200);
      expect((await putFile(t, unsent.uploadUrl, bytes, TYPE)).status).toBe(200);
      expect((await put(t, picture.uploadUrl, jpeg, 'image/jpeg')).status).toBe(200);
    },
  );

  it('no upload begins, the health says why, and a picture can be left [REL-09]', async () => {
    const url = await uploadPicture(t, student);
    store.fail('down');
    expect((await t.call('GET', url)).status).toBe(503);
    expect(await timed(presignFile(t, student, NAME))).toEqual(REFUSED);
    const { status, json } = await t.call('GET', '/api/health');
    expect([status, json.status]).toEqual([200, 'ok']);
    expect(json.engines).toContainEqual({ name: 'storage', state: 'down' });
    await t.services.uploads.pictures.eraseProfilePictures([keyOfUrl(url) ?? '']);
    expect(names()).toHaveLength(3);
  });
});
