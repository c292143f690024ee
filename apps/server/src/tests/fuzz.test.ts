import { writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFuzzApp } from '../testing/fuzz/fuzz-world.ts';
import { type Report, writeReport } from '../testing/fuzz/report.ts';
import { runFuzz } from '../testing/fuzz/run-fuzz.ts';
import { INVARIANT_NAMES } from '../testing/invariants.ts';
import { contractCalls } from '../testing/matrix/mounted.ts';
import { isShort } from '../testing/pairs.ts';

/** `npm run fuzz` sets these; tests always send the same cases, `npm test` the first of them. */
const CASES = isShort ? '3200' : '5000';
const { FUZZ_CASES = CASES, FUZZ_SEED = '20261120', FUZZ_ONLY, FUZZ_REPORT } = process.env;
const HOURS = 6 * 3_600_000;

let report: Report;
beforeAll(async () => {
  report = await runFuzz(createFuzzApp, {
    cases: Number(FUZZ_CASES),
    seed: Number(FUZZ_SEED),
    ...(FUZZ_ONLY !== undefined && { only: FUZZ_ONLY }),
    ...(FUZZ_REPORT !== undefined && { progress: (done) => console.log(`${done} cases`) }),
  });
  if (FUZZ_REPORT !== undefined) await writeFile(FUZZ_REPORT, writeReport(report, INVARIANT_NAMES));
}, HOURS);

describe('valid, nearly valid and hostile requests of every role to every call', () => {
  it.runIf(FUZZ_ONLY === undefined)('reach every call [INPUT-11]', () => {
    const reached = report.calls.map(({ name }) => name);
    expect(reached.toSorted()).toEqual([...contractCalls().keys()].toSorted());
  });

  it.runIf(FUZZ_ONLY === undefined)('are accepted and refused alike [INPUT-11]', () => {
    const statuses = report.calls.flatMap((call) => [...call.statuses]);
    const countOf = (from: number) =>
      statuses
        .filter(([status]) => status >= from && status < from + 100)
        .reduce((sum, [, count]) => sum + count, 0);
    expect(countOf(200) / report.cases).toBeGreaterThan(0.2);
    expect(countOf(400) / report.cases).toBeGreaterThan(0.2);
  });

  it('get a small response in time, errors of the catalogue, and hold no other up [INPUT-11]', () => {
    expect(report.faults).toEqual([]);
  });

  it('leave the database whole [INPUT-21]', () => {
    expect(report.broken).toEqual([]);
    expect(report.batches).toBeGreaterThan(0);
  });
});
