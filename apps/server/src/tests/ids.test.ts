import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createThread, deleteThread, writeComment } from '../testing/factories/comments.ts';
import { contractCalls } from '../testing/matrix/mounted.ts';
import { REQUESTS } from '../testing/matrix/requests.ts';
import { takeSnapshot } from '../testing/matrix/snapshot.ts';
import { callerOf, clearThrottles, createWorld, type World } from '../testing/matrix/world.ts';
import { pairsOf } from '../testing/pairs.ts';
import { createTestApp, type SignedIn, type TestApp } from '../testing/test-app.ts';

/** Malformed ids in a URL. */
const ODD_IDS = [
  '-1',
  '0',
  '-0',
  '1.5',
  '1.0',
  '1e3',
  '0x10',
  '01',
  '%201',
  '1%20',
  '+1',
  'abc',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  'true',
  '1,2',
  '1;2',
  '[1]',
  '%5B%5D',
  '%7B%7D',
  '%00',
  '1%00',
  '%ff',
  '%',
  '%zz',
  '1%2f2',
  '..%2f1',
  '%EF%BC%91',
  '%D9%A1',
  '9007199254740993',
  '9223372036854775808',
  '99999999999999999999999999',
  '0b2f8f3e-6b1c-4c5e-9a37-1d0c6f6f0a11',
  "1'%20or%20'1'='1",
  '1)%3B--',
  '9'.repeat(10_240),
];
/** Well-formed ids of nothing. */
const MISSING_IDS = ['2147483647', '2147483648', '4294967296', '9007199254740991'];

const calls = [...contractCalls()].filter(
  ([call]) => /:\w*id\b/i.test(call) && !call.includes(':token'),
);

let t: TestApp;
let world: World;
beforeAll(async () => {
  t = await createTestApp();
  world = await createWorld(t);
});
afterAll(() => t.close());
beforeEach(() => clearThrottles(t));

async function bodyOf(call: string): Promise<unknown> {
  const build = REQUESTS[call];
  if (build === undefined) throw new Error('no request for this call');
  const { student } = world;
  const cell = { caller: student, owner: student, variant: undefined, isForged: false };
  return (await build(world, cell)).body;
}

/** Of calls that are refused without one, whatever the id. */
const NEEDED_QUERIES: Record<string, string> = {
  'GET /api/mail/search/:roomId': '?query=a',
  'GET /api/post/:id/around': '?boardType=FREE',
  'GET /api/admin/bookings/resources/:id/week': '?from=2026-11-23',
};

/** The URLs of a call with this id in each of its id parameters. */
function urlsOf(call: string, id: string): string[] {
  const path = (call.split(' ')[1] ?? '').replace(':type', 'POST');
  const places = path.match(/:\w+/g) ?? [];
  const query = NEEDED_QUERIES[call] ?? '';
  return places.map((place) => path.replace(/:\w+/g, (one) => (one === place ? id : '1')) + query);
}

/** A missing post has no rows of the caller and no place on a board. */
const EMPTY_WITHOUT_POST = ['POST /api/notice/read-post/:id', 'GET /api/post/:id/around'];

/** Nobody learns which ids there are before the own password. */
const PASSWORD_FIRST = ['passkeys', 'identities', 'sessions'].map(
  (what) => `DELETE /api/member/${what}/:id`,
);
/** Only the author of the post learns whether there is such an application. */
const AUTHOR_FIRST = ['PUT /api/team/:id/application/:memberId'];

/** Faults in the responses to one id. */
async function findFaults(call: string, id: string, as: SignedIn, body: unknown) {
  const [method = ''] = call.split(' ');
  const isMissing = MISSING_IDS.includes(id);
  if (isMissing && EMPTY_WITHOUT_POST.includes(call)) return [];
  const refused = [...PASSWORD_FIRST, ...AUTHOR_FIRST].includes(call) ? [403, 404] : [404];
  const allowed = isMissing ? refused : [400, 414, ...refused];
  const faults: string[] = [];
  for (const url of urlsOf(call, id)) {
    const { status, json } = await t.call(method, url, { as, ...(body !== undefined && { body }) });
    const isFine = allowed.includes(status) && /[가-힣]/.test(json?.message ?? '');
    if (!isFine) faults.push(`${url.slice(0, 100)}: ${status}`);
  }
  return faults;
}

/** Without throttles, which count the calls and are cleared in between. */
const snapshotData = () => takeSnapshot(t, ['throttles']);

describe('ids in URLs', () => {
  it.each(calls)(
    '%s responds to malformed and missing ids with 4xx and changes nothing [API-15]',
    async (call, route) => {
      const body = await bodyOf(call);
      const before = await snapshotData();
      const faults: string[] = [];
      const callers = [...new Set([callerOf(world, route), world.byRole.ADMIN])];
      const odd = pairsOf(callers, ODD_IDS);
      for (const as of callers) {
        await clearThrottles(t);
        const ids = odd.filter(([caller]) => caller === as).map(([, id]) => id);
        for (const id of [...ids, ...MISSING_IDS]) {
          faults.push(...(await findFaults(call, id, as, body)));
        }
      }
      expect(faults).toEqual([]);
      expect(await snapshotData()).toEqual(before);
    },
  );

  it('private or deleted objects are indistinguishable from missing ones [ROLE-21]', async () => {
    const { student, other } = world;
    const gone = await createThread(t, other);
    await deleteThread(t, gone);
    const presign = '/api/aws/S3/presign?filename=a.png&contentType=image%2Fpng';
    const pending: string = (await t.call('GET', presign, { as: other })).json.fileUrl;
    const question = await createThread(t, student, 'QNA');
    const foreign = await writeComment(t, student, await createThread(t, other));
    const accept = `/api/post/${question}/accept`;
    const pairs: [string, string, unknown, string, unknown][] = [
      ['GET', `/api/post/${gone}`, undefined, '/api/post/987654321', undefined],
      ['POST', `/api/post/${gone}/like`, undefined, '/api/post/987654321/like', undefined],
      ['GET', `/api/post/${gone}/comments`, undefined, '/api/post/987654321/comments', undefined],
      ['GET', pending, undefined, `/files/a${'b'.repeat(23)}.webp`, undefined],
      ['POST', accept, { commentId: foreign.id }, accept, { commentId: 987_654_321 }],
    ];
    const as = await t.signInAs(student);
    const ask = async (method: string, url: string, body: unknown) => {
      const { status, json } = await t.call(method, url, {
        as,
        ...(body !== undefined && { body }),
      });
      return { status, ...json, requestId: '' };
    };
    for (const [method, there, thereBody, nowhere, nowhereBody] of pairs) {
      const missing = await ask(method, nowhere, nowhereBody);
      expect(missing.status).toBe(404);
      expect(await ask(method, there, thereBody), there).toEqual(missing);
    }
  });

  it('ids next to an own one belong to others and are never mixed up [ROLE-21]', async () => {
    const { student, other } = world;
    const own = await REQUESTS['PUT /api/comment/:id']?.(world, {
      caller: student,
      owner: student,
      variant: undefined,
      isForged: false,
    });
    const foreign = await REQUESTS['PUT /api/comment/:id']?.(world, {
      caller: student,
      owner: other,
      variant: undefined,
      isForged: false,
    });
    const body = { content: '바꿈' };
    expect((await t.call('PUT', own?.url ?? '', { as: student, body })).status).toBe(200);
    expect((await t.call('PUT', foreign?.url ?? '', { as: student, body })).status).toBe(403);
  });
});
