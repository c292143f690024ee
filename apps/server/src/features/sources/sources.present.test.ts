import { expect, it } from 'vitest';
import { presentSource } from './sources.present.ts';

const now = new Date('2026-11-20T00:00:00Z');
const row = {
  config: {},
  faults: [{}, {}],
  isAsked: false,
  leaseUntil: null,
  nextRunAt: now,
  lastRunAt: null,
  lastSuccessAt: now,
};
const present = (values: object) => presentSource({ ...row, ...values } as never, now);

it.each([
  ['a quiet one', {}, false],
  ['one that is asked for', { isAsked: true }, true],
  ['one at work', { leaseUntil: new Date(now.getTime() + 1) }, true],
  ['one that was lost', { leaseUntil: now }, false],
])('says whether a source runs: %s', (_name, values, isRunning) => {
  const shown = { isRunning, lastRunAt: null, lastSuccessAt: '2026-11-20T09:00:00+09:00' };
  expect(present(values)).toMatchObject({ ...shown, faultCount: 2 });
});
