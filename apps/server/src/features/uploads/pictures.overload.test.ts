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
import type { EncodedImage } from './image-types.ts';
import { listStored, presign, put } from './pictures.fixture.ts';
import { VARIANTS } from './pictures.names.ts';

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
beforeEach(async () => {
  await t.db.execute(sql`delete from throttles`);
  encoding = deferred<EncodedImage>();
  member = await t.signIn('STUDENT');
});
afterAll(() => t.close());

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
])('a picture of %s that is refused because too many wait [REL-140, UPLOAD-11]', (_kind, urlOf) => {
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
});

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
