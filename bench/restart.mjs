import { join } from 'node:path';
import { freePort, startBuilt } from '../scripts/lib/built-server.mjs';
import { makeTempFolder } from '../scripts/lib/temp-folder.mjs';

const STARTS = 5;
const temp = makeTempFolder();
const dataDir = join(temp.path, 'data');
const port = await freePort();

process.on('exit', () => temp.remove());

/** Starts the server with demo content; `took` is in milliseconds, until it is healthy. */
async function timedStart() {
  const began = performance.now();
  const server = await startBuilt({ dataDir, port, env: { LOG_LEVEL: 'error' } });
  return { ...server, took: performance.now() - began };
}

let server = await timedStart();
console.log(`First start, with a new database and demo content: ${Math.round(server.took)} ms`);
const later = [];
for (let at = 0; at < STARTS; at += 1) {
  process.kill(server.pid, 'SIGKILL');
  await server.stop();
  server = await timedStart();
  later.push(server.took);
}
await server.stop();
later.sort((a, b) => a - b);
const median = later[Math.floor(STARTS / 2)];
console.log(`Start after kill -9, median of ${STARTS}: ${Math.round(median)} ms`);
