import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderMetrics } from '../platform/metrics/metrics.ts';
import { createPost } from '../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../testing/test-app.ts';
import { addServerMetrics, createProcessMetrics, serveMetrics } from './metrics.ts';

let t: TestApp;
let member: SignedIn;
let port: number;
let stop: () => Promise<void>;
beforeAll(async () => {
  port = await freePort();
  t = await createTestApp({ env: { METRICS_PORT: String(port) } });
  member = await t.signIn('STUDENT');
  const own = createProcessMetrics({ pool: t.database.pool, services: t.services });
  addServerMetrics(own, t.services);
  const env = { METRICS_PORT: port, METRICS_HOST: '127.0.0.1' };
  const others = async () => new Map();
  stop = await serveMetrics({ env, log: t.services.log, own, others });
});
afterAll(async () => {
  await stop();
  await t.close();
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

const fetchPage = (path = '/metrics', method = 'GET') =>
  fetch(`http://127.0.0.1:${port}${path}`, { method });
/** The value of a series; null when it is not on the page. */
async function readValue(series: string): Promise<number | null> {
  const page = await (await fetchPage()).text();
  const line = page.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
}

describe('metrics', () => {
  it('are on a port of their own and nowhere else [OPS-43]', async () => {
    expect((await t.call('GET', '/metrics')).status).toBe(404);
    expect((await fetchPage('/')).status).toBe(404);
    expect((await fetchPage('/metrics', 'POST')).status).toBe(404);
    const { status, headers } = await fetchPage();
    expect([status, headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/plain; version=0.0.4'),
    ]);
  });

  it('name the setting when their address cannot be used [OPS-43, REL-17]', async () => {
    const start = (env: { METRICS_PORT: number; METRICS_HOST: string }) =>
      serveMetrics({
        env,
        log: t.services.log,
        own: { collect: async () => [] } as never,
        others: async () => new Map(),
      });
    await expect(start({ METRICS_PORT: port, METRICS_HOST: '127.0.0.1' })).rejects.toThrow(
      `METRICS_PORT ${port} is already in use`,
    );
    await expect(start({ METRICS_PORT: port, METRICS_HOST: '192.0.2.1' })).rejects.toThrow(
      'METRICS_HOST 192.0.2.1 is not an address of this machine',
    );
  });

  it('count requests by pattern, method and class of the status, without ids [OPS-43]', async () => {
    const postId = await createPost(t, member, { title: '카나리아 제목' });
    const count = (labels: string) =>
      readValue(`naru_http_request_duration_seconds_count{${labels},process="0"}`);
    const found = 'method="GET",route="/api/post/:id",status="2xx"';
    const before = (await count(found)) ?? 0;
    await t.call('GET', `/api/post/${postId}`, { as: member });
    await t.call('GET', '/canary/nothing.png?canary=1');
    expect(await count(found)).toBe(before + 1);
    expect(await count('method="GET",route="none",status="4xx"')).toBeGreaterThan(0);
    const page = await (await fetchPage()).text();
    for (const word of [
      'canary',
      '카나리아',
      member.username,
      member.nickname,
      `/post/${postId}`,
    ]) {
      expect(page).not.toContain(word);
    }
  });

  it('count refusals and sign-ins by reason, and failing statements [OPS-43]', async () => {
    const series = [
      'naru_security_events_total{event="login failed",process="0"}',
      'naru_refusals_total{code="LOGIN_FAILED",process="0"}',
      'naru_database_errors_total{class="22",process="0"}',
    ];
    const read = async () => Promise.all(series.map(async (one) => (await readValue(one)) ?? 0));
    const before = await read();
    const body = { username: member.username, password: 'wrong password 1' };
    const { json } = await t.call('POST', '/api/member/login', { body });
    expect(json.error).toBe('LOGIN_FAILED');
    await expect(t.db.execute('select 1/0')).rejects.toThrow();
    expect(await read()).toEqual(before.map((value) => value + 1));
  });

  it('show pool, queues, disk and engines, and leave out what is unknown [OPS-43]', async () => {
    expect(await readValue('naru_database_connections_max{process="0"}')).toBe(16);
    expect(await readValue('naru_database_waiting{process="0"}')).toBe(0);
    expect(await readValue('naru_emails_waiting{process="0"}')).toBe(0);
    expect(await readValue('naru_emails_failing_seconds{process="0"}')).toBe(0);
    expect(await readValue('naru_disk_free_bytes{process="0"}')).toBeGreaterThan(0);
    expect(await readValue('naru_engine_up{engine="database",process="0"}')).toBe(1);
    expect(await readValue('naru_engine_up{engine="email",process="0"}')).toBeNull();
    expect(await readValue('naru_backup_last_timestamp_seconds{process="0"}')).toBeNull();
    expect(await readValue('naru_backup_failed{process="0"}')).toBe(0);
  });

  it('keep the processes of a server apart, so that a new one is no fall of the sum [OPS-43]', async () => {
    const streams = (value: number) => ({
      name: 'naru_streams_open',
      help: 'Open event streams',
      type: 'gauge' as never,
      aggregator: 'sum' as const,
      values: [{ value, labels: {} }],
    });
    const page = await renderMetrics(
      new Map([
        ['1', [streams(3)]],
        ['2', [streams(4)]],
      ]),
    );
    expect(page.match(/^naru_streams_open.*/gm)).toEqual([
      'naru_streams_open{process="1"} 3',
      'naru_streams_open{process="2"} 4',
    ]);
  });
});
