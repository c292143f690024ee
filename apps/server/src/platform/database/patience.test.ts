import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { createPatience } from './patience.ts';
import { passingTrouble } from './query-errors.ts';

const refused = () =>
  Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });

function setUp(options: { lineMs?: number; onWait?: () => Promise<unknown> } = {}) {
  const print = vi.fn<(line: string) => void>();
  const stopping = new AbortController();
  const patience = createPatience({
    database: 'the database',
    print,
    signal: stopping.signal,
    pausesMs: { away: 1, readOnly: 1, full: 1 },
    ...options,
  });
  return { print, stopping, patience, lines: () => print.mock.calls.map(([line]) => line) };
}

/** A step that fails this many times. */
function failing(times: number, error: () => Error) {
  return vi.fn(async () => {
    times -= 1;
    if (times >= 0) throw error();
    return 'done';
  });
}

describe('the patience of a start', () => {
  it('repeats a step until it succeeds, and prints few lines [REL-160]', async () => {
    const { patience, lines } = setUp();
    const step = failing(50, () => new Error('not usable', { cause: refused() }));
    expect(await patience.until(step)).toBe('done');
    expect(step).toHaveBeenCalledTimes(51);
    expect(lines()).toEqual([
      'Waiting for the database: connect ECONNREFUSED 127.0.0.1:1. The start goes on by itself.',
      expect.stringMatching(/^The wait is over after \d+ s\.$/),
    ]);
    expect(patience.isWaiting()).toBe(false);
  });

  it('goes on printing once in a while [REL-160]', async () => {
    const { patience, lines } = setUp({ lineMs: 0 });
    await patience.until(failing(3, refused));
    expect(lines()).toEqual([
      expect.stringMatching(/^Waiting for the database: /),
      expect.stringMatching(/^Still waiting after \d+ s for the database: /),
      expect.stringMatching(/^Still waiting after \d+ s for the database: /),
      expect.stringMatching(/^The wait is over/),
    ]);
  });

  it('does not repeat what no wait mends, and ends with what the listener throws', async () => {
    const { patience, lines } = setUp();
    const step = failing(1, () => Object.assign(new Error('password'), { code: '28P01' }));
    await expect(patience.until(step)).rejects.toThrow('password');
    expect(step).toHaveBeenCalledTimes(1);
    expect(lines()).toEqual([]);
    const other = setUp({ onWait: () => Promise.reject(new Error('PORT is taken')) });
    await expect(other.patience.until(failing(1, refused))).rejects.toThrow('PORT is taken');
  });

  it('ends with the reason of its signal [REL-160]', async () => {
    const { patience, stopping } = setUp({ onWait: async () => stopping.abort(new Error('stop')) });
    await expect(patience.until(failing(9, refused))).rejects.toThrow('stop');
  });
});

describe('what may pass by itself', () => {
  const sqlState = (code: string) => Object.assign(new pg.DatabaseError('x', 1, 'error'), { code });
  const errno = (code: string) => Object.assign(new Error('x'), { code });

  it.each([
    ['the database starts', sqlState('57P03'), 'away'],
    ['too many connections', sqlState('53300'), 'away'],
    ['an unknown host', errno('ENOTFOUND'), 'away'],
    ['a name server that is away', errno('EAI_AGAIN'), 'away'],
    ['a network that is away', errno('EHOSTUNREACH'), 'away'],
    ['a database that hangs', new Error('timeout expired'), 'away'],
    ['a standby', sqlState('25006'), 'readOnly'],
    ['a full disk of the database', sqlState('53100'), 'full'],
    ['a full disk', new Error('x', { cause: errno('ENOSPC') }), 'full'],
    ['a wrong password', sqlState('28P01'), null],
    ['an unknown database', sqlState('3D000'), null],
    ['a missing right', sqlState('42501'), null],
    ['a statement that takes too long', sqlState('57014'), null],
    ['a folder of somebody else', errno('EACCES'), null],
  ])('%s [REL-160, REL-161]', (_, error, expected) => {
    expect(passingTrouble(error)).toBe(expected);
  });
});
