import { join } from 'node:path';
import { createServer } from '../../apps/server/src/boot/server.ts';
import { readEnv } from '../../apps/server/src/config/env.ts';
import { LINES } from '../../apps/server/src/http/admission/loads.ts';
import { createLog, createLogOutput } from '../../apps/server/src/platform/log.ts';
import { root } from '../../scripts/lib/root.mjs';

/*
 * Starts the server with endless places, to measure what admission does; no setting turns it off.
 */
const ENDLESS = { atOnce: 1e6, waiting: 1e6, waitMs: 1e8, overloadMs: 1e8 };

const env = readEnv(process.env);
const server = createServer({
  env,
  log: createLog(env.LOG_LEVEL, await createLogOutput(env.LOG_LEVEL, false)),
  requestLevel: 'info',
  version: 'bench',
  webRoot: join(root, 'apps/web/dist'),
  servingProgram: '',
  writeLog: () => undefined,
  print: () => undefined,
  onFatal: (reason) => {
    console.error(reason);
    process.exit(1);
  },
  admission: Object.fromEntries(LINES.map((line) => [line, ENDLESS])),
});
process.on('SIGTERM', () => void server.stop().then(() => process.exit()));
await server.start();
