/**
 * `npm run upgrade`: builds a version beside the running one, changes over, and goes back when it is not healthy.
 * This program only fetches the version and starts the script of the same name there, with `--in`: what is to be
 * done is decided by the new version.
 */
import './lib/require-node.mjs';

const { parseArgs } = await import('node:util');
const { exitWith, PlainError } = await import('./lib/progress.mjs');
const { enterCurrent } = await import('./lib/releases.mjs');
const { home, root } = await import('./lib/root.mjs');
const { endOnSignals } = await import('./lib/run.mjs');

const USAGE = `Usage: npm run upgrade [-- <tag, branch or commit>] [--check] [--back]
  --check            says what would happen, and changes nothing
  --back             goes back to the version before
  --unit <name>      the unit of systemd (naru)
  --restart <line>   a command that restarts the site, where it is no unit of systemd
  --wait <seconds>   how long the new version may take to be healthy (300)
  --no-fetch         takes what the repository has
  --skip-releases    passes over releases: going back may then need a restore`;

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        check: { type: 'boolean', default: false },
        back: { type: 'boolean', default: false },
        unit: { type: 'string', default: 'naru' },
        restart: { type: 'string' },
        wait: { type: 'string', default: '300' },
        'no-fetch': { type: 'boolean', default: false },
        'skip-releases': { type: 'boolean', default: false },
        in: { type: 'string' },
      },
    });
    const wait = Number(values.wait);
    if (positionals.length > 1 || !(wait >= 1 && wait <= 86_400)) throw new PlainError(USAGE);
    return { ...values, wait, target: positionals[0] };
  } catch {
    throw new PlainError(USAGE);
  }
}

async function main() {
  const options = readOptions();
  // The second half, in the new version.
  if (options.in !== undefined || options.back) {
    const { changeOver, goBack } = await import('./lib/upgrade/change-over.mjs');
    const base = options.in ?? home;
    return options.back ? goBack(base, options) : changeOver(base, root, options);
  }
  const { fetchVersion } = await import('./lib/upgrade/fetch-version.mjs');
  return fetchVersion(home, options);
}

if (!(await enterCurrent('upgrade.mjs'))) {
  endOnSignals();
  // The account of the site reads what root makes here.
  process.umask(0o022);
  process.exitCode = await main().catch(exitWith);
}
