import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { expect } from '@playwright/test';
import type { NaruServer } from './server.ts';

const LINES = 6;
/** Responses before the server is asked to stop. */
const BEFORE = 100;
const EXIT_MS = 15_000;

/** One request on a reused connection; returns its status. */
async function request(url: string, agent: Agent): Promise<number> {
  const [response] = await once(get(url, { agent }), 'response');
  for await (const _chunk of response);
  return response.statusCode;
}

/**
 * Stops a server under load, as behind a balancer: requests come until it says that it is not ready. None
 * of them may fail.
 */
export async function stopUnderLoad(server: NaruServer): Promise<void> {
  const statuses: number[] = [];
  let readiness = 200;
  const line = async (path: string, onStatus: (status: number) => void) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (readiness === 200) onStatus(await request(`${server.url}${path}`, agent));
    agent.destroy();
  };
  const load = Promise.all([
    line('/api/health/ready', (status) => {
      readiness = status;
    }),
    ...Array.from({ length: LINES }, () => line('/login', (status) => void statuses.push(status))),
  ]);
  await expect.poll(() => statuses.length).toBeGreaterThan(BEFORE);
  const startedAt = Date.now();
  const [exitCode] = await Promise.all([server.stop(), load]);
  expect({ exitCode, readiness, statuses: [...new Set(statuses)] }).toEqual({
    exitCode: 0,
    readiness: 503,
    statuses: [200],
  });
  expect(Date.now() - startedAt).toBeLessThan(EXIT_MS);
}
