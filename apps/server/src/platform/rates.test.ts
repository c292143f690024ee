import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readEnv } from '../config/env.ts';
import { DEFAULT_RATES, MEMBER_RATES, memberRatesOf, RATE_NAMES, requestRatesOf } from './rates.ts';

const settingsOf = (text: string) => readEnv({ RATE_LIMITS: text }).RATE_LIMITS;

it('are the defaults without a setting [LIMIT-02, LIMIT-08]', () => {
  const none = settingsOf('');
  expect(requestRatesOf(none)).toEqual(DEFAULT_RATES);
  expect(memberRatesOf(none)).toEqual(MEMBER_RATES);
});

it('have the counts that RATE_LIMITS sets, by name [LIMIT-08]', () => {
  const set = settingsOf(' comments=7, write=120,');
  expect(memberRatesOf(set)).toEqual({ ...MEMBER_RATES, comments: { max: 7, seconds: 60 } });
  expect(requestRatesOf(set)).toEqual({ ...DEFAULT_RATES, write: 120 });
});

it('have names of their own', () => {
  expect(new Set(RATE_NAMES).size).toBe(RATE_NAMES.length);
});

it('stand in docs/operations/limits.md with their counts [LIMIT-08]', async () => {
  const file = new URL('../../../../docs/operations/limits.md', import.meta.url);
  const rows = new Map(
    [...(await readFile(file, 'utf8')).matchAll(/^\| `(\w+)` \| ([\d,]+) /gm)].map(
      ([, name, count]) => [name, Number(count?.replaceAll(',', ''))],
    ),
  );
  const limits = Object.entries(MEMBER_RATES).map(([name, { max }]) => [name, max] as const);
  expect(rows).toEqual(new Map([...Object.entries(DEFAULT_RATES), ...limits]));
});
