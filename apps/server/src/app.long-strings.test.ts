import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { inputSchema } from './testing/contract/json-schemas.ts';
import { contractCalls } from './testing/matrix/mounted.ts';

/** Strings that make vulnerable regular expressions backtrack. */
const LENGTH = 100_000;
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

const parts = [...contractCalls()].flatMap(([call, route]) =>
  [route.params, route.query, route.body].flatMap((schema) =>
    schema === undefined ? [] : [{ call, schema, names: inputSchema(schema).properties ?? {} }],
  ),
);

describe('very long strings in every field', () => {
  // A backtracking expression would need hours here, far beyond the test's timeout.
  it.each(parts)('$call [INPUT-10]', ({ schema, names }) => {
    for (const name of Object.keys(names)) {
      for (const text of STRINGS) {
        expect(() => z.safeParse(schema, { [name]: text }), name).not.toThrow();
      }
    }
  });
});
