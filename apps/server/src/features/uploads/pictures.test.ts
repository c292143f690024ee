import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPicture } from '../../testing/factories/files.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import {
  fetchFile,
  listStored,
  makeAnimation,
  makePicture,
  presign,
  put,
  uploadPicture,
} from './pictures.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('pictures', () => {
  let student: SignedIn;
  beforeEach(async () => {
    student = await t.signIn('STUDENT');
  });

  const MB = 1_048_576;
  const FILE_URL = /^http:\/\/127\.0\.0\.1:3000\/files\/[A-Za-z0-9][\w-]{23}\.webp$/;

  function requestPresign(query: Record<string, string>, as?: SignedIn) {
    const url = `/api/aws/S3/presign?${new URLSearchParams(query)}`;
    return t.call('GET', url, as && { as });
  }

  describe('GET /aws/S3/presign', () => {
    const query = { filename: 'a.png', contentType: 'image/png' };

    it('refuses signed-out callers and a USER', async () => {
      expect((await requestPresign(query)).status).toBe(401);
      expect((await requestPresign(query, await t.signIn('USER'))).status).toBe(403);
    });

    it.each(['image/svg+xml', 'text/html', 'application/pdf', 'image/heic', 'IMAGE/PNG', ''])(
      'refuses the type %j [UPLOAD-10]',
      async (contentType) => {
        const { status, json } = await requestPresign({ ...query, contentType }, student);
        expect(status).toBe(400);
        expect(json.message).toBe('JPEG, PNG, WebP, GIF 사진만 올릴 수 있습니다.');
      },
    );

    it.each(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])(
      'signs a URL for %s [UPLOAD-10]',
      async (contentType) => {
        const { status, json } = await requestPresign({ ...query, contentType }, student);
        expect(status).toBe(200);
        expect(json.uploadUrl).toMatch(
          /^http:\/\/127\.0\.0\.1:3000\/files\/upload\/[\w-]+\.\d{10}$/,
        );
        expect(json.fileUrl).toMatch(FILE_URL);
      },
    );

    it('signs 60 URLs per hour, also among parallel requests [UPLOAD-10]', async () => {
      const responses = await Promise.all(
        Array.from({ length: 70 }, () => requestPresign(query, student)),
      );
      expect(responses.filter((response) => response.status === 200)).toHaveLength(60);
      const refused = responses.find((response) => response.status !== 200);
      expect(refused?.status).toBe(429);
      expect(refused?.json.error).toBe('UPLOAD_QUOTA');
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    });

    it('refuses more than 200 URLs per day [UPLOAD-15]', async () => {
      for (let hour = 0; hour < 4; hour += 1) {
        const as = await t.signInAs(student);
        const asked = Array.from({ length: 50 }, () => requestPresign(query, as));
        expect((await Promise.all(asked)).every((response) => response.status === 200)).toBe(true);
        t.clock.advance(60 * 60 + 1);
      }
      const refused = await requestPresign(query, await t.signInAs(student));
      expect([refused.status, refused.json.error]).toEqual([429, 'UPLOAD_QUOTA']);
      t.clock.advance(24 * 60 * 60);
      expect((await requestPresign(query, await t.signInAs(student))).status).toBe(200);
    });

    it('refuses more than 500 MB per day, pictures of secret posts included [UPLOAD-15]', async () => {
      await t.db.execute(sql`delete from throttles`);
      const url = await uploadPicture(t, student);
      const written = await t.call('POST', '/api/post/post-up', {
        as: student,
        body: { boardType: 'SECRET', title: '제목', content: '<p>글</p>', imageUrls: [url] },
      });
      expect(written.status).toBe(201);
      const setMegabytes = (count: number) =>
        t.db.execute(sql`update throttles set count = ${count} where key like 'upload bytes %'`);
      await setMegabytes(499);
      await uploadPicture(t, student);
      const { status, json, headers } = await requestPresign(query, student);
      expect([status, json.error]).toEqual([429, 'UPLOAD_QUOTA']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(22 * 60 * 60);
    });

    it('stores no member, exact time or exact size in the upload counters [ANON-27]', async () => {
      await t.db.execute(sql`delete from throttles`);
      t.clock.advance(17);
      const as = await t.signIn('STUDENT');
      await uploadPicture(t, as);
      const { rows } = await t.db.execute<{ key: string; count: number; ends: string }>(
        sql`select key, count, window_ends_at::text as ends from throttles where key like 'upload %'`,
      );
      expect(rows.map(({ key }) => key.split(' ')[1]).sort()).toEqual(['bytes', 'day', 'hour']);
      const seal = t.seal.seal(as.id);
      for (const { key, count, ends } of rows) {
        const [, , subject] = key.split(' ');
        expect(subject).toMatch(/^[\w-]{43}$/);
        expect([seal.toString('hex'), seal.toString('base64url')]).not.toContain(subject);
        expect(new Date(ends).getTime() % 3_600_000).toBe(0);
        expect(count).toBe(1);
      }
    });

    it.each([
      'A.PNG',
      'a.png.html',
      'a.png.',
      'a.png ',
      'a‮gnp.exe',
      '..\\..\\a.png',
      '../../etc/passwd',
      '/etc/x',
      'CON',
      '',
    ])('generates a random key, whatever the file name (%j) [UPLOAD-05]', async (filename) => {
      const { status, json } = await requestPresign({ ...query, filename }, student);
      expect(status).toBe(200);
      expect(json.fileUrl).toMatch(FILE_URL);
    });

    it('refuses a name of 1,000 characters, one with NUL, and a longer URL [UPLOAD-05, INPUT-12]', async () => {
      for (const filename of ['a'.repeat(1000), 'a\0.png']) {
        expect((await requestPresign({ ...query, filename }, student)).status).toBe(400);
      }
      const filename = 'a'.repeat(10_000);
      expect((await requestPresign({ ...query, filename }, student)).status).toBe(414);
    });

    it('ignores a key and a URL in the request [UPLOAD-25]', async () => {
      const theirs = await presign(t, await t.signIn('STUDENT'));
      const key = theirs.fileUrl.slice('/files/'.length, -'.webp'.length);
      const { json } = await requestPresign({ ...query, key, fileUrl: theirs.fileUrl }, student);
      expect(json.fileUrl).toMatch(FILE_URL);
      expect(json.fileUrl).not.toBe(theirs.fileUrl);
    });
  });

  describe('PUT /files/upload/:token', () => {
    it('refuses altered, recombined and unsigned URLs [UPLOAD-11]', async () => {
      const png = await makePicture('png');
      const mine = await presign(t, student);
      const other = await presign(t, student);
      const split = (url: string) => {
        const [text = '', expiry = ''] = url.split('/').pop()?.split('.') ?? [];
        const bytes = Buffer.from(text, 'base64url');
        return { payload: bytes.subarray(0, -16), mac: bytes.subarray(-16), expiry };
      };
      const { payload, mac, expiry } = split(mine.uploadUrl);
      const join = (...parts: Buffer[]) => Buffer.concat(parts).toString('base64url');
      const grant = JSON.parse(String(payload));
      const bigger = Buffer.from(JSON.stringify([grant[0], grant[1], 1e9]));
      const forged = [
        `${join(split(other.uploadUrl).payload, mac)}.${expiry}`,
        `${join(bigger, mac)}.${expiry}`,
        `${join(payload, mac)}.${Number(expiry) + 60}`,
        `${join(payload, mac.subarray(0, -1))}.${expiry}`,
        `${join(payload, Buffer.alloc(16))}.${expiry}`,
        join(payload),
        'x',
      ];
      for (const token of forged) {
        const { status, json } = await put(t, `/files/upload/${token}`, png);
        expect([status, json.error]).toEqual([403, 'UPLOAD_DENIED']);
      }
    });

    it('refuses a type other than the signed one [UPLOAD-11]', async () => {
      const { uploadUrl } = await presign(t, student, 'image/png');
      const jpeg = await makePicture('jpeg');
      const { status, json } = await put(t, uploadUrl, jpeg, 'image/jpeg');
      expect([status, json.error]).toEqual([403, 'UPLOAD_DENIED']);
    });

    it('refuses a URL after 5 minutes [UPLOAD-11]', async () => {
      const { uploadUrl } = await presign(t, student);
      t.clock.advance(301);
      expect((await put(t, uploadUrl, await makePicture('png'))).status).toBe(403);
    });

    it('accepts a URL once, without an access token [SESS-23, UPLOAD-11]', async () => {
      const png = await makePicture('png');
      const { uploadUrl, fileUrl } = await presign(t, student);
      expect((await put(t, uploadUrl, png)).status).toBe(200);
      expect((await put(t, uploadUrl, png)).status).toBe(412);
      expect((await t.call('GET', fileUrl)).status).toBe(200);
    });

    it('accepts one of 20 parallel PUTs [UPLOAD-11]', async () => {
      const png = await makePicture('png');
      const { uploadUrl, fileUrl } = await presign(t, student);
      const responses = await Promise.all(Array.from({ length: 20 }, () => put(t, uploadUrl, png)));
      const statuses = responses.map((response) => response.status).sort();
      expect(statuses).toEqual([200, ...Array<number>(19).fill(412)]);
      expect((await t.call('GET', fileUrl)).status).toBe(200);
    });

    it('accepts 10 MB and refuses a byte more [UPLOAD-02]', async () => {
      const picture = await makePicture('jpeg');
      const padded = (size: number) =>
        Buffer.concat([picture, Buffer.alloc(size - picture.length)]);
      const exact = await presign(t, student, 'image/jpeg');
      expect((await put(t, exact.uploadUrl, padded(10 * MB), 'image/jpeg')).status).toBe(200);
      const over = await presign(t, student, 'image/jpeg');
      const response = await put(t, over.uploadUrl, padded(10 * MB + 1), 'image/jpeg');
      expect([response.status, response.json.error]).toEqual([413, 'IMAGE_TOO_LARGE']);
    });

    it.each([
      ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
      ['HTML', '<!doctype html><script>alert(1)</script>'],
      ['XHTML', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'],
      ['XML', '<?xml version="1.0"?><a/>'],
      ['PDF', '%PDF-1.7\n1 0 obj'],
      ['SWF', 'FWS\x0a\x00\x00\x00\x00'],
      ['ZIP', 'PK\x03\x04\x14\x00\x00\x00'],
      ['HEIC', '\x00\x00\x00\x18ftypheic\x00\x00\x00\x00'],
      ['TIFF', 'II*\x00\x08\x00\x00\x00'],
      ['BMP', 'BM\x00\x00\x00\x00'],
      ['text', 'GIF, JPEG or PNG?'],
    ])('refuses %s declared as a PNG [UPLOAD-04]', async (_name, content) => {
      const { uploadUrl, fileUrl } = await presign(t, student);
      const response = await put(t, uploadUrl, Buffer.from(content, 'latin1'));
      expect([response.status, response.json.error]).toEqual([415, 'IMAGE_TYPE_UNSUPPORTED']);
      expect((await t.call('GET', fileUrl)).status).toBe(404);
    });

    it.each(['jpeg', 'png', 'webp', 'gif'] as const)(
      'refuses a truncated and a corrupt %s [UPLOAD-09]',
      async (format) => {
        const whole = await makePicture(format, 300, 200);
        const truncated = whole.subarray(0, Math.floor(whole.length / 2));
        const corrupt = Buffer.from(whole);
        corrupt.fill(0x5a, 20, Math.floor(whole.length * 0.9));
        for (const bytes of [truncated, corrupt]) {
          const type = `image/${format}`;
          const { uploadUrl } = await presign(t, student, type);
          const response = await put(t, uploadUrl, bytes, type);
          expect([response.status, response.json.error]).toEqual([400, 'IMAGE_INVALID']);
        }
      },
    );

    it('refuses an empty body [UPLOAD-09]', async () => {
      const { uploadUrl } = await presign(t, student);
      const response = await put(t, uploadUrl, Buffer.alloc(0));
      expect([response.status, response.json.error]).toEqual([400, 'IMAGE_INVALID']);
    });

    it('refuses more than 40 million pixels [UPLOAD-24]', async () => {
      const huge = await sharp({
        create: { width: 7000, height: 7000, channels: 3, background: '#000' },
      })
        .png()
        .toBuffer();
      expect(huge.length).toBeLessThan(MB);
      const { uploadUrl } = await presign(t, student);
      expect((await put(t, uploadUrl, huge)).status).toBe(400);
    });

    it('leaves no file behind after a refused upload [UPLOAD-18]', async () => {
      const before = await listStored(t, 'files');
      const { uploadUrl } = await presign(t, student);
      await put(t, uploadUrl, Buffer.from('no picture'));
      expect(await listStored(t, 'files')).toEqual(before);
      expect(await listStored(t, 'incoming')).toEqual([]);
    });
  });

  describe('stored pictures', () => {
    async function upload(bytes: Buffer, type: string): Promise<Record<string, Buffer>> {
      const { uploadUrl, fileUrl } = await presign(t, student, type);
      expect((await put(t, uploadUrl, bytes, type)).status).toBe(200);
      const urlOf = (variant: string) => fileUrl.replace('.webp', `${variant}.webp`);
      return {
        full: await fetchFile(t, urlOf('')),
        medium: await fetchFile(t, urlOf('_medium')),
        thumb: await fetchFile(t, urlOf('_thumb')),
      };
    }

    it('have three sizes in WebP, never enlarged', async () => {
      const variants = await upload(await makePicture('png', 3000, 1500), 'image/png');
      const sizes = await Promise.all(
        Object.values(variants).map(async (bytes) => {
          const { format, width, height } = await sharp(bytes).metadata();
          return [format, width, height];
        }),
      );
      expect(sizes).toEqual([
        ['webp', 2560, 1280],
        ['webp', 1000, 500],
        ['webp', 400, 200],
      ]);
      const { full } = await upload(await makePicture('png', 50, 40), 'image/png');
      expect(await sharp(full).metadata()).toMatchObject({ width: 50, height: 40 });
    });

    it('are auto-oriented and contain no EXIF, GPS, XMP or colour profile [UPLOAD-14, ANON-26]', async () => {
      const photo = await sharp(await makePicture('jpeg', 90, 60))
        .withExif({ IFD0: { Make: 'NaruCam' }, IFD3: { GPSLatitude: '35/1 4/1 30/1' } })
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>secret-xmp</a></x:xmpmeta>')
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer();
      const variants = await upload(photo, 'image/jpeg');
      for (const bytes of Object.values(variants)) {
        const meta = await sharp(bytes).metadata();
        expect(meta).toMatchObject({ width: 60, height: 90 });
        expect([meta.exif, meta.xmp, meta.icc, meta.orientation]).toEqual(Array(4).fill(undefined));
        expect(bytes.includes('NaruCam')).toBe(false);
      }
    });

    it('stay animated, except for the thumbnail', async () => {
      const variants = await upload(await makeAnimation(4), 'image/gif');
      const pages = await Promise.all(
        Object.values(variants).map(async (bytes) => (await sharp(bytes).metadata()).pages ?? 1),
      );
      expect(pages).toEqual([4, 4, 1]);
    });

    it('keep the width of a long screenshot', async () => {
      const { full } = await upload(await makePicture('png', 400, 6000), 'image/png');
      expect(await sharp(full).metadata()).toMatchObject({ width: 400, height: 6000 });
    });

    it.each([
      ['GIF/JS', 'gif', '*/=1;alert("MARK");'],
      ['PNG/HTML', 'png', '<html><script>alert("MARK")</script></html>'],
      ['JPEG/ZIP', 'jpeg', 'PK\x03\x04MARK'],
      ['WebP/PHP', 'webp', '<?php echo "MARK"; ?>'],
    ] as const)(
      'contain nothing that was appended to the picture (%s) [UPLOAD-06]',
      async (_name, format, tail) => {
        const picture = Buffer.concat([await makePicture(format), Buffer.from(tail, 'latin1')]);
        const variants = await upload(picture, `image/${format}`);
        for (const bytes of Object.values(variants)) expect(bytes.includes('MARK')).toBe(false);
      },
    );

    it('contain no script from a JPEG comment [UPLOAD-06]', async () => {
      const jpeg = await makePicture('jpeg');
      const comment = Buffer.from('<?php MARK ?><script>MARK</script>');
      const segment = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
      const picture = Buffer.concat([jpeg.subarray(0, 2), segment, comment, jpeg.subarray(2)]);
      const variants = await upload(picture, 'image/jpeg');
      for (const bytes of Object.values(variants)) expect(bytes.includes('MARK')).toBe(false);
    });
  });
});

