import './lib/require-node.mjs';

const { existsSync, readFileSync } = await import('node:fs');
const { join } = await import('node:path');
const { ensureInstalled } = await import('./lib/install.mjs');
const { exitWith, PlainError } = await import('./lib/progress.mjs');
const { endOnSignals, runTool } = await import('./lib/run.mjs');
const { makeTempFolder, testFilesParent } = await import('./lib/temp-folder.mjs');

const USAGE = `Usage: npm run fuzz [-- <cases> [<seed> ['METHOD /path']]]
       npm run fuzz -- reveals [<orders> [<seed>]]
       npm run fuzz -- files [<files> [<seed>]]`;
/** Requests to all calls, orders of what may happen around the reveal of an author, or hostile and damaged files. */
const REQUESTS = { file: 'apps/server/src/tests/fuzz.test.ts', cases: '100000' };
const OTHERS = {
  reveals: { file: 'apps/server/src/features/moderation/reveals.orders.test.ts', cases: '2000' },
  files: { file: 'hostile-files.whole.test', cases: '1000' },
};
const LIMIT_MS = 6 * 60 * 60_000;

const words = process.argv.slice(2);
const other = Object.hasOwn(OTHERS, words[0] ?? '') ? OTHERS[words[0]] : undefined;
const kind = other ?? REQUESTS;
const numbers = other === undefined ? words : words.slice(1);
const [cases = kind.cases, seed = String(Date.now() % 2 ** 31), only] = numbers;

endOnSignals();
if (!/^[1-9]\d{0,7}$/.test(cases) || !/^\d{1,10}$/.test(seed)) exitWith(new PlainError(USAGE));
await ensureInstalled().catch(exitWith);
const temp = makeTempFolder(testFilesParent());
process.on('exit', () => temp.remove());
const report = join(temp.path, 'report.txt');
console.log(`${cases} cases, seed ${seed}`);
const { code } = await runTool(
  'vitest/vitest.mjs',
  ['run', '--disable-console-intercept', '--maxWorkers=1', kind.file],
  {
    timeoutMs: LIMIT_MS,
    env: {
      CI: 'true',
      NODE_ENV: 'test',
      TMPDIR: temp.path,
      FUZZ_CASES: cases,
      FUZZ_SEED: seed,
      FUZZ_REPORT: report,
      ...(only !== undefined && { FUZZ_ONLY: only }),
    },
  },
);
if (existsSync(report)) console.log(readFileSync(report, 'utf8'));
process.exit(code);
