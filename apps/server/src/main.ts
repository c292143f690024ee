import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from '../package.json' with { type: 'json' };
import { StartError } from './boot/listen.ts';
import { createServer, type Server, StopRequested } from './boot/server.ts';
import { stopTimes } from './boot/stop-times.ts';
import { EnvError, readEnv } from './config/env.ts';
import { readCommit } from './platform/commit.ts';
import { DatabaseStartError } from './platform/database/errors.ts';
import { createLog, createLogOutput } from './platform/log.ts';

/** Printed as one sentence, without a stack. */
const EXPECTED = [EnvError, DatabaseStartError, StartError];

/** Bundled, all programs lie in one folder. */
const SERVING = import.meta.url.endsWith('.ts')
  ? './boot/serving-process.ts'
  : './serving-process.js';

const print = (line: string) => process.stdout.write(`${line}\n`);

let stopping: Promise<void> | undefined;

/** Drains, completes running requests, then exits; after `lateMs` at the latest. */
function stopOnce(server: Server, lateMs: number): Promise<void> {
  stopping ??= (async () => {
    const late = setTimeout(() => process.exit(1), lateMs);
    await server.stop();
    clearTimeout(late);
    process.stdout.write('Stopped.\n', () => process.exit());
  })();
  return stopping;
}

async function main(): Promise<void> {
  const env = readEnv(process.env);
  env.DATA_DIR = resolve(env.DATA_DIR);
  // On a terminal the log goes to stderr without requests, which would bury the important lines.
  const isTerminal = process.stderr.isTTY === true;
  const output = await createLogOutput(env.LOG_LEVEL, isTerminal);
  const log = createLog(env.LOG_LEVEL, output);
  const { server: lateMs } = stopTimes(env.DRAIN_SECONDS);
  const server = createServer({
    env,
    log,
    requestLevel: isTerminal ? 'debug' : 'info',
    version: packageJson.version,
    commit: readCommit(new URL('./commit', import.meta.url)),
    webRoot: fileURLToPath(new URL('../../web/dist', import.meta.url)),
    servingProgram: fileURLToPath(new URL(SERVING, import.meta.url)),
    writeLog: (lines) => output.write(lines),
    print,
    onFatal: (reason) => {
      log.fatal(reason);
      process.exitCode = 1;
      void stopOnce(server, lateMs);
    },
  });
  // Installed before the start: a signal during it must not leave a database running.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stopOnce(server, lateMs));
  }
  process.on('uncaughtException', (error) => log.error({ err: error }, 'uncaught exception'));
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  await server.start();
}

main().catch((error: unknown) => {
  if (error instanceof StopRequested) return;
  const isExpected = EXPECTED.some((kind) => error instanceof kind);
  const stack = error instanceof Error ? error.stack : String(error);
  const reason = isExpected && error instanceof Error ? error.message : stack;
  process.stderr.write(`Naru cannot start: ${reason}\n`, () => process.exit(1));
});
