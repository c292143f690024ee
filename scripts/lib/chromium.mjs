import { existsSync } from 'node:fs';
import { PlainError, withProgress } from './progress.mjs';
import { run } from './run.mjs';

// Tests are headless anyway: Debian's headless build of Chromium needs a quarter less CPU for them.
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const ADVICE =
  'The browser tests need Chromium or Google Chrome. Install it (Debian: sudo apt-get install chromium-headless-shell), or name its program in CHROMIUM_PATH.';

function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  return PLACES.find((path) => existsSync(path));
}

async function aptGet(...args) {
  const { code, output } = await run('apt-get', args, {
    output: 'collect',
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (code !== 0) throw new PlainError(`${output}\n${ADVICE}`);
}

/** Returns the path of a Chromium. Root on Debian gets it installed, other users an instruction. */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (process.env.CHROMIUM_PATH || !canInstall) throw new PlainError(ADVICE);
  await withProgress('Installing Chromium (apt-get)', async () => {
    await aptGet('update', '-q');
    await aptGet('install', '-y', '-q', '--no-install-recommends', 'chromium-headless-shell');
  });
  const installed = findChromium();
  if (!installed) throw new PlainError(ADVICE);
  return installed;
}
