import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { root } from './root.mjs';
import { benchNames, runSmallBenches } from './small-benches.mjs';

afterEach(() => vi.restoreAllMocks());

describe('the small forms of the benchmarks [GATE-102]', () => {
  it('are run for every name that the table of bench/README.md lists', () => {
    const page = readFileSync(join(root, 'bench', 'README.md'), 'utf8');
    const listed = [...page.matchAll(/^\| `([a-z-]+)/gm)].map(([, name]) => name);
    expect(benchNames().sort()).toEqual(listed.sort());
  });

  it('all run though one fails, whose output is printed', async () => {
    vi.spyOn(console, 'log').mockReturnValue();
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    const ran = [];
    const work = async (name) => {
      ran.push(name);
      return { code: name === 'calls' ? 1 : 0, output: 'why it failed' };
    };
    const all = benchNames();
    expect(await runSmallBenches({}, work)).toEqual({ passed: all.length - 1, failed: 1 });
    expect(ran).toEqual(all);
    expect(printed.mock.calls).toEqual([[expect.stringMatching(/^why it failed\nbench calls/)]]);
  });
});
