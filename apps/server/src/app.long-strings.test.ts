import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { inputSchema } from './testing/contract/json-schemas.ts';
import { contractCalls } from './testing/matrix/mounted.ts';

/** Strings on which careless expressions go back and forth. */
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
/** Milliseconds for one field (quality PY-11). */
const BUDGET = 20;

const parts = [...contractCalls()].flatMap(([call, route]) =>
  [route.params, route.query, route.body].flatMap((schema) =>
    schema === undefined ? [] : [{ call, schema, names: inputSchema(schema).properties ?? {} }],
  ),
);

describe('very long strings in every field', () => {
  it.each(parts)('PY-11 $call', ({ schema, names }) => {
    for (const name of Object.keys(names)) {
      for (const text of STRINGS) {
        // The fastest of three: what else the machine does is not the field's fault.
        const times = [1, 2, 3].map(() => {
          const start = performance.now();
          z.safeParse(schema, { [name]: text });
          return performance.now() - start;
        });
        expect(Math.min(...times), `${name} ${text.slice(0, 4)}`).toBeLessThan(BUDGET);
      }
    }
  });
});
