import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Writes files to a folder as fast as it can, and does not end when it is asked to. */
const STUBBORN = `process.on('SIGTERM', () => undefined);
  const { mkdirSync, writeFileSync } = require('node:fs');
  for (let n = 0; ; n += 1) {
    mkdirSync(process.argv[1], { recursive: true });
    writeFileSync(process.argv[1] + '/' + n % 1000, '');
  }`;

const bench = `const { spawn } = await import('node:child_process');
  const { runBench } = await import('${new URL('run-bench.mjs', import.meta.url)}');
  await runBench(async ({ path }) => {
    const child = spawn(process.execPath, ['-e', ${JSON.stringify(STUBBORN)}, path + '/made']);
    console.log(child.pid);
    await new Promise(() => setInterval(() => undefined, 1000));
  });`;

/** A process that has ended remains until its new parent reaps it. */
function runs(pid) {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

it.runIf(process.platform === 'linux')(
  'an interrupted run ends processes that are no group of their own, then removes its files [REL-131]',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'naru-bench-'));
    const run = spawn(process.execPath, ['--input-type=module', '-e', bench], {
      env: { ...process.env, TMPDIR: folder },
    });
    const [line] = await once(run.stdout, 'data');
    const made = () => readdirSync(folder).some((name) => existsSync(join(folder, name, 'made')));
    while (!made()) await new Promise((resolve) => setImmediate(resolve));
    run.kill('SIGTERM');
    const [code] = await once(run, 'exit');
    expect(code).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
    while (runs(Number(line))) await new Promise((resolve) => setImmediate(resolve));
    await rm(folder, { recursive: true, force: true });
  },
);
