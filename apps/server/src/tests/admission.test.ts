import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERRORS } from '@naru/contract/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOADS, loadOfRoute } from '../http/admission/loads.ts';
import { TEST_PASSWORD } from '../testing/factories/members.ts';
import { createPost } from '../testing/factories/posts.ts';
import { contractCalls } from '../testing/matrix/mounted.ts';
import { createTestApp, type SignedIn, type TestApp } from '../testing/test-app.ts';

const NONE = { atOnce: 0, waiting: 0, waitMs: 1_000, overloadMs: 1_000 };

let webRoot: string;
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'naru-admission-'));
  await mkdir(join(webRoot, 'assets'));
  await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>나루</title>');
  await writeFile(join(webRoot, 'assets', 'app-1a2b.js'), 'export {}');
});
afterAll(() => rm(webRoot, { recursive: true, force: true }));

describe('the load of every call [REL-141]', () => {
  const calls = [...contractCalls()];
  const callsOf = (load: string | null) =>
    calls.filter(([, route]) => loadOfRoute(route) === load).map(([call]) => call);

  it('is one of seven, or none for health and the event stream', () => {
    expect(callsOf(null)).toEqual([
      'GET /api/events',
      'GET /api/health',
      'GET /api/health/live',
      'GET /api/health/ready',
    ]);
    const loads = new Set(calls.map(([, route]) => loadOfRoute(route)));
    expect(loads).toEqual(new Set([null, ...LOADS]));
  });

  it('keeps apart what hashes a password, what searches, and what receives files', () => {
    expect(callsOf('signIn')).toEqual([
      'POST /api/member/login',
      'POST /api/member/join',
      'POST /api/member/reset-password/no-login',
      'POST /api/member/verify-password',
      'POST /api/member/reset-password',
      'POST /api/invitation/accept',
    ]);
    expect(callsOf('outside')).toEqual([
      'POST /api/member/login/provider/begin',
      'POST /api/member/login/provider',
      'POST /api/member/identities/begin',
      'POST /api/member/identities',
      'POST /api/admin/sources/dry-run',
      'POST /api/admin/sources/recognise',
    ]);
    expect(callsOf('upload').filter((call) => !call.startsWith('GET '))).toEqual([
      'POST /api/member/set-profile-image',
      'PUT /files/chat-upload/:token',
      'PUT /files/upload/:token',
      'PUT /files/attachment-upload/:token',
      'PUT /files/video-upload/:token',
    ]);
    const isOfMethod = (method: string) => (call: string) => call.startsWith(`${method} `);
    expect(callsOf('search').every(isOfMethod('GET'))).toBe(true);
    expect(callsOf('write').some(isOfMethod('GET'))).toBe(false);
    expect(callsOf('file').every((call) => !call.includes(' /api/'))).toBe(true);
  });
});

describe('a server whose reads, searches and files have no place [REL-140, REL-141]', () => {
  let t: TestApp;
  let member: SignedIn;
  let postId: number;
  beforeAll(async () => {
    t = await createTestApp({ webRoot, admission: { read: NONE, search: NONE, file: NONE } });
    member = await t.signIn('STUDENT');
    postId = await createPost(t, member, { title: '제목' });
  });
  afterAll(() => t.close());

  it('refuses them with 503, a Korean sentence and Retry-After, before it looks at the token', async () => {
    for (const url of ['/api/post?boardType=FREE', `/api/post/${postId}`, '/api/search?query=a']) {
      const refused = await t.call('GET', url, { headers: { authorization: 'Bearer a.b.c' } });
      expect([refused.status, refused.json.error]).toEqual([503, 'OVERLOADED']);
      expect(refused.json.message).toBe(ERRORS.OVERLOADED.message);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('refuses every page, script, file and unknown path alike', async () => {
    const urls = ['/', '/main', '/assets/app-1a2b.js', '/manifest.webmanifest', '/files/a.webp'];
    for (const url of [...urls, '/api/openapi.json', '/api/docs/', '/api/nothing']) {
      expect([url, (await t.call('GET', url)).status]).toEqual([url, 503]);
    }
  });

  it('serves health, sign-ins and writes meanwhile', async () => {
    for (const url of ['/api/health', '/api/health/live', '/api/health/ready']) {
      expect((await t.call('GET', url)).status).toBe(200);
    }
    const body = { username: member.username, password: TEST_PASSWORD };
    expect((await t.call('POST', '/api/member/login', { body })).status).toBe(200);
    const like = await t.call('POST', `/api/post/${postId}/like`, { as: member, body: {} });
    expect(like.status).toBe(200);
  });

  it('logs that it refuses, not every request', () => {
    const lines = t.logs.filter((line) => line.includes('requests are refused'));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(5);
    expect(t.logs.filter((line) => line.includes('"status":503'))).toEqual([]);
  });
});

describe('a server whose sign-ins, writes and uploads have no place [REL-140, PASS-07]', () => {
  let t: TestApp;
  let member: SignedIn;
  let postId: number;
  beforeAll(async () => {
    t = await createTestApp({ admission: { signIn: NONE, write: NONE, upload: NONE } });
    member = await t.signIn('STUDENT');
    postId = await createPost(t, member, { title: '제목' });
  });
  afterAll(() => t.close());

  it('serves reads and searches, and leaves no place taken', async () => {
    for (const url of [
      '/api/post?boardType=FREE',
      `/api/post/${postId}`,
      '/api/search?query=제목',
    ]) {
      expect((await t.call('GET', encodeURI(url), { as: member })).status).toBe(200);
    }
    expect((await t.call('GET', '/api/post/x', { as: member })).status).toBe(400);
    expect((await t.call('GET', '/api/post/1')).status).toBe(401);
    const taken = Object.values(t.services.admission).map((places) => places.count());
    expect(taken).toEqual(taken.map(() => ({ taken: 0, waiting: 0 })));
  });

  it('refuses a body that nobody could read before it reads it', async () => {
    const headers = { ...member.headers, 'content-type': 'application/json' };
    const write = await t.call('POST', `/api/post/${postId}/comments`, { headers, body: '{' });
    const signIn = await t.call('POST', '/api/member/login', { headers, body: '{' });
    const upload = await t.call('PUT', '/files/upload/a', { body: 'x' });
    expect([write.status, signIn.status, upload.status]).toEqual([503, 503, 503]);
  });
});
