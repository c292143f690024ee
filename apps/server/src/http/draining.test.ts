import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createHealth } from '../platform/health.ts';
import { portOf } from '../testing/raw-http.ts';
import { drainingPlugin, idleConnectionsPlugin } from './draining.ts';
import { CONNECTION_LIMITS as limits } from './http-server.ts';
import { openResponsesPlugin } from './open-responses.ts';

/** No buffer of the network holds it. */
const LARGE_BYTES = 32 * 1024 * 1024;

const agents: Agent[] = [];
afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy();
});

/** A server whose `/slow` responds when `finish` is called. */
async function startServer(inFlightMs?: number) {
  const health = createHealth();
  health.register('database', () => 'up');
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const app = Fastify({ return503OnClosing: false, forceCloseConnections: 'idle' });
  await app.register(openResponsesPlugin);
  await app.register(idleConnectionsPlugin, { limits, idle: limits.idle });
  await app.register(drainingPlugin, { health, ...(inFlightMs !== undefined && { inFlightMs }) });
  app.get('/ready', () => health.readiness());
  let running = 0;
  app.get('/slow', async () => {
    running += 1;
    await finished;
    return 'done';
  });
  app.get('/large', () => 'a'.repeat(LARGE_BYTES));
  expect(await health.readiness()).toBe('starting');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true });
  agents.push(agent);
  return {
    app,
    health,
    finish,
    running: () => running,
    call: (path: string) => call(app, agent, path),
  };
}

async function call(app: Awaited<ReturnType<typeof Fastify>>, agent: Agent, path: string) {
  const request = get({ host: '127.0.0.1', port: portOf(app), path, agent });
  const [response] = await once(request, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, connection: response.headers.connection, text };
}

describe('a server that drains', () => {
  it('is not ready, serves, and asks its clients for other connections [REL-11]', async () => {
    const { app, health, call } = await startServer();
    expect(await call('/ready')).toEqual({ status: 200, connection: 'keep-alive', text: 'ok' });
    health.drain();
    expect(await call('/ready')).toEqual({ status: 200, connection: 'close', text: 'draining' });
    await app.close();
  });

  it('completes the requests under way when it closes [REL-11]', async () => {
    const { app, health, finish, running, call } = await startServer();
    const slow = call('/slow');
    await expect.poll(running).toBe(1);
    const closed = app.close();
    await expect.poll(health.readiness).toBe('draining');
    finish();
    expect(await slow).toMatchObject({ status: 200, text: 'done' });
    await closed;
  });

  it.each([1, 2])(
    'completes %i large responses that their client still reads [REL-11]',
    async (count) => {
      const { app } = await startServer();
      const request = 'GET /large HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(count);
      const socket = connect(portOf(app), '127.0.0.1', () => void socket.write(request));
      socket.pause();
      await once(socket, 'readable');
      const closed = app.close();
      await expect.poll(() => app.server.listening).toBe(false);
      let bytes = 0;
      for await (const part of socket) bytes += part.length;
      expect(bytes).toBeGreaterThan(count * LARGE_BYTES);
      await closed;
    },
  );

  it('ends a request that takes longer than it may, so that the stop succeeds [REL-11]', async () => {
    const { app, running, call } = await startServer(50);
    const slow = expect(call('/slow')).rejects.toThrow(/hang up|ECONNRESET/);
    await expect.poll(running).toBe(1);
    await Promise.race([app.close(), delay(5_000).then(() => expect.fail('did not close'))]);
    await slow;
  });
});
