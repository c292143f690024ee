import { PassThrough, type Readable } from 'node:stream';
import { accountRoutes } from '@naru/contract/account';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { deferred } from '../../platform/deferred.ts';
import { uploads } from '../../platform/metrics/counters.ts';
import {
  type CallResult,
  createTestApp,
  type SignedIn,
  type TestApp,
} from '../../testing/test-app.ts';
import { boundImages, type ImageLimits } from './bounded-images.ts';
import { VARIANTS } from './file-names.ts';
import type { EncodedImage } from './image-types.ts';
import { listStored, presign, put } from './pictures.fixture.ts';

describe('bounded images', () => {
  const LIMITS: ImageLimits = { all: 3, ofOne: 2, waitMs: 10_000 };
  const REFUSED = { code: 'OVERLOADED', retryAfter: expect.any(Number) };
  /** Pictures on a clock of the test, each encoded when its promise is resolved. */
  function createWorld(limits: Partial<ImageLimits> = {}) {
    const work: ReturnType<typeof deferred<EncodedImage>>[] = [];
    let time = 0;
    const encode = () => {
      const one = deferred<EncodedImage>();
      work.push(one);
      return one.promise;
    };
    const images = boundImages({ encode }, { ...LIMITS, ...limits }, () => time);
    return {
      images,
      work,
      send: (ownerId: number | null) => images.encode({ ownerId, path: 'a' }),
      pass: (milliseconds: number) => {
        time += milliseconds;
      },
    };
  }

  it('refuses pictures beyond those that may wait, of one member and in all [REL-140, UPLOAD-31]', async () => {
    const { images, work, send } = createWorld();
    const running = [send(1), send(1)];
    await expect(send(1)).rejects.toMatchObject(REFUSED);
    expect([1, 2, null].map(images.fullFor)).toEqual([expect.any(Number), null, null]);
    expect(() => images.requireRoom(1)).toThrow(expect.objectContaining(REFUSED));
    images.requireRoom(2);
    running.push(send(2));
    await expect(send(3)).rejects.toMatchObject(REFUSED);
    expect(images.fullFor(9)).toBeGreaterThan(0);
    // Of a job.
    running.push(send(null));
    work[0]?.reject(new Error('broken'));
    for (const one of work) one.resolve({} as EncodedImage);
    await Promise.allSettled(running);
    expect([images.count(), images.fullFor(9)]).toEqual([0, null]);
  });

  it('lets no picture be sent that would wait too long at the present pace, and always one [REL-140]', async () => {
    const { images, work, send, pass } = createWorld({ all: 100, ofOne: 100 });
    const running = Array.from({ length: 40 }, () => send(1));
    expect(images.fullFor(9)).toBeNull();
    // One in a second, until the mean says so.
    for (const one of work.slice(0, 25)) {
      pass(1_000);
      one.resolve({} as EncodedImage);
      await Promise.all(running.splice(0, 1));
    }
    expect(images.count()).toBe(15);
    // Members take turns, so the pictures of one delay those of another by one.
    expect(images.fullFor(1)).toBeGreaterThan(0);
    expect([images.fullFor(2), images.fullFor(null)]).toEqual([null, null]);
    // What was sent before is still encoded.
    running.push(send(2));
    for (const one of work.slice(25)) one.resolve({} as EncodedImage);
    await Promise.all(running);
    expect(images.fullFor(9)).toBeNull();
  });
});

