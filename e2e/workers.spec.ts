import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { stopUnderLoad } from './support/load.ts';
import { copyDemoData, freePort, type NaruServer, startNaru } from './support/server.ts';
import { DEMO_PASSWORD, expect, test } from './support/test.ts';

const SECOND = 1_000;
const READS = 40;
/** Searches of one member in a minute. */
const SEARCHES = 30;
/** Open streams of one member. */
const STREAMS = 10;

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: responses are asserted field by field
  json: any;
}

/** One connection, hence one process of the server. */
class Line {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(url: string) {
    this.#url = url;
  }

  async call(method: string, path: string, token = '', body?: unknown): Promise<Answer> {
    const response = await this.#send(method, path, { token, body, agent: this.#agent });
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    return { status: response.statusCode ?? 0, json: JSON.parse(text) };
  }

  /** Connections of their own: the server gives them to its processes in turn. */
  async openStream(token: string): Promise<{ status: number; text: () => string; end(): void }> {
    const response = await this.#send('GET', '/api/events', { token, agent: false });
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    response.on('error', () => undefined);
    return {
      status: response.statusCode ?? 0,
      text: () => text,
      end: () => void response.destroy(),
    };
  }

  async #send(
    method: string,
    path: string,
    { token, body, agent }: { token: string; body?: unknown; agent: Agent | false },
  ): Promise<IncomingMessage> {
    const sent = request(new URL(path, this.#url), {
      method,
      agent,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== '' && { authorization: `Bearer ${token}` }),
      },
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [response]: IncomingMessage[] = await once(sent, 'response');
    if (response === undefined) throw new Error('no response');
    return response;
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** The lines of the log; each must be a whole one. */
function logOf(server: NaruServer) {
  const lines = server.output().split('\n');
  const whole = lines.at(-1) === '' ? lines : lines.slice(0, -1);
  return whole.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
}

const healthPids = (server: NaruServer): number[] =>
  logOf(server).flatMap(({ route, pid }) => (route === '/api/health' ? [pid] : []));

/** Connections to two processes, with their ids. */
async function openLines(server: NaruServer) {
  const lines = [new Line(server.url), new Line(server.url)] as const;
  const before = healthPids(server).length;
  for (const [n, line] of lines.entries()) {
    expect((await line.call('GET', '/api/health')).status).toBe(200);
    await expect.poll(() => healthPids(server)).toHaveLength(before + n + 1);
  }
  const [first = 0, second = 0] = healthPids(server).slice(before);
  return { lines, pids: [first, second] as const };
}

async function logIn(line: Line, username: string): Promise<string> {
  const body = { username, password: DEMO_PASSWORD };
  const { status, json } = await line.call('POST', '/api/member/login', '', body);
  expect(status).toBe(200);
  return json.accessToken;
}

/** A process that has ended and waits for its parent counts as gone. */
async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return status !== '' && !/^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2));
}

const WORKERS = { WORKERS: '2', LOG_LEVEL: 'info' };

test('two processes serve as one, and replace one that dies [OPS-35, OPS-43, OPS-190, REL-11, REL-95] @whole', async () => {
  test.setTimeout(240_000);
  const dataDir = await copyDemoData();
  const servers: NaruServer[] = [];
  try {
    const server = await startNaru({ dataDir, env: WORKERS });
    servers.push(server);
    const { lines, pids } = await openLines(server);
    const [one, two] = lines;
    expect(new Set([server.pid, ...pids]).size).toBe(3);
    const { json: health } = await one.call('GET', '/api/health');
    const ready = server.output().match(/^Naru .* is ready: /gm);
    const commit = health.commit === null ? '' : ` (${health.commit})`;
    expect(ready).toEqual([`Naru ${health.version}${commit} is ready: `]);

    // A comment written by one process reaches a stream of the other.
    const author = await logIn(one, '20250001');
    const reader = await logIn(two, '20250002');
    const post = { boardType: 'FREE', title: '두 프로세스', content: '<p>글</p>' };
    const { json: written } = await one.call('POST', '/api/post/post-up', author, post);
    const streams = await Promise.all(
      Array.from({ length: STREAMS }, () => one.openStream(author)),
    );
    expect(streams.map(({ status }) => status)).toEqual(Array(STREAMS).fill(200));
    for (const line of lines) expect((await line.openStream(author)).status).toBe(429);
    const path = `/api/post/${written.id}/comments`;
    const comment = await two.call('POST', path, reader, { content: '댓글' });
    expect(comment.status).toBe(201);
    await expect
      .poll(() => streams.every(({ text }) => text().includes('event: notice')), {
        timeout: 5 * SECOND,
      })
      .toBe(true);

    // Limits are counted together.
    const search = '/api/post?boardType=FREE&page=0&size=10&query=%EA%B8%80';
    const found = await Promise.all(
      Array.from({ length: READS }, (_, n) =>
        (n % 2 === 0 ? one : two).call('GET', search, reader),
      ),
    );
    expect(found.filter(({ status }) => status === 200)).toHaveLength(SEARCHES);
    expect(found.filter(({ status }) => status === 429)).toHaveLength(READS - SEARCHES);

    // A logout is in force on the other process for the next call, and ends the streams of both.
    expect((await two.call('GET', '/api/member/me', author)).status).toBe(200);
    expect((await one.call('POST', '/api/member/logout', author)).status).toBe(200);
    expect((await two.call('GET', '/api/member/me', author)).status).toBe(401);
    await expect
      .poll(() => streams.every(({ text }) => text().includes('event: bye')), {
        timeout: 5 * SECOND,
      })
      .toBe(true);

    // One that is killed is replaced; the other goes on.
    process.kill(pids[1], 'SIGKILL');
    expect((await one.call('GET', '/api/member/me', author)).status).toBe(401);
    // Until its end is noticed, it may still be handed connections.
    const ends = () => logOf(server).filter(({ msg }) => msg === 'a serving process ended');
    await expect.poll(ends).toHaveLength(1);
    await expect
      .poll(
        async () => {
          const next = await openLines(server);
          for (const line of next.lines) line.close();
          return next.pids.every((pid) => pid !== pids[1]) && next.pids[0] !== next.pids[1];
        },
        { timeout: 60 * SECOND },
      )
      .toBe(true);
    expect(ends()).toMatchObject([{ process: pids[1], reason: 'ended by SIGKILL' }]);

    // Without the first process the others end by themselves.
    const all = [...new Set(healthPids(server))];
    await server.kill();
    await expect
      .poll(async () => (await Promise.all(all.map(isRunning))).includes(true))
      .toBe(false);
    for (const line of lines) line.close();

    const metricsPort = await freePort();
    const env = { ...WORKERS, DRAIN_SECONDS: '1', METRICS_PORT: String(metricsPort) };
    const second = await startNaru({ dataDir, env });
    servers.push(second);
    const again = await openLines(second);
    for (const line of again.lines) line.close();
    const page = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const requests =
      /^naru_http_request_duration_seconds_count\{.*\/api\/health".*process="(\d)"\} (\d+)$/gm;
    const counted = [...page.matchAll(requests)].map(([, process, count]) => [
      process,
      Number(count),
    ]);
    expect(Object.fromEntries(counted)).toEqual({ 1: expect.any(Number), 2: expect.any(Number) });
    await stopUnderLoad(second);
    expect(await Promise.all(again.pids.map(isRunning))).toEqual([false, false]);
    expect(second.output()).toContain('Stopped.');
  } finally {
    for (const server of servers) await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