describe('GET /files/:name', () => {
  let student: SignedIn;
  let url: string;
  let bytes: Buffer;
  beforeAll(async () => {
    student = await t.signIn('STUDENT');
    url = await uploadPicture(t, student, await makePicture('png', 300, 200));
    bytes = await fetchFile(t, url);
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    t.call('GET', path, { headers });

  it('serves WebP with safe headers and without the original name [UPLOAD-13, ANON-26]', async () => {
    const { status, headers } = await get(url);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; sandbox(;|$)/),
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
    });
    expect(headers['content-disposition']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('responds to HEAD without a body', async () => {
    const { status, headers, text } = await t.call('HEAD', url);
    expect([status, headers['content-length'], text]).toEqual([200, String(bytes.length), '']);
  });

  it('responds with 304 to its own etag', async () => {
    const etag = String((await get(url)).headers.etag);
    const { status, text } = await get(url, { 'if-none-match': etag });
    expect([status, text]).toEqual([304, '']);
    expect((await get(url, { 'if-none-match': '"other"' })).status).toBe(200);
    const thumb = await get(url.replace('.webp', '_thumb.webp'), { 'if-none-match': etag });
    expect(thumb.status).toBe(200);
  });

  it.each([
    '/files/..%2f..%2ftoken-secret',
    '/files/..%5c..%5ctoken-secret',
    '/files/%252e%252e%252ftoken-secret',
    '/files/%2e%2e/token-secret',
    '/files/../token-secret',
    '/files/%2fetc%2fpasswd',
    '/files//etc/passwd',
    '/files',
    '/files/',
    '/files/ab',
    '/files/upload',
    '/files/upload/',
    '/files/.webp',
    `/files/${'a'.repeat(24)}.webp`,
    `/files/${'a'.repeat(24)}_huge.webp`,
    `/files/${'a'.repeat(24)}.webp.html`,
  ])('finds nothing at %s [UPLOAD-21]', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it('follows no symbolic link inside the storage [UPLOAD-21]', async () => {
    const linked = await createPicture(t.db, student);
    const name = linked.slice('/files/'.length);
    const path = join(t.dataDir, 'files', name.slice(0, 2).toLowerCase(), name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(join(t.dataDir, 'secret'), 'secret');
    await symlink(join(t.dataDir, 'secret'), path);
    expect((await get(linked)).status).toBe(404);
  });

  it('responds with 404 before and after a refused upload [UPLOAD-12]', async () => {
    const { uploadUrl, fileUrl } = await presign(t, student);
    expect((await get(fileUrl)).status).toBe(404);
    await put(t, uploadUrl, Buffer.from('no picture'));
    expect((await get(fileUrl)).status).toBe(404);
  });

  it.each([
    ['bytes=0-9', 0, 9],
    ['bytes=10-', 10, undefined],
    ['bytes=-5', -5, undefined],
    ['bytes=5-99999999', 5, undefined],
  ])('returns the range %s [UPLOAD-22]', async (range, start, end) => {
    const response = await t.app.inject({ method: 'GET', url, headers: { range } });
    const part = bytes.subarray(start, end === undefined ? undefined : end + 1);
    expect(response.statusCode).toBe(206);
    expect(response.rawPayload.equals(part)).toBe(true);
    const first = start < 0 ? bytes.length + start : start;
    expect(response.headers['content-range']).toBe(
      `bytes ${first}-${first + part.length - 1}/${bytes.length}`,
    );
  });

  it('returns the whole object as a range when the suffix is longer [UPLOAD-22]', async () => {
    const { status, headers } = await get(url, { range: 'bytes=-99999999' });
    const last = bytes.length - 1;
    expect([status, headers['content-range']]).toEqual([206, `bytes 0-${last}/${bytes.length}`]);
  });

  it('returns a range only while If-Range matches the etag [UPLOAD-22]', async () => {
    const etag = String((await get(url)).headers.etag);
    const range = 'bytes=0-9';
    expect((await get(url, { range, 'if-range': etag })).status).toBe(206);
    for (const other of ['"other"', 'Sat, 21 Nov 2026 00:00:00 GMT']) {
      const { status, headers } = await get(url, { range, 'if-range': other });
      expect([status, headers['content-length']]).toEqual([200, String(bytes.length)]);
    }
  });

  it('reveals no upload time [ANON-27]', async () => {
    const { headers } = await get(url);
    expect(headers['last-modified']).toBeUndefined();
    expect(headers.etag).toBe(`"${url.slice('/files/'.length)}"`);
  });

  it.each(['bytes=99999999-', 'bytes=-0'])('responds with 416 to %s [UPLOAD-22]', async (range) => {
    const { status, headers, text } = await get(url, { range });
    expect([status, headers['content-range'], text]).toEqual([416, `bytes */${bytes.length}`, '']);
  });

  it.each([
    ['letters', 'bytes=a-b'],
    ['letters behind numbers', 'bytes=1x-3y'],
    ['no number', 'bytes=-'],
    ['an end before the start', 'bytes=9-3'],
    ['another unit', 'pages=1-2'],
    ['1000 ranges', `bytes=${Array.from({ length: 1000 }, (_, at) => `${at}-${at}`).join(',')}`],
  ])('returns the whole object for %s [UPLOAD-22]', async (_name, range) => {
    const { status, headers } = await get(url, { range });
    expect([status, headers['content-length']]).toEqual([200, String(bytes.length)]);
  });

  it('is exempt from the request limit per minute [LIMIT-01]', async () => {
    const busy = await createTestApp({ productionRates: true });
    const mine = await uploadPicture(busy, await busy.signIn('STUDENT'));
    const thumb = mine.replace('.webp', '_thumb.webp');
    const statuses = new Set<number>();
    for (let page = 0; page < 70; page += 1) {
      const pictures = Array.from({ length: 10 }, () => busy.call('GET', thumb));
      for (const { status } of await Promise.all(pictures)) statuses.add(status);
    }
    expect([...statuses]).toEqual([200]);
    await busy.close();
  });
});
