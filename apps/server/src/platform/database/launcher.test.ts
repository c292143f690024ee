import { expect, it } from 'vitest';
import { movedTime } from './launcher.ts';

it.each([
  [{}, {}],
  [{ LD_PRELOAD: '/usr/lib/libjemalloc.so.2', FAKETIME: '+1d' }, {}],
  [{ LD_PRELOAD: '/usr/lib/faketime/libfaketime.so.1:/tmp/other.so' }, {}],
  [
    { LD_PRELOAD: '/usr/lib/faketime/libfaketime.so.1', FAKETIME: '+1d', PGPORT: '1' },
    { LD_PRELOAD: '/usr/lib/faketime/libfaketime.so.1', FAKETIME: '+1d' },
  ],
])(
  'the database gets the time that libfaketime moves, and nothing else, of %j [REL-163]',
  (env, given) => {
    expect(movedTime(env)).toEqual(given);
  },
);