describe('refusals', () => {
  const PATIENT = { timeout: 20_000 };
  const OF_ONE = 20;
  const ENCODED: EncodedImage = {
    width: 1,
    height: 1,
    variants: Object.fromEntries(
      VARIANTS.map((variant) => [variant, Buffer.from(variant)]),
    ) as EncodedImage['variants'],
  };
  let t: TestApp;
  let member: SignedIn;
  /** Pictures are encoded once it resolves. */
  let encoding: ReturnType<typeof deferred<EncodedImage>>;
  beforeAll(async () => {
    t = await createTestApp({ images: { encode: () => encoding.promise } });
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    await t.db.execute(sql`delete from throttles`);
    encoding = deferred<EncodedImage>();
    member = await t.signIn('STUDENT');
  });

  const incoming = async () => (await listStored(t, 'incoming')).length;
  /** As many pictures of the member as may wait; resolves to their ends once they all wait. */
  async function fill(): Promise<Promise<CallResult>[]> {
    const urls: string[] = [];
    for (let n = 0; n < OF_ONE; n += 1) urls.push((await presign(t, member)).uploadUrl);
    const sent = urls.map((url) => put(t, url, Buffer.from('a')));
    await vi.waitFor(() => expect(t.services.uploads.encoding.count()).toBe(OF_ONE), PATIENT);
    return sent;
  }

  async function failed(): Promise<number | undefined> {
    const { values } = await uploads.get();
    return values.find(({ labels }) => labels.result === 'failed')?.value;
  }

  function expectRefused({ status, json, headers }: CallResult): void {
    expect([status, json.error]).toEqual([503, 'OVERLOADED']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  const urlOfChat = async () =>
    (await t.call('GET', '/api/mail/picture-presign?contentType=image/png', { as: member })).json
      .uploadUrl;
  describe.each([
    ['posts', async () => (await presign(t, member)).uploadUrl],
    ['chat', urlOfChat],
  ])(
    'a picture of %s that is refused because too many wait [REL-140, UPLOAD-11]',
    (_kind, urlOf) => {
      it('is refused before its body, and its URL takes it afterwards', async () => {
        const url = await urlOf();
        const before = await failed();
        const sent = await fill();
        const body = new PassThrough().on('error', () => undefined);
        const reading = vi.spyOn(body, 'read');
        expectRefused(await send(url, body));
        expect([reading.mock.calls.length, await incoming()]).toEqual([0, OF_ONE]);
        expect(await failed()).toBe(before);
        encoding.resolve(ENCODED);
        await Promise.all(sent);
        expect((await put(t, url, Buffer.from('a'))).status).toBe(200);
        expect((await put(t, url, Buffer.from('a'))).json.error).toBe('UPLOAD_USED');
      });

      it('loses nothing when it is refused after its body, either', async () => {
        const url = await urlOf();
        const body = new PassThrough();
        const late = send(url, body);
        await vi.waitFor(async () => expect(await incoming()).toBe(1), PATIENT);
        const sent = await fill();
        body.end('a');
        expectRefused(await late);
        expect(await incoming()).toBe(OF_ONE);
        encoding.resolve(ENCODED);
        await Promise.all(sent);
        expect((await put(t, url, Buffer.from('a'))).status).toBe(200);
        expect(await incoming()).toBe(0);
      });
    },
  );

  function send(url: string, body: Readable): Promise<CallResult> {
    return t.call('PUT', url, { body, headers: { 'content-type': 'image/png' } });
  }

  describe('a profile picture that is refused because too many wait [REL-140, UPLOAD-15]', () => {
    const HEAD = `--x\r\ncontent-disposition: form-data; name="${accountRoutes.setProfileImage.multipart}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
    const setPicture = (body: Readable | Buffer) =>
      t.call('POST', '/api/member/set-profile-image', {
        as: member,
        body,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      });

    it.each(['before', 'after'])(
      '%s its body counts for no quota and leaves no row',
      async (when) => {
        const body = new PassThrough();
        const late = when === 'after' ? setPicture(body) : null;
        if (late !== null) {
          body.write(`${HEAD}a`);
          await vi.waitFor(async () => expect(await incoming()).toBe(1), PATIENT);
        }
        const sent = await fill();
        body.end('\r\n--x--\r\n');
        const whole = Buffer.from(`${HEAD}a\r\n--x--\r\n`);
        expectRefused(await (late ?? setPicture(whole)));
        expect(await incoming()).toBe(OF_ONE);
        const { rows } = await t.db.execute(
          sql`select status, count(*)::int from uploads where owner_id = ${member.id} group by status`,
        );
        expect(rows).toEqual([{ status: 'receiving', count: OF_ONE }]);
        encoding.resolve(ENCODED);
        await Promise.all(sent);
        const counted = await t.db.execute<{ count: number }>(
          sql`select count from throttles where key like 'upload hour %' order by count desc limit 1`,
        );
        expect(counted.rows[0]?.count).toBe(OF_ONE);
        expect((await setPicture(whole)).status).toBe(200);
      },
    );
  });
});
