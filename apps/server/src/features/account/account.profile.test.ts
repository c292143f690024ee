import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createThread, writeComment } from '../../testing/factories/comments.ts';
import { createMember } from '../../testing/factories/members.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { clearThrottles } from '../../testing/matrix/world.ts';
import { portOf, sendRaw } from '../../testing/raw-http.ts';
import {
  type CallResult,
  createTestApp,
  type SignedIn,
  type TestApp,
} from '../../testing/test-app.ts';
import { countStatuses } from './account.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await t.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => t.close());

describe('the profile', () => {
  const me = async (as: SignedIn) => (await t.call('GET', '/api/member/me', { as })).json.meDto;
  const setNickname = (as: SignedIn, nickname: unknown) =>
    t.call('POST', '/api/member/set-nickname', { as, body: { nickname } });
  const setIntro = (as: SignedIn, intro: unknown) =>
    t.call('POST', '/api/member/set-intro', { as, body: { intro } });
  describe('POST /member/set-nickname', () => {
    it.each([
      [''],
      ['  '],
      ['열한글자는너무길어요참'],
      ['빈 칸'],
      ['특수!'],
      ['<b>굵게</b>'],
      [7],
      [null],
    ])('refuses %j', async (nickname) => {
      expect((await setNickname(await t.signIn(), nickname)).status).toBe(400);
    });

    it('accepts ten graphemes, trimmed and composed [MEMB-04]', async () => {
      const as = await t.signIn('USER');
      const { status, json } = await setNickname(
        as,
        ` ${'가나다라마바사아자차'.normalize('NFD')} `,
      );
      expect([status, json.nickname]).toEqual([200, '가나다라마바사아자차']);
      expect(await me(as)).toMatchObject({
        nickname: '가나다라마바사아자차',
        nickName: '가나다라마바사아자차',
      });
    });

    it('returns 409 with its text for a taken nickname in any case, but not for the own one [MEMB-05]', async () => {
      const [as, other] = [
        await t.signIn(),
        await createMember(t.db, 'STUDENT', { nickname: 'Gull' }),
      ];
      const { status, json } = await setNickname(as, 'gULL');
      expect([status, json.message]).toEqual([409, '이미 사용 중인 닉네임입니다.']);
      expect(json.errors).toEqual([{ field: 'nickname', message: '이미 사용 중인 닉네임입니다.' }]);
      expect((await setNickname(await t.signInAs(other), 'gull')).status).toBe(200);
    });

    it.each([
      '관리자',
      '관리자1',
      '관리자님',
      '회원',
      'STUDENT',
      '익명3',
      '글쓴이',
      'Admin',
      '탈퇴한회원',
    ])('refuses the reserved nickname %s [MEMB-03, ANON-08]', async (nickname) => {
      const { status, json } = await setNickname(await t.signIn(), nickname);
      expect([status, json.message]).toEqual([409, '사용할 수 없는 닉네임입니다.']);
    });

    it('gives a nickname to one of twenty members who request it in parallel [RACE-05]', async () => {
      const people = await Promise.all(Array.from({ length: 20 }, () => t.signIn()));
      const responses = await Promise.all(people.map((as) => setNickname(as, '모두의별')));
      expect(countStatuses(responses)).toEqual({ 200: 1, 409: 19 });
      expect(
        responses.every(({ json }) => json.error === undefined || json.error === 'DUPLICATE'),
      ).toBe(true);
    });

    it('changes no response about an anonymous post [ANON-10]', async () => {
      const [author, reader] = [await t.signIn(), await t.signIn()];
      const postId = await createThread(t, author, 'SECRET');
      await writeComment(t, author, postId);
      const read = async () => {
        const post = await t.call('GET', `/api/post/${postId}`, { as: reader });
        const comments = await t.call('GET', `/api/post/${postId}/comments`, { as: reader });
        return [post.json, comments.json];
      };
      await read();
      const before = await read();
      await setNickname(author, '새이름');
      expect(await read()).toEqual(before);
    });
  });

  describe('POST /member/set-intro', () => {
    it('accepts 200 graphemes and refuses 201 with the required text [MEMB-09]', async () => {
      const as = await t.signIn('USER');
      const family = '👨‍👩‍👧';
      expect((await setIntro(as, ` ${family.repeat(200)} `)).status).toBe(200);
      expect((await me(as)).intro).toBe(family.repeat(200));
      for (const intro of [family.repeat(201), 'a'.repeat(100_000)]) {
        const { status, json } = await setIntro(as, intro);
        expect([status, json.message]).toEqual([400, '자기소개는 200자 이내로 입력해주세요.']);
      }
    });

    it('keeps line breaks and markup as text; an empty intro removes it', async () => {
      const as = await t.signIn();
      const intro = '첫 줄\n<script>alert(1)</script>';
      expect((await setIntro(as, intro)).json.intro).toBe(intro);
      expect((await setIntro(as, '   ')).json.intro).toBe('');
      for (const bad of [undefined, null, 7]) expect((await setIntro(as, bad)).status).toBe(400);
    });
  });

  describe('POST /member/set-email-visibility', () => {
    it('shows the address to others only while it is on [MEMB-10, PRIV-03]', async () => {
      const [as, reader] = [await t.signIn(), await t.signIn()];
      const card = async () =>
        (await t.call('GET', `/api/member/summary/${as.id}`, { as: reader })).json.email;
      const set = (emailPublic: unknown) =>
        t.call('POST', '/api/member/set-email-visibility', { as, body: { emailPublic } });
      expect((await me(as)).emailPublic).toBe(false);
      expect(await card()).toBeNull();
      expect((await set(true)).json.emailPublic).toBe(true);
      expect((await me(as)).emailPublic).toBe(true);
      expect(await card()).toBe(as.email);
      await set(false);
      expect(await card()).toBeNull();
      for (const bad of ['true', 1, null]) expect((await set(bad)).status).toBe(400);
    });
  });

  describe('/member/notice-choices', () => {
    const ALL = { comment: true, like: true, friend: true, notice: true, other: true };
    const choose = (as: SignedIn, choices: unknown) =>
      t.call('PUT', '/api/member/notice-choices', { as, body: { choices } });
    const types = async (as: SignedIn) => {
      await t.services.events.drain();
      const { json } = await t.call('GET', '/api/member/my-notices?all=true', { as });
      return json.notices.map(({ type }: { type: string }) => type);
    };

    it('starts with all on, changes the named kinds and keeps the rest', async () => {
      const as = await t.signIn('USER');
      const read = async () =>
        (await t.call('GET', '/api/member/notice-choices', { as })).json.choices;
      expect(await read()).toEqual(ALL);
      expect((await choose(as, { like: false, friend: false })).json.choices).toEqual({
        ...ALL,
        like: false,
        friend: false,
      });
      await choose(as, { like: true });
      expect(await read()).toEqual({ ...ALL, friend: false });
      for (const bad of [{ like: 'no' }, [], null, 5]) {
        expect((await choose(as, bad)).status, JSON.stringify(bad)).toBe(400);
      }
    });

    it('sends none of a kind that is off, and sends again once it is on', async () => {
      const [as, other] = [await t.signIn(), await t.signIn()];
      const postId = await createThread(t, as);
      await choose(as, { comment: false });
      await writeComment(t, other, postId);
      await t.call('POST', `/api/post/${postId}/like`, { as: other });
      expect(await types(as)).toEqual(['like']);
      await choose(as, { comment: true, like: false });
      t.clock.advance(2);
      await writeComment(t, other, postId);
      expect(await types(as)).toEqual(['comment', 'like']);
    });

    it('applies to notice boards too, per member', async () => {
      const [as, other, staff] = [await t.signIn(), await t.signIn(), await t.signIn('MANAGER')];
      await choose(as, { notice: false });
      await createPost(t, staff, { boardType: 'NOTICE' });
      expect(await types(as)).toEqual([]);
      expect(await types(other)).toEqual(['notice']);
    });

    it('sends security notifications whatever is off [NOTIF-01]', async () => {
      const as = await t.signIn();
      await choose(as, { comment: false, like: false, friend: false, notice: false, other: false });
      await t.services.live.transaction((tx, emit) =>
        t.services.notifications.notify(tx, emit, {
          kind: 'passwordChanged',
          facts: null,
          to: [as.id],
        }),
      );
      expect(await types(as)).toEqual(['other']);
    });
  });
});

