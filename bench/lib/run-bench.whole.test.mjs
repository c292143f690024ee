import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PlainError } from '../../scripts/lib/progress.mjs';
import { median, percentile } from './numbers.mjs';
import { numbersFrom } from './run-bench.mjs';

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

describe('the numbers after a name', () => {
  const defaults = { posts: 1_000, seconds: 60 };

  it('replace defaults in their order', () => {
    expect(numbersFrom([], defaults)).toEqual(defaults);
    expect(numbersFrom(['20'], defaults)).toEqual({ posts: 20, seconds: 60 });
    expect(numbersFrom(['20', '5'], defaults)).toEqual({ posts: 20, seconds: 5 });
  });

  it('are those of a small run after its word, where others may stand in their place [GATE-102]', () => {
    expect(numbersFrom(['small'], defaults, { posts: 10 })).toEqual({ posts: 10, seconds: 60 });
    expect(numbersFrom(['small', '7'], defaults, { posts: 10 })).toEqual({ posts: 7, seconds: 60 });
    expect(() => numbersFrom(['7', 'small'], defaults, { posts: 10 })).toThrow(PlainError);
  });

  it('are refused when they are none, or too many', () => {
    for (const words of [['many'], ['0'], ['-1'], ['1.5'], ['1e9'], [''], ['1', '2', '3']]) {
      expect(() => numbersFrom(words, defaults)).toThrow(PlainError);
    }
    expect(() => numbersFrom(['many'], defaults)).toThrow('many');
    expect(() => numbersFrom(['many'], defaults)).toThrow('[posts] [seconds]');
  });
});

describe('percentiles', () => {
  it('are the smallest number that so large a share does not exceed', () => {
    const numbers = [50, 10, 40, 20, 30];
    expect(median(numbers)).toBe(30);
    expect(percentile(numbers, 0)).toBe(10);
    expect(percentile(numbers, 0.2)).toBe(10);
    expect(percentile(numbers, 0.21)).toBe(20);
    expect(percentile(numbers, 0.99)).toBe(50);
    expect(percentile(numbers, 1)).toBe(50);
    expect(numbers).toEqual([50, 10, 40, 20, 30]);
  });

  it('of even numbers are one of them, and of none not a number', () => {
    expect(median([1, 2, 3, 4])).toBe(2);
    expect(median([])).toBeNaN();
  });
});
