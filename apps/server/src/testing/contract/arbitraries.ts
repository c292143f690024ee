import fc from 'fast-check';
import { alternatives, type JsonSchema } from './json-schemas.ts';

/** Texts that commonly break servers. */
const NASTY = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  'NaN',
  'null',
  '\0',
  '\ud800',
  '\u202e',
  '𝒳'.repeat(300),
  "' or 1=1 --",
  '%',
  '\\',
  '$1',
  '#{7*7}',
  '{{7*7}}',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'ㅎㅏㄴ글 한글',
  '__proto__',
  '가'.repeat(2000),
];

const words = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.constantFrom('FREE', 'secret', 'title', 'oldest', 'ON_SALE') },
);
const numbers = fc.oneof(
  fc.integer({ min: -2, max: 60 }),
  fc.maxSafeInteger(),
  fc.double(),
  fc.constantFrom(2 ** 31, 2 ** 53, 2 ** 63, -0),
);

/** Mostly values of the right shape, sometimes anything. */
export function inputOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const right = fc.oneof(...alternatives(schema).map(shapeOf));
  return fc.oneof({ weight: 6, arbitrary: right }, { weight: 1, arbitrary: fc.jsonValue() });
}

function shapeOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { type, items, properties } = schema;
  const [name] = [type].flat();
  if (name === 'integer' || name === 'number') return numbers;
  if (name === 'boolean') return fc.boolean();
  if (name === 'null') return fc.constant(null);
  if (name === 'array') return fc.array(inputOf(items ?? {}), { maxLength: 12 });
  if (name === 'object') return objectOf(properties ?? {});
  return words;
}

/** Each field may be missing. */
function objectOf(properties: Record<string, JsonSchema>): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, child]) => [name, inputOf(child)]),
  );
  return fc.record(fields, { requiredKeys: [] });
}

/** A path segment, with valid or malformed escapes. */
export const pathPart: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 30 }).map(String) },
  {
    weight: 2,
    arbitrary: words.map((text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))),
  },
  { weight: 1, arbitrary: fc.constantFrom('%', '%zz', '%ff', '%00', 'a%2fb', '..%2f', '%2e%2e') },
);

/** A query string of known names with any values, some repeated. */
export function queryOf(names: readonly string[]): fc.Arbitrary<string> {
  const pair = fc
    .tuple(fc.constantFrom(...names, 'id', 'userId', '__proto__'), pathPart)
    .map(([name, value]) => `${name}=${value}`);
  return fc.array(pair, { maxLength: 6 }).map((pairs) => pairs.join('&'));
}
