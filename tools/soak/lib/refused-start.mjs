import { freePort } from '../../../scripts/lib/built-server.mjs';
import { run } from '../../../scripts/lib/run.mjs';
import { startScript } from './site.mjs';

const PATIENCE_MS = 60_000;
/** A line of a stack, or an error that says its class. */
const STACK = /^\s+at |\.(ts|js|mjs):\d+:\d+|Error: /m;

/** Starts what should not start; resolves with its exit code, last line, time, and whether it shows a stack. */
export async function startRefused({ dataDir, env }) {
  const began = performance.now();
  const { code, output } = await run(process.execPath, startScript, {
    output: 'collect',
    timeoutMs: PATIENCE_MS,
    env: {
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      DEMO: 'off',
      LOG_LEVEL: 'error',
      WORKERS: '1',
      ...env,
    },
  });
  const [line = ''] = output.split('\n').filter((text) => text.startsWith('Naru cannot start'));
  return { code, line, ms: performance.now() - began, showsStack: STACK.test(output), output };
}
