import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXPENSIVE } from '../testing/costs/expensive-bodies.ts';
import { FULL, fillSite, SMALL } from '../testing/costs/full-site.ts';
import { allInputs, type Cost, measureCosts } from '../testing/costs/measure-costs.ts';
import { createFuzzApp } from '../testing/fuzz/fuzz-world.ts';
import { BODY_MAX, LARGE } from '../testing/fuzz/properties.ts';
import { contractCalls } from '../testing/matrix/mounted.ts';
import { startMatrixProvider, stopMatrixProvider } from '../testing/matrix/provider-requests.ts';
import { NAMED_SITE } from '../testing/matrix/second-factor-requests.ts';
import { createWorld } from '../testing/matrix/world.ts';
import type { TestApp } from '../testing/test-app.ts';

/** `npm run bench -- costs` sets these: a large site, each input several times, and the file for the figures. */
const { COSTS_REPORT, COSTS_TIMES = '1', COSTS_ONLY = '' } = process.env;
const HOURS = 3_600_000;
/** Erasing an account and its export look at all tables; the others send fewer. */
const STATEMENTS_MAX = 90;
/** From these on a call belongs to `EXPENSIVE`. */
const LARGE_BYTES = 200 * 1024;
const MANY_STATEMENTS = 40;

const limitOf = (call: string) => (call in LARGE ? Number.POSITIVE_INFINITY : BODY_MAX);

function inputsToSend() {
  if (COSTS_REPORT !== undefined) {
    return allInputs().filter(({ call }) => call.includes(COSTS_ONLY));
  }
  return allInputs().filter(({ call, input }) =>
    EXPENSIVE.some(([other, what]) => other === call && what === input.what),
  );
}

let t: TestApp;
let costs: Cost[];
beforeAll(async () => {
  t = await createFuzzApp({ ...NAMED_SITE, ...(await startMatrixProvider()) });
  const isMeasured = COSTS_REPORT !== undefined;
  const site = await fillSite(await createWorld(t), isMeasured ? FULL : SMALL);
  costs = await measureCosts(site, inputsToSend(), Number(COSTS_TIMES));
  if (isMeasured) await writeFile(COSTS_REPORT, JSON.stringify(costs));
}, HOURS);
afterAll(() => Promise.all([t.close(), stopMatrixProvider()]));

describe('the inputs', () => {
  it('are at least one of every call [LIMIT-09]', () => {
    const known = new Set(allInputs().map(({ call }) => call));
    expect([...contractCalls().keys()].filter((call) => !known.has(call))).toEqual([]);
  });

  it('contain each of the expensive ones [LIMIT-09]', () => {
    const known = new Set(allInputs().map(({ call, input }) => `${call} ${input.what}`));
    expect(EXPENSIVE.filter(([call, what]) => !known.has(`${call} ${what}`))).toEqual([]);
  });

  it.runIf(COSTS_REPORT !== undefined)('of calls that cost much are named as expensive', () => {
    const named = new Set(EXPENSIVE.map(([call]) => call));
    const missing = costs.filter(
      ({ call, responseBytes, statements }) =>
        (responseBytes >= LARGE_BYTES || statements >= MANY_STATEMENTS) && !named.has(call),
    );
    expect(missing.map(({ call, what }) => [call, what])).toEqual([]);
  });
});

describe('the most expensive inputs', () => {
  it('are accepted, or refused for the expected reason [LIMIT-09]', () => {
    expect(costs.length).toBeGreaterThan(0);
    const refused = costs.filter(({ status, refusal }) => status >= 400 && refusal === '');
    expect(refused.map(({ call, what, response }) => [call, what, response])).toEqual([]);
  });

  it('get a response of at most 256 KB, unless it is a file [LIMIT-14]', () => {
    const large = costs.filter(({ call, responseBytes }) => responseBytes > limitOf(call));
    expect(large.map(({ call, what, responseBytes }) => [call, what, responseBytes])).toEqual([]);
  });

  it('send no more statements than a call with many rows needs [LIMIT-09]', () => {
    const many = costs.filter(({ statements }) => statements > STATEMENTS_MAX);
    expect(many.map(({ call, what, statements }) => [call, what, statements])).toEqual([]);
  });
});
