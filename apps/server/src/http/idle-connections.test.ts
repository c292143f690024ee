import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { portOf } from '../testing/raw-http.ts';
import { createTestApp } from '../testing/test-app.ts';

it.each([
  ['without a request', ''],
  ['with half a request', 'GET /api/health HT'],
])('a connection %s does not hold a stopping server', async (_name, bytes) => {
  const t = await createTestApp();
  await t.app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect(portOf(t.app), '127.0.0.1');
  socket.on('error', () => undefined);
  const cut = new Promise((resolve) => socket.once('close', resolve));
  await once(t.app.server, 'connection');
  if (bytes !== '') await new Promise((resolve) => socket.write(bytes, resolve));
  await t.close();
  await cut;
  expect(socket.destroyed).toBe(true);
});
