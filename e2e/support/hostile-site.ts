import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { HostileSite } from '../../apps/server/src/testing/injection/hostile-site.ts';

const PROGRAM = fileURLToPath(
  new URL('../../apps/server/src/testing/injection/serve.ts', import.meta.url),
);
const TSX = fileURLToPath(new URL('../../node_modules/tsx/dist/cli.mjs', import.meta.url));

/** Starts a site whose every text field has a hostile text; `round` chooses which. */
export async function startHostileSite(round: number) {
  const child = spawn(process.execPath, [TSX, PROGRAM, String(round)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR },
  });
  const lines = createInterface({ input: child.stdout });
  const stop = async () => {
    const gone = once(child, 'exit');
    child.stdin.end();
    await gone;
  };
  for await (const line of lines) {
    const site: HostileSite = JSON.parse(line);
    return { ...site, stop };
  }
  throw new Error('The site with hostile texts did not start.');
}
