import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endAll, run, start } from './run.mjs';

afterEach(() => vi.restoreAllMocks());

/** Signals that were sent, without looks whether somebody is there. */
const sent = (kill) => kill.mock.calls.filter(([, signal]) => signal !== 0);

describe('commands that scripts run [REL-131]', () => {
  it('get no signal once their group has ended: its number may be given to somebody else', async () => {
    const kill = vi.spyOn(process, 'kill');
    const { ended } = start('true', []);
    expect((await ended).code).toBe(0);
    await endAll();
    expect((await run('true', [])).code).toBe(0);
    expect(sent(kill)).toEqual([]);
  });

  it('end with what they started and left behind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'naru-run-'));
    const left = `trap 'echo ended > end; exit' TERM; echo > ready; while :; do sleep 0.02; done`;
    const script = `sh -c "${left}" > /dev/null 2>&1 & until [ -e ready ]; do sleep 0.02; done; echo done`;
    const kill = vi.spyOn(process, 'kill');
    const found = await run('sh', ['-c', script], { output: 'collect', cwd: folder });
    expect(found).toEqual({ code: 0, output: 'done\n' });
    expect(readFileSync(join(folder, 'end'), 'utf8')).toBe('ended\n');
    expect(sent(kill)[0]).toEqual([expect.any(Number), 'SIGTERM']);
    rmSync(folder, { recursive: true });
  });

  it('are ended when they take too long, and say so', async () => {
    const { code, output } = await run('sleep', ['60'], { output: 'collect', timeoutMs: 50 });
    expect(code).toBe(124);
    expect(output).toMatch(/Stopped after/);
  });

  it('that print themselves say so too', async () => {
    const print = vi.spyOn(console, 'error').mockReturnValue(undefined);
    expect((await run('sleep', ['60'], { timeoutMs: 50 })).code).toBe(124);
    expect(print).toHaveBeenCalledWith(expect.stringMatching(/Stopped after/));
  });
});