describe('the profile picture', () => {
  const URL = '/api/member/set-profile-image';
  const MAX = 4_194_304;
  const BOUNDARY = 'form-of-a-test';
  let png: Buffer;
  beforeAll(async () => {
    png = await sharp({ create: { width: 30, height: 60, channels: 3, background: '#0a5' } })
      .png()
      .toBuffer();
  });

  beforeEach(() => clearThrottles(t));
  interface Part {
    name?: string;
    filename?: string | null;
    type?: string;
    body: Buffer | string;
  }

  function form(...parts: Part[]): Buffer {
    return Buffer.concat([
      ...parts.flatMap(
        ({ name = 'profileImage', filename = 'a.png', type = 'image/png', body }) => [
          Buffer.from(
            `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"` +
              (filename === null ? '' : `; filename="${filename}"\r\ncontent-type: ${type}`) +
              '\r\n\r\n',
          ),
          Buffer.from(body),
          Buffer.from('\r\n'),
        ],
      ),
      Buffer.from(`--${BOUNDARY}--\r\n`),
    ]);
  }
  const send = (as: SignedIn, body: Buffer | string, type?: string): Promise<CallResult> =>
    t.call('POST', URL, {
      as,
      body,
      headers: { 'content-type': type ?? `multipart/form-data; boundary=${BOUNDARY}` },
    });
  const upload = (as: SignedIn, body: Buffer | string, part: Partial<Part> = {}) =>
    send(as, form({ ...part, body }));
  const remove = (as: SignedIn) => t.call('DELETE', '/api/member/delete-profile-image', { as });
  const pictureOf = async (as: SignedIn): Promise<string | null> =>
    (await t.call('GET', '/api/member/me', { as })).json.meDto.profileImageUrl;
  const fetchFile = async (url: string) => {
    const response = await t.app.inject({ method: 'GET', url });
    return { status: response.statusCode, bytes: response.rawPayload };
  };

  async function objects(): Promise<string[]> {
    const names = await readdir(join(t.dataDir, 'files'), { recursive: true }).catch(() => []);
    return names.filter((name) => name.endsWith('.webp'));
  }
  const spooled = () => readdir(join(t.dataDir, 'incoming')).catch(() => []);
  /** Pads the picture to `size` bytes. */
  const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)]);

  describe('POST /member/set-profile-image', () => {
    it('returns the URL of a square of 512 pixels, also for a USER [MEMB-06]', async () => {
      const me = await t.signIn('USER');
      const { status, json } = await upload(me, png);
      expect(status).toBe(200);
      expect(Object.keys(json)).toEqual(['imageUrl']);
      expect(await pictureOf(me)).toBe(json.imageUrl);
      const { bytes } = await fetchFile(json.imageUrl);
      expect(await sharp(bytes).metadata()).toMatchObject({
        format: 'webp',
        width: 512,
        height: 512,
      });
      const thumb = await fetchFile(json.imageUrl.replace('.webp', '_thumb.webp'));
      expect(await sharp(thumb.bytes).metadata()).toMatchObject({ width: 192, height: 192 });
    });

    it('crops to the centre and leaves a square uncropped', async () => {
      const me = await t.signIn();
      const stripe = (background: string) =>
        sharp({ create: { width: 100, height: 100, channels: 3, background } })
          .png()
          .toBuffer();
      const tall = await sharp({
        create: { width: 100, height: 300, channels: 3, background: '#00f' },
      })
        .composite([{ input: await stripe('#f00'), top: 100, left: 0 }])
        .png()
        .toBuffer();
      const { json } = await upload(me, tall);
      const { channels } = await sharp((await fetchFile(json.imageUrl)).bytes).stats();
      expect(channels[0]?.mean).toBeGreaterThan(230);
      expect(channels[2]?.mean).toBeLessThan(25);
    });

    it('accepts 4,194,304 bytes and refuses one more with the required text [UPLOAD-02]', async () => {
      const me = await t.signIn();
      expect((await upload(me, padded(MAX))).status).toBe(200);
      const before = await pictureOf(me);
      const { status, json } = await upload(me, padded(MAX + 1));
      expect([status, json.message]).toEqual([413, '이미지 크기는 4MB 이하만 가능합니다.']);
      expect(await pictureOf(me)).toBe(before);
      expect(await spooled()).toEqual([]);
    });

    it('returns 413 for an endless upload and stores nothing [UPLOAD-03]', async () => {
      const me = await t.signIn();
      const before = await objects();
      const head =
        `POST ${URL} HTTP/1.1\r\nhost: x\r\nauthorization: ${me.headers.authorization}\r\n` +
        `content-type: multipart/form-data; boundary=${BOUNDARY}\r\ntransfer-encoding: chunked\r\n\r\n`;
      const start = form({ body: png }).subarray(0, -BOUNDARY.length - 8);
      const chunk = (bytes: Buffer) =>
        Buffer.concat([
          Buffer.from(`${bytes.length.toString(16)}\r\n`),
          bytes,
          Buffer.from('\r\n'),
        ]);
      const endless = Array.from({ length: 8 }, () => chunk(Buffer.alloc(1_048_576)));
      const response = await sendRaw(
        portOf(t.app),
        Buffer.concat([Buffer.from(head), chunk(start), ...endless]),
      );
      expect(response.status).toBe(413);
      expect(await objects()).toEqual(before);
      await expect.poll(spooled).toEqual([]);
      const declared = await sendRaw(
        portOf(t.app),
        head.replace('transfer-encoding: chunked', 'content-length: 99999999'),
      );
      expect(declared.status).toBe(413);
    });

    it.each([
      ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
      ['HTML', '<!doctype html><script>alert(1)</script>'],
      ['PDF', '%PDF-1.7\n'],
      ['ZIP', 'PK\u0003\u0004 and so on and so on'],
    ])('refuses %s declared as PNG [UPLOAD-04]', async (_name, body) => {
      const { status, json } = await upload(await t.signIn(), body);
      expect([status, json.error]).toEqual([415, 'IMAGE_TYPE_UNSUPPORTED']);
    });

    it('explains what to do with a HEIC photo [MEMB-06]', async () => {
      const heic = Buffer.concat([
        Buffer.from([0, 0, 0, 24]),
        Buffer.from('ftypheic\0\0\0\0mif1heic'),
      ]);
      const { status, json } = await upload(await t.signIn(), heic, {
        filename: 'IMG_0001.HEIC',
        type: 'image/heic',
      });
      expect([status, json.error]).toEqual([415, 'IMAGE_TYPE_UNSUPPORTED']);
      expect(json.message).toContain('JPEG');
    });

    it('accepts JPEG, WebP and the first frame of a GIF', async () => {
      const me = await t.signIn();
      const frame = (background: string) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer();
      const gif = await sharp([await frame('#f00'), await frame('#00f')], {
        join: { animated: true },
      })
        .gif()
        .toBuffer();
      for (const bytes of [
        await sharp(png).jpeg().toBuffer(),
        await sharp(png).webp().toBuffer(),
      ]) {
        expect((await upload(me, bytes)).status).toBe(200);
      }
      const { json } = await upload(me, gif, { filename: 'a.gif', type: 'image/gif' });
      const { bytes } = await fetchFile(json.imageUrl);
      expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1);
      expect((await sharp(bytes).stats()).channels[0]?.mean).toBeGreaterThan(230);
    });

    it('strips all metadata: location, orientation and comments [UPLOAD-06, UPLOAD-14]', async () => {
      const me = await t.signIn();
      const photo = await sharp(png)
        .jpeg()
        .withExif({ IFD0: { Copyright: 'marker-bytes' }, IFD3: { GPSLatitude: '35/1 4/1 0/1' } })
        .withMetadata({ orientation: 6 })
        .toBuffer();
      const { json } = await upload(
        me,
        Buffer.concat([photo, Buffer.from('<script>marker-bytes')]),
      );
      const { bytes } = await fetchFile(json.imageUrl);
      const { exif, xmp, orientation } = await sharp(bytes).metadata();
      expect([exif, xmp, orientation]).toEqual([undefined, undefined, undefined]);
      expect(bytes.includes('marker-bytes')).toBe(false);
    });

    it.each(['zero', 'cut', 'broken'])(
      'refuses the incomplete picture: %s [UPLOAD-09]',
      async (kind) => {
        const noise = Buffer.from(png);
        noise.fill(7, 20);
        const body =
          { zero: Buffer.alloc(0), cut: png.subarray(0, 60), broken: noise }[kind] ?? png;
        const { status, json } = await upload(await t.signIn(), body);
        expect([status, json.error]).toEqual([400, 'IMAGE_INVALID']);
      },
    );

    it('ignores the file name [UPLOAD-05]', async () => {
      const me = await t.signIn();
      for (const filename of [
        'A.PNG',
        'a.png.html',
        'a.png .',
        '..\\..\\a.png',
        '/etc/passwd',
        'CON',
        '\u202egnp.a',
        `${'a'.repeat(10_000)}.png`,
        '',
      ]) {
        const { status, json } = await upload(me, png, { filename });
        expect([200, 400], filename.slice(0, 20)).toContain(status);
        if (status === 200) expect(json.imageUrl).toMatch(/^\/files\/[\w-]{24}\.webp$/);
      }
    });

    it('changes the own picture only, whatever other fields the form has [ROLE-25]', async () => {
      const [me, other] = [await t.signIn(), await t.signIn()];
      const field = (name: string, body: string) => ({ name, body, filename: null });
      const body = form(
        field('id', String(other.id)),
        field('memberId', '1'),
        { body: png },
        field('z', '1'),
      );
      expect((await send(me, body)).status).toBe(200);
      expect(await pictureOf(me)).not.toBeNull();
      expect(await pictureOf(other)).toBeNull();
    });

    it('returns 400 for malformed forms and leaves no file behind [UPLOAD-17]', async () => {
      const me = await t.signIn();
      const before = await objects();
      const many = (count: number, filename: string | null) =>
        form(...Array.from({ length: count }, (_, n) => ({ name: `f${n}`, body: 'x', filename })), {
          body: png,
        });
      const bad: [string, Buffer | string, string?][] = [
        ['1,000 parts', many(1000, 'a.png')],
        ['1,000 fields', many(1000, null)],
        ['two files', form({ body: png }, { body: png })],
        [
          'fields after the file',
          form(
            { body: png },
            ...Array.from({ length: 1000 }, () => ({ name: 'x', body: 'x', filename: null })),
          ),
        ],
        ['no file', form({ name: 'other', body: 'x', filename: null })],
        ['a field in its place', form({ body: 'x', filename: null })],
        ['a file of another name', form({ name: 'image', body: png })],
        ['__proto__', form({ name: '__proto__', body: png })],
        ['no boundary', form({ body: png }), 'multipart/form-data'],
        ['another boundary', form({ body: png }), 'multipart/form-data; boundary=other'],
        ['no end', form({ body: png }).subarray(0, -BOUNDARY.length - 6)],
        [
          'nested',
          `--${BOUNDARY}\r\ncontent-disposition: form-data; name="profileImage"\r\n` +
            'content-type: multipart/mixed; boundary=inner\r\n\r\n--inner\r\n' +
            'content-disposition: file; filename="a.png"\r\ncontent-type: image/png\r\n\r\n' +
            `x\r\n--inner--\r\n\r\n--${BOUNDARY}--\r\n`,
        ],
        ['nothing', '', `multipart/form-data; boundary=${BOUNDARY}`],
      ];
      for (const [name, body, type] of bad) {
        const { status, json } = await send(me, body, type);
        expect([status, /[가-힣]/.test(json.message)], name).toEqual([400, true]);
      }
      expect((await send(me, '{"profileImage":"x"}', 'application/json')).status).toBe(415);
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
      expect(await pictureOf(me)).toBeNull();
      expect(await objects()).toEqual(before);
      expect(await spooled()).toEqual([]);
    });

    it('deletes the former picture at once; ten parallel uploads leave one [UPLOAD-20]', async () => {
      const me = await t.signIn();
      const before = await objects();
      const { json } = await upload(me, png);
      const responses = await Promise.all(Array.from({ length: 10 }, () => upload(me, png)));
      expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
      expect((await fetchFile(json.imageUrl)).status).toBe(404);
      const now = await pictureOf(me);
      expect(responses.map((response) => response.json.imageUrl)).toContain(now);
      expect((await fetchFile(now ?? '')).status).toBe(200);
      expect((await objects()).filter((name) => !before.includes(name))).toHaveLength(3);
      const { rows } = await t.db.execute(`select key from uploads where profile_of = ${me.id}`);
      expect(rows).toHaveLength(1);
    });

    it('counts as an upload [UPLOAD-15]', async () => {
      const me = await t.signIn();
      const responses = [];
      for (let n = 0; n < 61; n += 1) responses.push(await upload(me, 'no picture'));
      expect(responses.at(59)?.status).toBe(415);
      expect([responses.at(60)?.status, responses.at(60)?.json.error]).toEqual([
        429,
        'UPLOAD_QUOTA',
      ]);
    });

    it('gives a post a copy of a profile picture [UPLOAD-124]', async () => {
      const me = await t.signIn();
      const { json } = await upload(me, png);
      const { status, json: response } = await t.call('POST', '/api/post/post-up', {
        as: me,
        body: {
          boardType: 'SECRET',
          title: '글',
          content: '<p>글</p>',
          imageUrls: [json.imageUrl],
        },
      });
      expect(status).toBe(201);
      const read = await t.call('GET', `/api/post/${response.id}`, { as: me });
      expect(read.json.dto.imageUrls).toMatch(/^\/files\/.+\.webp$/);
      expect(read.json.dto.imageUrls).not.toBe(json.imageUrl);
    });

    it('survives the sweep', async () => {
      const me = await t.signIn();
      const { json } = await upload(me, png);
      t.clock.advance(3 * 86_400);
      await t.services.uploads.pictures.sweep();
      expect((await fetchFile(json.imageUrl)).status).toBe(200);
    });
  });

  describe('DELETE /member/delete-profile-image', () => {
    it('removes the own picture; idempotent [MEMB-08, UPLOAD-20]', async () => {
      const me = await t.signIn('USER');
      const { json } = await upload(me, png);
      for (let n = 0; n < 2; n += 1) {
        const response = await remove(me);
        expect([response.status, response.json.message]).toEqual([
          200,
          '프로필 이미지가 삭제되었습니다!',
        ]);
      }
      expect(await pictureOf(me)).toBeNull();
      expect((await fetchFile(json.imageUrl)).status).toBe(404);
      expect(await objects()).not.toContain(json.imageUrl.slice('/files/'.length));
    });
  });
});
