import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type APIRequestContext, request } from '@playwright/test';
import { stopUnderLoad } from './support/load.ts';
import { makePng } from './support/png.ts';
import { copyDemoData, makeDataDir, type NaruServer, startNaru } from './support/server.ts';
import { DEMO_PASSWORD, expect, test } from './support/test.ts';

interface Session {
  context: APIRequestContext;
  headers: { authorization: string };
}

async function logIn(url: string): Promise<Session> {
  const context = await request.newContext({ baseURL: url });
  const data = { username: '20250001', password: DEMO_PASSWORD };
  const answer = await context.post('/api/member/login', { data });
  expect(answer.status()).toBe(200);
  const { accessToken }: { accessToken: string } = await answer.json();
  return { context, headers: { authorization: `Bearer ${accessToken}` } };
}

async function uploadPicture({ context, headers }: Session): Promise<string> {
  const params = { filename: '등대.png', contentType: 'image/png' };
  const signed = await context.get('/api/aws/S3/presign', { headers, params });
  const { uploadUrl, fileUrl }: { uploadUrl: string; fileUrl: string } = await signed.json();
  const put = await context.put(uploadUrl, {
    data: makePng(200, 100, [20, 120, 90]),
    headers: { 'content-type': 'image/png' },
  });
  expect(put.ok()).toBe(true);
  return new URL(fileUrl).pathname;
}

async function writePost(session: Session, fileUrl: string): Promise<number> {
  const answer = await session.context.post('/api/post/post-up', {
    headers: session.headers,
    data: {
      boardType: 'FREE',
      title: '전기가 나가기 직전의 글',
      content: `<p>저장되었을까요?</p><img src="${fileUrl}">`,
      imageUrls: [fileUrl],
    },
  });
  expect(answer.status()).toBe(201);
  return (await answer.json()).id;
}

test('a kill -9 loses no data, a second server is refused, and a stop fails no request [REL-11]', async () => {
  test.setTimeout(240_000);
  const dataDir = await copyDemoData();
  const servers: NaruServer[] = [];
  try {
    const first = await startNaru({ dataDir });
    servers.push(first);
    const session = await logIn(first.url);
    const fileUrl = await uploadPicture(session);
    const id = await writePost(session, fileUrl);
    const comment = await session.context.post(`/api/post/${id}/comments`, {
      headers: session.headers,
      data: { content: '마지막 댓글' },
    });
    expect(comment.status()).toBe(201);
    await first.kill();
    const second = await startNaru({ dataDir, env: { DRAIN_SECONDS: '1' } });
    servers.push(second);
    const health = await fetch(`${second.url}/api/health`);
    expect(await health.json()).toMatchObject({ status: 'ok', database: 'up' });

    // The previous session and its post are still there.
    const again = await request.newContext({ baseURL: second.url });
    const { headers } = session;
    const detail = await (await again.get(`/api/post/${id}`, { headers })).json();
    expect(detail.dto).toMatchObject({ title: '전기가 나가기 직전의 글', commentCount: 1 });
    expect(detail.dto.imageUrls).toBe(fileUrl);
    const comments = await (await again.get(`/api/post/${id}/comments`, { headers })).json();
    expect(comments.comments[0].content).toBe('마지막 댓글');
    const picture = await again.get(fileUrl);
    expect(picture.status()).toBe(200);
    expect(picture.headers()['content-type']).toBe('image/webp');

    await expect(startNaru({ dataDir })).rejects.toThrow(
      /Naru cannot start: .* is already used by a running server/,
    );
    const alive = await again.get('/api/health');
    expect(alive.status()).toBe(200);
    await stopUnderLoad(second);
  } finally {
    for (const server of servers) await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** Runs the short soak with its files in a folder of its own. */
function startSoak(folder: string, args: string[]) {
  const child = spawn(process.execPath, ['tools/soak/run.mjs', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: folder },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return { child, ended: once(child, 'exit'), output: () => output };
}

/** Ends the soak and removes its folder, also when `work` fails. */
async function withSoak(
  folder: string,
  args: string[],
  work: (soak: ReturnType<typeof startSoak>) => Promise<void>,
): Promise<void> {
  const soak = startSoak(folder, args);
  try {
    await work(soak);
  } finally {
    soak.child.kill('SIGTERM');
    await soak.ended;
    await rm(folder, { recursive: true });
  }
}

/** Ids of running processes that were started with their files in the folder, or work in it. */
async function processesWith(folder: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const signs = await Promise.all(
    ids.map((id) =>
      Promise.all([
        readFile(`/proc/${id}/environ`, 'latin1').catch(() => ''),
        readlink(`/proc/${id}/cwd`).catch(() => ''),
      ]),
    ),
  );
  return ids.filter((_, at) => signs[at]?.some((sign) => sign.includes(folder)));
}

/** Folders of runs; the compiler of scripts stores what it compiled beside them. */
const runsIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.startsWith('naru-run-'));

test('hard kills lose nothing acknowledged, and clients that leave hold nothing [REL-01, REL-150] @whole', async () => {
  test.setTimeout(240_000);
  const folder = await makeDataDir();
  const file = join(folder, 'soak.json');
  await withSoak(folder, ['--short', '--seed', '20261123', '--json', file], async (soak) => {
    await soak.ended;
    const text = await readFile(file, 'utf8').catch(() => soak.output());
    const { rows }: { rows: { what: string; target: string; value: string; isMet: boolean }[] } =
      JSON.parse(text);
    // Times are judged where nothing else runs.
    const counted = rows.filter(({ target }) => target === '0');
    expect(counted.filter(({ isMet }) => !isMet)).toEqual([]);
    expect(counted.map(({ what }) => what)).toEqual([
      'acknowledged writes lost after kill -9',
      'half objects, wrong counters, orphans after kill -9',
      'responses with 500, as errors of the server itself',
      'places, spots in lines, streams and pictures held for clients that left',
      'places that the watchdog had to take back',
      'requests of others that failed meanwhile',
      'requests that failed afterwards',
      'health not ok afterwards',
    ]);
    expect(rows.find(({ what }) => what.startsWith('serving again'))?.value).toMatch(/^\d+ ms/);
    expect(await runsIn(folder)).toEqual([]);
  });
});

test('a soak that is interrupted leaves no process and no file [REL-131] @whole', async () => {
  const folder = await makeDataDir();
  await withSoak(folder, ['--only', 'R1', '--short'], async (soak) => {
    const isUp = async () => {
      const [run = ''] = await runsIn(folder);
      return existsSync(join(folder, run, 'R1/data/postgres/postmaster.pid'));
    };
    await expect.poll(isUp, { timeout: 60_000 }).toBe(true);
    expect((await processesWith(folder)).length).toBeGreaterThan(2);
    soak.child.kill('SIGINT');
    const [code] = await soak.ended;
    expect(code).toBeGreaterThan(0);
    expect(await processesWith(folder)).toEqual([]);
    expect(await runsIn(folder)).toEqual([]);
  });
});
