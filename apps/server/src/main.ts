import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import packageJson from '../package.json' with { type: 'json' };
import { EnvError, readEnv } from './env.ts';
import { DatabaseStartError } from './platform/database/errors.ts';
import { loggableError } from './platform/error-log.ts';
import { type RunningServer, StartError, startServer } from './server.ts';

const STOP_MS = 12_000;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const env = readEnv(process.env);
  env.DATA_DIR = resolve(env.DATA_DIR);
  await mkdir(env.DATA_DIR, { recursive: true });
  const log = pino(
    { level: env.LOG_LEVEL, serializers: { err: loggableError } },
    pino.destination({ dest: 2, sync: false }),
  );
  const server = await startServer({
    env,
    log,
    version: packageJson.version,
    webRoot: fileURLToPath(new URL('../../web/dist', import.meta.url)),
    print,
    onFatal: (reason) => {
      log.fatal(reason);
      process.exitCode = 1;
      void stopOnce(server);
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void stopOnce(server));
  }
  process.on('uncaughtException', (error) => log.error({ err: error }, 'uncaught'));
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled'));
}

let stopping: Promise<void> | undefined;

/** Answers what is under way, then ends; after 12 s it ends anyway. */
function stopOnce(server: RunningServer): Promise<void> {
  stopping ??= (async () => {
    const late = setTimeout(() => process.exit(1), STOP_MS);
    await server.stop();
    clearTimeout(late);
    print('Stopped.');
    process.stdout.end();
    await once(process.stdout, 'close').catch(() => undefined);
    process.exit();
  })();
  return stopping;
}

main().catch((error: unknown) => {
  const isExpected =
    error instanceof EnvError || error instanceof DatabaseStartError || error instanceof StartError;
  const reason = isExpected ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`Naru cannot start: ${reason}\n`);
  process.exit(1);
});
