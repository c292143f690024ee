import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ERRORS } from '@naru/contract/errors';
import { systemRoutes } from '@naru/contract/system';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type EmbeddedDatabase, startEmbedded } from '../platform/database/embedded.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../testing/database-proxy.ts';
import { freePort, type StartedProgram, startProgram } from '../testing/started-program.ts';
import { TEST_SECRET } from '../testing/test-app.ts';

let folder: string;
let postgres: EmbeddedDatabase | null = null;
let proxy: DatabaseProxy;
const programs: StartedProgram[] = [];

/** An external PostgreSQL; its address stays the same whether it runs or not. */
async function startPostgres(): Promise<string> {
  postgres = await startEmbedded({
    dataDir: join(folder, 'database'),
    log: () => undefined,
    onUnexpectedExit: () => undefined,
  });
  return postgres.url;
}
async function stopPostgres(): Promise<void> {
  await postgres?.stop();
  postgres = null;
}

async function query(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres?.url ?? '' });
  await client.connect();
  await client.query(text);
  await client.end();
}

async function start(env: Record<string, string> = {}): Promise<StartedProgram> {
  const program = await startProgram({
    DATABASE_URL: proxy.url,
    DATA_DIR: join(folder, 'data'),
    TOKEN_SECRET: TEST_SECRET,
    WORKERS: '1',
    ...env,
  });
  programs.push(program);
  return program;
}

const secondsSince = (began: number) => ((performance.now() - began) / 1000).toFixed(1);

const get = async (url: string, init?: RequestInit) => {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  };
};

beforeAll(async () => {
  folder = await makeDataFolder('naru-wait-');
  proxy = await startDatabaseProxy(await startPostgres());
  await stopPostgres();
});
afterEach(async () => {
  for (const program of programs.splice(0)) await program.stop();
  await proxy.restore();
});
afterAll(async () => {
  await proxy.close();
  await stopPostgres();
  await rm(folder, { recursive: true, force: true });
});

/** What a server whose start waits says to whom. */
async function expectWaiting({ url }: StartedProgram): Promise<void> {
  const { response } = systemRoutes.health;
  const health = async () => {
    const { status, body } = await get(`${url}/api/health`);
    return [status, z.safeParse(response, body).data ?? body];
  };
  await expect
    .poll(() => health().catch(() => null))
    .toEqual([
      503,
      {
        status: 'unavailable',
        version: expect.any(String),
        // Of the checkout, unless it is built from an archive.
        commit: expect.toSatisfy((commit) => commit === null || /^[0-9a-f]{7,}$/.test(commit)),
        database: 'down',
        uptime: expect.any(Number),
        engines: [{ name: 'database', state: 'down' }],
      },
    ]);
  const live = await get(`${url}/api/health/live`);
  expect([live.status, live.body]).toEqual([200, { status: 'ok' }]);
  const ready = await get(`${url}/api/health/ready`);
  expect([ready.status, ready.body]).toEqual([503, { status: 'starting' }]);
  const login = await get(`${url}/api/member/login`, { method: 'POST', body: '{"username":"a"}' });
  expect([login.status, login.body]).toEqual([
    503,
    {
      error: 'UNAVAILABLE',
      message: ERRORS.UNAVAILABLE.message,
      requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
  ]);
  expect(Number(login.headers.get('retry-after'))).toBeGreaterThan(0);
  const page = await get(`${url}/main/community/free`);
  expect([page.status, page.body]).toEqual([
    503,
    expect.stringMatching(/<main[^>]*>\s*<h1[^>]*>서버를 준비하고 있습니다\./),
  ]);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
}

describe('a start without its database', () => {
  it('waits for it with an open port, and again when it goes away meanwhile [REL-160, API-16]', async ({
    annotate,
  }) => {
    const server = await start();
    await server.untilPrinted('Waiting for the database at DATABASE_URL: ');
    await expectWaiting(server);
    await startPostgres();
    await server.untilPrinted('Migrating the database: 0000');
    await proxy.refuse();
    await expectWaiting(server);
    await proxy.restore();
    const began = performance.now();
    await server.untilPrinted(' is ready: ');
    await annotate(`ready ${secondsSince(began)} s after the database, with all migrations`);
    expect(await get(`${server.url}/api/health/ready`)).toMatchObject({ status: 200 });
    expect((await server.stop()).code).toBe(0);
  });

  it('with several processes lets all of them listen when it is there [REL-160]', async () => {
    await stopPostgres();
    const server = await start({ WORKERS: '2' });
    await server.untilPrinted('Waiting for the database at DATABASE_URL: ');
    await expectWaiting(server);
    await startPostgres();
    await server.untilPrinted(' is ready: ');
    const statuses = async () => {
      const calls = Array.from({ length: 8 }, () => get(`${server.url}/api/health/ready`));
      return (await Promise.all(calls)).map(({ status }) => status);
    };
    await expect.poll(statuses).toEqual(Array(8).fill(200));
    expect((await server.stop()).code).toBe(0);
  });

  it('waits for a standby until it takes writes [REL-160]', async () => {
    await query('alter database postgres set default_transaction_read_only = on');
    const server = await start();
    await server.untilPrinted(
      /Waiting for the database at DATABASE_URL to accept writes: [^\n]+\. The start goes on by itself\.\n/,
    );
    expect((await get(`${server.url}/api/health/ready`)).status).toBe(503);
    await query(
      'begin read write; alter database postgres reset default_transaction_read_only; commit',
    );
    await server.untilPrinted(' is ready: ');
  });

  it.each(['refuse', 'hang'] as const)(
    'ends at once when it is stopped meanwhile: %s [REL-160]',
    async (how) => {
      await proxy[how]();
      const server = await start();
      if (how === 'refuse') await server.untilPrinted('Waiting for the database');
      // The first attempt is under way.
      else await expect.poll(() => proxy.count()).toBeGreaterThan(0);
      const { code, ms } = await server.stop();
      expect(code).toBe(0);
      expect(ms).toBeLessThan(4_000);
      expect(server.output()).toContain('Stopped.');
    },
  );
});

describe('a start that no wait can mend', () => {
  const changed = (change: (url: URL) => void) => {
    const url = new URL(proxy.url);
    change(url);
    return url.href;
  };
  const refusal = async (env: Record<string, string>) => {
    const server = await start(env);
    const code = await server.ended;
    return [
      code,
      server
        .output()
        .split('\n')
        .find((line) => line.startsWith('Naru cannot')),
    ];
  };

  it('ends with one sentence [REL-17, REL-160]', async () => {
    const wrong = changed((url) => {
      url.password = 'wrong';
    });
    expect(await refusal({ DATABASE_URL: wrong })).toEqual([
      1,
      expect.stringMatching(/^Naru cannot start: the database at DATABASE_URL .*password/),
    ]);
    const unknown = changed((url) => {
      url.pathname = '/nothing';
    });
    expect(await refusal({ DATABASE_URL: unknown })).toEqual([
      1,
      expect.stringMatching(
        /^Naru cannot start: the database at DATABASE_URL .*"nothing" does not exist/,
      ),
    ]);
  });

  it('ends when its port is taken, also while it would wait [REL-17, REL-160]', async () => {
    const port = await freePort();
    const taken = createServer().listen(port, '127.0.0.1');
    await once(taken, 'listening');
    await proxy.refuse();
    expect(await refusal({ PORT: String(port) })).toEqual([
      1,
      `Naru cannot start: PORT ${port} is already in use`,
    ]);
    taken.close();
  });
});
