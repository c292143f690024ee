import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCostsPage } from './testing/costs/costs-page.ts';
import { FULL, fillSite, SMALL } from './testing/costs/full-site.ts';
import { allInputs, type Cost, measureCosts } from './testing/costs/measure-costs.ts';
import { createFuzzApp } from './testing/fuzz/fuzz-world.ts';
import { BODY_MAX, HELD_MAX_MS, LARGE } from './testing/fuzz/properties.ts';
import { contractCalls } from './testing/matrix/mounted.ts';
import { startMatrixProvider, stopMatrixProvider } from './testing/matrix/provider-requests.ts';
import { NAMED_SITE } from './testing/matrix/second-factor-requests.ts';
import { createWorld } from './testing/matrix/world.ts';
import type { TestApp } from './testing/test-app.ts';

/** `npm run bench -- costs` sets these: a large site, each input several times, and the file for the figures. */
const { COSTS_REPORT, COSTS_TIMES = '1', COSTS_ONLY = '' } = process.env;
const HOURS = 3_600_000;
/** Erasing an account and its export look at all tables; the others send fewer. */
const STATEMENTS_MAX = 80;
/** Calls that are sent again without times: those that the page shows as expensive. */
const EXPENSIVE = { heldMs: 22, responseKb: 200, statements: 40 };

const limitOf = (call: string) => (call in LARGE ? Number.POSITIVE_INFINITY : BODY_MAX);

const page = readCostsPage(
  await readFile(new URL('../../../docs/costs.md', import.meta.url), 'utf8'),
);

function inputsToSend() {
  if (COSTS_REPORT !== undefined) {
    return allInputs().filter(({ call }) => call.includes(COSTS_ONLY));
  }
  const sent = page.rows.filter(
    ({ heldMs, responseKb, statements }) =>
      heldMs >= EXPENSIVE.heldMs ||
      responseKb >= EXPENSIVE.responseKb ||
      statements >= EXPENSIVE.statements,
  );
  return allInputs().filter(({ call, input }) =>
    sent.some((row) => row.call === call && row.what === input.what),
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

describe('the page of costs', () => {
  it.skipIf(COSTS_REPORT !== undefined)('has a row for every call, and no other [LIMIT-09]', () => {
    const calls = page.rows.map(({ call }) => call);
    const missing = [...contractCalls().keys()].filter((call) => !calls.includes(call));
    expect(missing, "npm run bench -- costs '<call>' adds it").toEqual([]);
    expect(calls.filter((call) => !contractCalls().has(call))).toEqual([]);
  });

  it.skipIf(COSTS_REPORT !== undefined)('has no call above its limits [LIMIT-09, LIMIT-14]', () => {
    const above = page.rows.filter(
      ({ call, heldMs, responseKb, statements }) =>
        !(heldMs <= HELD_MAX_MS) ||
        responseKb * 1024 > limitOf(call) ||
        !(statements <= STATEMENTS_MAX),
    );
    expect(above).toEqual([]);
  });

  it.skipIf(COSTS_REPORT !== undefined)('gives a reason for each refusal [LIMIT-09]', () => {
    const expected = allInputs().filter(({ input }) => input.refusal !== null);
    const known = new Set(expected.map(({ call, input }) => `${call} ${input.what}`));
    const others = page.refused.filter(({ call, what }) => !known.has(`${call} ${what}`));
    expect(others).toEqual([]);
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
