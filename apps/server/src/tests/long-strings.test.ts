import { lectureBody } from '@naru/contract/lecture-fields';
import { LIMITS } from '@naru/contract/limits';
import type { Schema } from '@naru/contract/route';
import { countSegments } from '@naru/contract/text.fixture';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { inputSchema } from '../testing/contract/json-schemas.ts';
import { contractCalls } from '../testing/matrix/mounted.ts';

/** Strings that make vulnerable regular expressions backtrack. */
const LENGTH = 100_000;
/** Graphemes of the longest field that is counted. */
const LONGEST_FIELD = Math.max(LIMITS.chatMessageMax, LIMITS.inquiryMax);
const STRINGS = [
  'a',
  ' ',
  'a@',
  'a.',
  '@a.',
  '<',
  '0',
  '\u1112\u1161\u11ab',
  'e\u0301\u0327',
  '\ud83d\udc68\u200d',
].flatMap((part) => {
  const long = part.repeat(Math.floor(LENGTH / part.length));
  return [long, `${long}!`, ` ${long}\0`];
});

type Steps = ReturnType<typeof countSegments>;

interface Part {
  schema: Schema;
  names: string[];
}

const calls = [...contractCalls()].map(([call, route]) => ({
  call,
  parts: [route.params, route.query, route.body].flatMap((schema): Part[] =>
    schema === undefined
      ? []
      : [{ schema, names: Object.keys(inputSchema(schema).properties ?? {}) }],
  ),
}));

/** A backtracking expression would need hours here, far beyond the test's timeout. */
function expectNoBacktracking({ schema, names }: Part): void {
  for (const name of names) {
    for (const text of STRINGS) {
      expect(() => z.safeParse(schema, { [name]: text }), name).not.toThrow();
    }
  }
}

/** Normalising takes quadratic time in a run of combining marks. */
function expectShortNormalised({ schema, names }: Part): void {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  for (const name of names) {
    z.safeParse(schema, {
      [name]: `a${'\u0301'.repeat(LENGTH / 2)}${'\u0316'.repeat(LENGTH / 2)}`,
    });
  }
  const lengths = normalize.mock.contexts.map((text) => String(text).length);
  expect(Math.max(0, ...lengths)).toBeLessThan(LENGTH);
  normalize.mockClear();
  for (const name of names) {
    for (const marks of [31, 60, 240, 2_000, 20_000]) {
      z.safeParse(schema, { [name]: `a${'\u0301\u0316'.repeat(marks).slice(0, marks)}` });
    }
  }
  const texts = normalize.mock.contexts.map(String);
  expect(texts.filter((text) => /\p{M}{31}/u.test(text))).toEqual([]);
  normalize.mockRestore();
}

function expectFewGraphemes(steps: Steps, { schema, names }: Part): void {
  for (const name of names) {
    for (const text of ['a'.repeat(24_000), '😀'.repeat(12_000), 'e\u0323'.repeat(12_000)]) {
      steps.mockClear();
      z.safeParse(schema, { [name]: text });
      expect(steps.mock.calls.length, name).toBeLessThanOrEqual(LONGEST_FIELD * 1.1);
      expect(Math.max(0, ...steps.mock.calls.map(([length]) => length))).toBeLessThanOrEqual(300);
    }
  }
}

describe('very long strings in every field', () => {
  it.each(calls)(
    '$call takes no long to refuse them, normalises no long run of marks and reads few graphemes [INPUT-10, INPUT-19, INPUT-20]',
    ({ parts }) => {
      for (const part of parts) {
        expectNoBacktracking(part);
        expectShortNormalised(part);
      }
      const steps = countSegments();
      for (const part of parts) expectFewGraphemes(steps, part);
    },
  );

  it('are refused as a day of a lecture before it is normalised [INPUT-10]', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    const day = '월'.repeat(LENGTH);
    const lecture = { lectureTimes: [{ day, start: 1, end: 2 }] };
    expect(z.safeParse(lectureBody, lecture).success).toBe(false);
    expect(normalize.mock.contexts.map(String)).not.toContain(day);
  });
});
