import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inputSchema } from '../testing/contract/json-schemas.ts';
import { createThread } from '../testing/factories/comments.ts';
import { contractCalls } from '../testing/matrix/mounted.ts';
import { startMatrixProvider, stopMatrixProvider } from '../testing/matrix/provider-requests.ts';
import { REQUESTS } from '../testing/matrix/requests.ts';
import { NAMED_SITE } from '../testing/matrix/second-factor-requests.ts';
import { findInTables, takeSnapshot } from '../testing/matrix/snapshot.ts';
import { callerOf, clearThrottles, createWorld, type World } from '../testing/matrix/world.ts';
import { isShort } from '../testing/pairs.ts';
import { portOf, rawRequest, sendRaw } from '../testing/raw-http.ts';
import { createTestApp, type SignedIn, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let world: World;
let student: SignedIn;
let postId: number;
beforeAll(async () => {
  t = await createTestApp({ env: { ...NAMED_SITE, ...(await startMatrixProvider()) } });
  world = await createWorld(t);
  student = world.student;
  postId = await createThread(t, student);
  await t.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => Promise.all([t.close(), stopMatrixProvider()]));
beforeEach(() => clearThrottles(t));

const withBody = [...contractCalls()].flatMap(([call, route]) =>
  route.body === undefined
    ? []
    : [
        {
          call,
          route,
          status: route.status ?? 200,
          own: inputSchema(route.body).properties ?? {},
        },
      ],
);

/** Values that no valid request produces. */
const NUMBER = 987_654_321;
const TEXT = 'unwanted-value';
const DATE = '2001-02-03T04:05:06+09:00';
const EXTRAS: Record<string, unknown> = {
  ...Object.fromEntries(
    ['id', 'writerId', 'userId', 'memberId', 'authorId', 'likeCount', 'viewCount'].map((name) => [
      name,
      NUMBER,
    ]),
  ),
  ...Object.fromEntries(
    ['commentCount', 'likes', 'hotScore', 'position', 'selfLikeCount'].map((name) => [
      name,
      NUMBER,
    ]),
  ),
  ...Object.fromEntries(
    ['createdDate', 'createdAt', 'updatedAt', 'deletedAt', 'withdrawnAt', 'expiresAt'].map(
      (name) => [name, DATE],
    ),
  ),
  ...Object.fromEntries(
    ['state', 'reply', 'answer', 'bannerType', 'passwordHash', 'intro', 'contentText'].map(
      (name) => [name, TEXT],
    ),
  ),
  profileImageUrl: `/files/${TEXT}.webp`,
  role: 'ADMIN',
  roles: ['ADMIN', 'SYSTEM'],
  isAuthor: true,
  verified: true,
  emailPublic: true,
  pinned: true,
};

/** Makes what the call needs. Returns a function that sends it with forged fields besides its own. */
async function prepareForged({ call, route, own }: (typeof withBody)[number]) {
  const build = REQUESTS[call];
  if (build === undefined) throw new Error(`no request for ${call}`);
  const caller = callerOf(world, route);
  const cell = { caller, owner: student, variant: undefined, isForged: false };
  const { url, body, cookies, headers } = await build(world, cell);
  await clearThrottles(t);
  const extras = Object.fromEntries(Object.entries(EXTRAS).filter(([name]) => !(name in own)));
  const [method = ''] = call.split(' ');
  return () =>
    t.call(method, url, {
      as: caller,
      body: { ...extras, ...(body as object) },
      ...(cookies && { cookies }),
      ...(headers && { headers }),
    });
}

/** A call that may replace or delete what one before it has stored. */
const REPLACES = /^(PUT|PATCH|DELETE) /;

describe('bodies with fields outside the contract', () => {
  it('no call stores one of them [API-10, API-11]', async () => {
    const roles = () => findInTables(t, 'ADMIN', ['member_roles']);
    const requireNone = async (call: string) =>
      expect(await findInTables(t, [String(NUMBER), TEXT, '2001-02-0']), call).toEqual([]);
    let last = 'no call';
    for (const one of withBody) {
      const { call, status } = one;
      if (!isShort || REPLACES.test(call)) await requireNone(last);
      const send = await prepareForged(one);
      const before = await roles();
      const response = await send();
      expect([status, 400], call).toContain(response.status);
      expect(await roles(), call).toEqual(before);
      // The call that pins a post sets the end of the pin too.
      const rows = await t.db.execute('select id from posts where pinned and pinned_until is null');
      expect(rows.rows, call).toEqual([]);
      last = call;
    }
    await requireNone(last);
  });

  it.each([
    '{"content":"a","__proto__":{"polluted":1}}',
    '{"content":"a","x":{"__proto__":{"polluted":1}}}',
    '{"content":"a","x":[{"y":{"__proto__":null}}]}',
    '{"content":"a","constructor":{"prototype":{"polluted":1}}}',
    '{"content":"a","x":{"constructor":{"prototype":{"polluted":1}}}}',
    '{"content":"a","\\u005f\\u005fproto__":{"polluted":1}}',
  ])('refuses %s [API-12]', async (payload) => {
    const { status, json } = await t.call('POST', `/api/post/${postId}/comments`, {
      as: student,
      body: payload,
      headers: { 'content-type': 'application/json' },
    });
    expect([status, json.error]).toEqual([400, 'BODY_INVALID']);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

describe('bodies that are too large or of another type', () => {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    t.call('POST', `/api/post/${postId}/comments`, { as: student, body, headers });
  const json = { 'content-type': 'application/json' };

  it('refuses more than 256 KB with 413, declared or sent [INPUT-01, API-03]', async () => {
    const { status, json: body } = await post({ content: 'a'.repeat(262_144) });
    expect([status, body.error]).toEqual([413, 'BODY_TOO_LARGE']);
    const declared = await sendRaw(
      portOf(t.app),
      rawRequest('POST', `/api/post/${postId}/comments`, {
        ...student.headers,
        ...json,
        'content-length': '99999999',
      }),
    );
    expect(declared.status).toBe(413);
  });

  it.each([
    ['headers of 20 KB', rawRequest('GET', '/api/health', { a: 'b'.repeat(20_000) }), 431],
    ['an address of 20 KB', rawRequest('GET', `/api/health?${'a'.repeat(20_000)}`), 431],
    ['what is no request', 'hello\r\n\r\n', 400],
  ])('refuses %s with an error of the catalogue [INPUT-11]', async (_name, bytes, status) => {
    const refused = await sendRaw(portOf(t.app), bytes, { untilClosed: true });
    const [, body = ''] = Buffer.from(refused.text, 'latin1').toString().split('\r\n\r\n');
    expect([refused.status, refused.isClosed]).toEqual([status, true]);
    expect(JSON.parse(body)).toEqual({
      error: status === 431 ? 'HEADERS_TOO_LARGE' : 'BODY_INVALID',
      message: expect.stringMatching(/[가-힣]/),
      requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it('refuses very many keys or elements [INPUT-03]', async () => {
    const keys = JSON.stringify(
      Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, n])),
    );
    expect([400, 413]).toContain((await post(keys, json)).status);
    const types = JSON.stringify({ types: Array.from({ length: 50_000 }, () => 'QNA') });
    const many = await t.call('POST', '/api/post/summary-multi', {
      as: student,
      body: types.slice(0, 262_000).replace(/,?"?\w*$/, '') + ']}',
      headers: json,
    });
    expect(many.status).toBe(400);
  });

  it('responds to a list with more parts than a call takes arguments [INPUT-03]', async () => {
    const list = `[${Array.from({ length: 120_000 }, () => 0).join(',')}]`;
    const { status, json: body } = await t.call('POST', '/api/member/login', {
      body: list,
      headers: json,
    });
    expect([status, body.error]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it.each([
    ['lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', '{"a":'.repeat(25_000) + '1' + '}'.repeat(25_000)],
    ['lists just above the limit', '['.repeat(32) + ']'.repeat(32)],
    ['many keys', `{${Array.from({ length: 10_000 }, (_, n) => `"${n}":1`).join()}}`],
    ['many objects', `[${'{"a":1},'.repeat(10_000)}1]`],
  ])(
    'refuses deep nesting and too many keys in an unknown field: %s [INPUT-02]',
    async (_name, deep) => {
      const { status, json: body } = await post(`{"content":"a","x":${deep}}`, json);
      expect([status, body.error]).toEqual([400, 'BODY_INVALID']);
    },
  );

  it.each([
    '{"content":"a","content":"b"}',
    '{"content":"a","content":"a"}',
    '{"content":"a","c\\u006fntent":"b"}',
    '{"content":"a","x":{"y":1,"y":2}}',
    '{"content":"a","x":[{"y":[]},{"":1,"":2}]}',
    '{"content":"a","x":1e400}',
    `{"content":"a","x":[${'9'.repeat(400)}]}`,
    '{"content":"a","x":-1e999}',
    '{"content":"a","x":NaN}',
    '{"content":"a"',
    '{"content":"a"} {}',
    '\ufeff{"content":"a"}',
  ])('refuses %s [INPUT-07, API-13]', async (payload) => {
    const before = await takeSnapshot(t);
    const { status, json: body } = await post(payload, json);
    expect([status, body.error, body.message]).toEqual([
      400,
      'BODY_INVALID',
      '요청 내용을 읽지 못했습니다. 화면을 새로 고친 뒤 다시 시도해 주세요.',
    ]);
    expect(await takeSnapshot(t)).toEqual(before);
  });

  it.each([
    ['a stray byte', [0xff]],
    ['a Korean syllable of another encoding', [0xb0, 0xa1]],
    ['an overlong form', [0xc0, 0xaf]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
    ['a truncated character', [0xea, 0xb0]],
  ])('refuses invalid UTF-8: %s [INPUT-07]', async (_name, bytes) => {
    const body = `{"content":"${String.fromCharCode(...bytes)}"}`;
    const request = rawRequest(
      'POST',
      `/api/post/${postId}/comments`,
      { ...student.headers, ...json, 'content-length': String(body.length) },
      body,
    );
    const { status, text } = await sendRaw(portOf(t.app), Buffer.from(request, 'latin1'), {
      untilClosed: true,
    });
    expect(status).toBe(400);
    expect(text).toContain('BODY_INVALID');
  });

  it('accepts colons, quotes and brackets in strings, and equal keys of different objects [INPUT-07]', async () => {
    const content = String.raw`"{\":[[{\\":`.repeat(20);
    const x = { '\\': ':', '"': 1, a: { a: { a: [{ a: 1 }, { a: ':"' }] } }, 0: 1e308, __y: null };
    const { status, json: body } = await post(JSON.stringify({ content, x }), json);
    expect([status, body.comment.content]).toEqual([201, content]);
  });

  it.each(['gzip', 'br', 'deflate', 'identity, gzip'])(
    'refuses a body with the encoding %s, or limits its inflated size [INPUT-05]',
    async (coding) => {
      const { status } = await post(gzipSync(JSON.stringify({ content: 'a'.repeat(500_000) })), {
        ...json,
        'content-encoding': coding,
      });
      expect([400, 413, 415]).toContain(status);
    },
  );

  it.each([
    'application/json;',
    'application/json\t;charset=utf-8',
    'application/json ; charset=utf-8',
    'APPLICATION/JSON',
    'application/json; charset=utf-16',
    'application/json, text/plain',
    'application/jsonx',
    'application/vnd.api+json',
    'text/json',
    'text/plain',
    'text/plain; application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    ';',
    '*/*',
    '',
  ])('the content type %j never skips the checks [INPUT-06]', async (type) => {
    const send = (body: string) =>
      sendRaw(
        portOf(t.app),
        rawRequest(
          'POST',
          `/api/post/${postId}/comments`,
          { ...student.headers, 'content-type': type },
          body,
        ),
      );
    for (const bad of ['{"content":7}', '{}', '{"content":"  "}', 'content=a', '[]']) {
      expect([400, 415], bad).toContain((await send(bad)).status);
    }
    expect([201, 400, 415]).toContain((await send('{"content":"제대로"}')).status);
  });

  it('refuses a body without a content type [INPUT-06]', async () => {
    const before = await takeSnapshot(t);
    const body = '{"content":"a"}';
    const head = `POST /api/post/${postId}/comments HTTP/1.1\r\nhost: x\r\nconnection: close\r\n`;
    const { status } = await sendRaw(
      portOf(t.app),
      `${head}authorization: ${student.headers.authorization}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    expect([400, 415]).toContain(status);
    expect(await takeSnapshot(t)).toEqual(before);
  });
});

describe('malicious requests', () => {
  const send = (bytes: string) => sendRaw(portOf(t.app), bytes, { untilClosed: true });
  const line = (n: number) => `x-h${n}: 1\r\n`;

  it.each([
    ['200 headers', Array.from({ length: 200 }, (_, n) => line(n)).join('')],
    ['a header of 64 KB', `x-long: ${'a'.repeat(65_536)}\r\n`],
    [
      '10,000 cookies',
      `cookie: ${Array.from({ length: 10_000 }, (_, n) => `c${n}=1`).join('; ')}\r\n`,
    ],
  ])('refuses %s [INPUT-08]', async (_name, headers) => {
    const { status } = await send(
      `GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`,
    );
    expect([400, 431]).toContain(status);
  });

  const smuggled = 'GET /api/config HTTP/1.1\r\nhost: x\r\n\r\n';
  it.each([
    [
      'length and chunks',
      `content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    ['two lengths', `content-length: 2\r\ncontent-length: 30\r\n\r\n{}${smuggled}`],
    ['a length list', `content-length: 2, 2\r\n\r\n{}${smuggled}`],
    ['a signed length', `content-length: +2\r\n\r\n{}${smuggled}`],
    ['a bad chunk size', `transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n${smuggled}`],
    ['a huge chunk size', `transfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}\r\n`],
    ['an unknown coding', `transfer-encoding: xchunked\r\n\r\n{}${smuggled}`],
    ['a space before the colon', `content-length : 2\r\n\r\n{}${smuggled}`],
  ])('%s: one refusal, then the line is cut [INPUT-09]', async (_name, rest) => {
    const answer = await send(
      `POST /api/member/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${rest}`,
    );
    expect([400, 413]).toContain(answer.status);
    expect(answer.isClosed).toBe(true);
    expect(answer.text.match(/HTTP\/1\.1 \d{3}/g)).toHaveLength(1);
    expect(answer.text).not.toContain('siteName');
  });

  it.each(['/api/post?query=', '/api/post/', '/main/', '/files/'])(
    'refuses a URL of more than 8 KB: %s [INPUT-12]',
    async (start) => {
      const { status, text } = await sendRaw(
        portOf(t.app),
        rawRequest('GET', `${start}${'a'.repeat(8200)}`, student.headers),
      );
      expect(status).toBe(414);
      expect(text).toContain('nosniff');
    },
  );

  // A larger limit for heads of requests, an option of Node, lets them through.
  it('refuses a part of a path of 20,000 characters with the usual error [INPUT-12, API-01]', async () => {
    const { status, json } = await t.call('GET', `/api/post/${'a'.repeat(20_000)}`, {
      as: student,
    });
    expect([status, json.error]).toEqual([414, 'URL_TOO_LONG']);
  });
});
