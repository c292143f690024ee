import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type EncodedImage, ImageError } from '../features/uploads/image-types.ts';
import { presign, put } from '../features/uploads/pictures.fixture.ts';
import type { Load } from '../http/admission/loads.ts';
import { deferred } from '../platform/deferred.ts';
import { TEST_PASSWORD } from '../testing/factories/members.ts';
import { createPost } from '../testing/factories/posts.ts';
import {
  type CallResult,
  createTestApp,
  type SignedIn,
  type TestApp,
} from '../testing/test-app.ts';

const FEW = { atOnce: 2, waiting: 3, waitMs: 600_000, overloadMs: 600_000 };
const ALL = FEW.atOnce + FEW.waiting;
/** Calls with a body, which come back once it is there: those that come later wait in a line of their own. */
const WITH_BODY: readonly Load[] = ['signIn', 'write'];
const PATIENT = { timeout: 20_000 };

let t: TestApp;
let member: SignedIn;
let postId: number;
const encoding = deferred<EncodedImage>();
beforeAll(async () => {
  t = await createTestApp({
    admission: { signIn: FEW, write: FEW, search: FEW, upload: FEW },
    images: { encode: () => encoding.promise },
  });
  member = await t.signIn('STUDENT');
  postId = await createPost(t, member, { title: '제목' });
});
afterAll(() => t.close());

/** Keeps everybody from a row or a table until it is called. */
async function lock(statement: string): Promise<() => Promise<void>> {
  const client = await t.database.pool.connect();
  await client.query('begin');
  await client.query(statement);
  return async () => {
    await client.query('commit');
    client.release();
  };
}

/**
 * Sends until all places and the whole line of a load are taken by work that does not end, then expects that
 * one more is refused and everything else is served, and that all that waited are served after `free`.
 */
async function expectApart(
  load: Load,
  send: () => Promise<CallResult>,
  free: () => Promise<void>,
): Promise<CallResult[]> {
  const count = () => t.services.admission[load].count();
  const sent: Promise<CallResult>[] = [];
  const fill = async (requests: number, waiting: number) => {
    for (let n = 0; n < requests; n += 1) sent.push(send());
    await vi.waitFor(() => expect(count()).toEqual({ taken: FEW.atOnce, waiting }), PATIENT);
  };
  await fill(ALL, FEW.waiting);
  if (WITH_BODY.includes(load)) await fill(FEW.waiting, 2 * FEW.waiting);
  const refused = await send();
  expect([refused.status, refused.json.error]).toEqual([503, 'OVERLOADED']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  for (const url of [
    '/api/health/ready',
    '/api/post?boardType=FREE',
    `/api/post/${postId}`,
    `/api/post/${postId}/comments`,
    '/api/member/my-notices',
  ]) {
    expect([url, (await t.call('GET', url, { as: member })).status]).toEqual([url, 200]);
  }
  await free();
  const results = await Promise.all(sent);
  await vi.waitFor(() => expect(count()).toEqual({ taken: 0, waiting: 0 }), PATIENT);
  return results;
}

const statusesOf = (results: CallResult[]) => [...new Set(results.map(({ status }) => status))];

describe('reads wait for nothing else [REL-140]', () => {
  it('neither for passwords that are hashed', async () => {
    const held = deferred<void>();
    // More than are hashed at once anywhere.
    const hashing = Array.from({ length: 8 }, () => t.services.hashing.inTurn(() => held.promise));
    const body = { username: member.username, password: TEST_PASSWORD };
    const results = await expectApart(
      'signIn',
      () => t.call('POST', '/api/member/login', { body }),
      async () => held.resolve(),
    );
    await Promise.all(hashing);
    expect(statusesOf(results)).toEqual([200]);
  });

  it('nor for writes that wait for a lock', async () => {
    const free = await lock(`select from posts where id = ${postId} for update`);
    const like = () => t.call('POST', `/api/post/${postId}/like`, { as: member, body: {} });
    expect(statusesOf(await expectApart('write', like, free))).toEqual([200]);
  });

  it('nor for searches', async () => {
    const admins: SignedIn[] = [];
    for (let n = 0; n <= ALL; n += 1) admins.push(await t.signIn('ADMIN'));
    const free = await lock('lock table inquiries in access exclusive mode');
    const url = encodeURI('/api/inquiries?page=0&size=10&query=자료');
    const search = () => t.call('GET', url, { as: admins.pop() ?? member });
    expect(statusesOf(await expectApart('search', search, free))).toEqual([200]);
  });

  it('nor for pictures that are encoded', async () => {
    const urls: string[] = [];
    for (let n = 0; n <= ALL; n += 1) urls.push((await presign(t, member)).uploadUrl);
    const results = await expectApart(
      'upload',
      () => put(t, urls.pop() ?? '', Buffer.from('a')),
      async () => encoding.reject(new ImageError('content')),
    );
    expect(statusesOf(results)).toEqual([400]);
  });
});
