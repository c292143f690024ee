import { setTimeout as delay } from 'node:timers/promises';
import { apiAs, unique } from './support/api.ts';
import type { Pair } from './support/pair.ts';
import { expect, test } from './support/test.ts';

/** Longest time until a changed access is in force on every server. */
const ACCESS_MS = 1_000;
const EVENT_MS = 1_000;
const STOP_MS = 15_000;
const SUSPENDED = '20240077';
const READERS = ['20220264', '20220508', '20220731', '20230055'];
/** Keeps each reader below the 600 reads that a member has in a minute. */
const READ_PAUSE_MS = 100;

const tag = '@several';

function requirePair(pair: Pair | null): Pair {
  if (pair === null) throw new Error('These tests belong to the project "several".');
  return pair;
}

/** URLs of the two servers, past the balancer. */
function urlsOf(pair: Pair | null): [string, string] {
  const [first, second] = requirePair(pair).servers;
  if (first === undefined || second === undefined) throw new Error('not two servers');
  return [first.url, second.url];
}

async function logIn(url: string, username: string) {
  const response = await fetch(`${url}/api/member/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'naru-demo-1' }),
  });
  expect(response.status).toBe(200);
  const { accessToken }: { accessToken: string } = await response.json();
  const headers = { authorization: `Bearer ${accessToken}` };
  const me = await fetch(`${url}/api/member/me`, { headers });
  const { meDto }: { meDto: { id: number } } = await me.json();
  return { headers, id: meDto.id };
}

/** An open event stream: what it sent, and when it ended. */
async function listen(url: string, headers: Record<string, string>) {
  const abort = new AbortController();
  const response = await fetch(`${url}/api/events`, { headers, signal: abort.signal });
  expect(response.status).toBe(200);
  const state = { text: '', isEnded: false, end: () => abort.abort() };
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) state.text += decoder.decode(chunk);
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      state.isEnded = true;
    });
  await expect.poll(() => state.text).toContain('event: hello');
  return state;
}

/** Milliseconds until the condition holds. */
async function untilTrue(condition: () => boolean | Promise<boolean>): Promise<number> {
  const startedAt = performance.now();
  while (!(await condition())) {
    if (performance.now() - startedAt > 20_000) throw new Error('It does not become true.');
    await delay(5);
  }
  return performance.now() - startedAt;
}

test('what happens on one server is in force on the other [REL-97] @whole', { tag }, async ({
  pair,
}) => {
  const [first, second] = urlsOf(pair);
  const member = await logIn(first, SUSPENDED);
  const statusOn = async (url: string) =>
    (await fetch(`${url}/api/member/me`, { headers: member.headers })).status;
  expect([await statusOn(first), await statusOn(second)]).toEqual([200, 200]);
  const stream = await listen(second, member.headers);

  // An event of the first server, on a stream of the second one.
  const admin = await apiAs('admin01', first);
  const writer = await apiAs('20250136', first);
  const author = await apiAs(SUSPENDED, second);
  const { id } = await author.call<{ id: number }>('POST', '/api/post/post-up', {
    boardType: 'FREE',
    title: unique('두 서버'),
    content: '<p>글</p>',
    imageUrls: null,
  });
  const before = stream.text.length;
  await writer.call('POST', `/api/post/${id}/like`);
  expect(await untilTrue(() => stream.text.length > before)).toBeLessThan(EVENT_MS);

  // A role given there opens a board here.
  const notice = { boardType: 'NOTICE_SC', title: '공지', content: '<p>공지</p>', imageUrls: null };
  expect((await author.send('POST', '/api/post/post-up', notice)).status()).toBe(403);
  await admin.call('POST', `/api/admin/grant-role?userId=${member.id}&role=STUDENT_COUNCIL`);
  const canWrite = async () =>
    (await author.send('POST', '/api/post/post-up', notice)).status() === 201;
  expect(await untilTrue(canWrite)).toBeLessThan(ACCESS_MS);
  await admin.call('DELETE', `/api/admin/revoke-role?userId=${member.id}&role=STUDENT_COUNCIL`);
  expect((await author.send('POST', '/api/post/post-up', notice)).status()).toBe(403);

  // A suspension there ends the session and the stream here.
  const again = await logIn(first, SUSPENDED);
  const open = await listen(second, again.headers);
  await admin.call('POST', `/api/admin/members/${member.id}/suspend`, {
    until: new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10),
    reason: '두 서버를 시험합니다.',
  });
  expect(await untilTrue(() => open.isEnded)).toBeLessThan(ACCESS_MS);
  const me = await fetch(`${second}/api/member/me`, { headers: again.headers });
  expect(me.status).toBe(401);
  await admin.call('POST', `/api/admin/members/${member.id}/lift`);

  // So does a logout.
  const last = await logIn(second, '20250136');
  const other = await listen(first, last.headers);
  await fetch(`${second}/api/member/logout`, { method: 'POST', headers: last.headers });
  expect(await untilTrue(() => other.isEnded)).toBeLessThan(ACCESS_MS);
  expect((await fetch(`${first}/api/member/me`, { headers: last.headers })).status).toBe(401);
});

type Headers = Record<string, string>;

/** Readers and a writer until `end`, which returns the comments that were taken. */
function putUnderLoad(url: string, postId: number, readers: Headers[], writer: Headers) {
  const statuses = new Map<string, number>();
  const taken: string[] = [];
  let isOver = false;
  const count = (name: string) => void statuses.set(name, (statuses.get(name) ?? 0) + 1);
  const line = async (run: (turn: number) => Promise<Response>) => {
    for (let turn = 0; !isOver; turn += 1) {
      const response = await run(turn).catch((error: Error) => ({ status: error.message }));
      count(String(response.status));
    }
  };
  const paths = ['/api/post?boardType=FREE', `/api/post/${postId}`, '/login', '/api/member/me'];
  const reads = readers.map((headers, n) =>
    line(async (turn) => {
      const response = await fetch(`${url}${paths[(turn + n) % paths.length]}`, { headers });
      await response.arrayBuffer();
      await delay(READ_PAUSE_MS);
      return response;
    }),
  );
  const write = line(async (turn) => {
    const content = `교체 중의 댓글 ${turn}`;
    const response = await fetch(`${url}/api/post/${postId}/comments`, {
      method: 'POST',
      headers: { ...writer, 'content-type': 'application/json' },
      body: JSON.stringify({ content }),
    });
    if (response.status === 201) taken.push(content);
    // A member writes at most one comment a second and 30 a minute.
    await delay(2_100);
    return response;
  });
  return {
    statuses,
    end: async () => {
      isOver = true;
      await Promise.all([...reads, write]);
      return taken;
    },
  };
}

test('replacing one server after the other loses no request [REL-11] @whole', { tag }, async ({
  pair,
}) => {
  const { balancer, servers, replace, engines } = requirePair(pair);
  const { headers: writer } = await logIn(balancer.url, '20220508');
  const readers: Headers[] = [];
  for (const name of READERS) readers.push((await logIn(balancer.url, name)).headers);
  const author = await apiAs('20220508');
  const { id } = await author.call<{ id: number }>('POST', '/api/post/post-up', {
    boardType: 'QNA',
    title: unique('교체'),
    content: '<p>글</p>',
    imageUrls: null,
  });
  const faultsBefore = balancer.faults.length;
  const load = putUnderLoad(balancer.url, id, readers, writer);
  for (const [index, { url }] of [...servers.entries()]) {
    const { code, stopMs } = await replace(index);
    expect(code).toBe(0);
    expect(stopMs).toBeLessThan(STOP_MS);
    await expect.poll(() => balancer.ready()).toContain(url);
  }
  const taken = await load.end();
  expect(balancer.faults.slice(faultsBefore)).toEqual([]);
  expect([...load.statuses.keys()].sort()).toEqual(['200', '201']);
  const { comments } = await author.call<{ comments: { content: string }[] }>(
    'GET',
    `/api/post/${id}/comments`,
  );
  expect(comments.map(({ content }) => content).sort()).toEqual(taken.sort());
  // Both had their part of all requests, and files lie in the store alone.
  const parts = [...balancer.counts.values()];
  expect(parts).toHaveLength(2);
  expect(Math.min(...parts) / Math.max(...parts)).toBeGreaterThan(0.3);
  expect(engines.store.objects.size).toBeGreaterThan(0);
});
