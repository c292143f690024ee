import fc from 'fast-check';
import { alternatives, type JsonSchema } from '../contract/json-schemas.ts';
import { hostileNumber, hostileText, hostileValue } from './hostile.ts';

/** Mostly values of the right shape, sometimes anything. */
function inputOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const right = fc.oneof(...alternatives(schema).map(shapeOf));
  return fc.oneof({ weight: 6, arbitrary: right }, { weight: 1, arbitrary: hostileValue });
}

function shapeOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { type, items, properties } = schema;
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const [name] = [type].flat();
  if (name === 'integer' || name === 'number') return hostileNumber;
  if (name === 'boolean') return fc.boolean();
  if (name === 'null') return fc.constant(null);
  if (name === 'array') return fc.array(inputOf(items ?? {}), { maxLength: 12 });
  if (name === 'object') return objectOf(properties ?? {});
  return hostileText;
}

/** Each field may be missing. */
function objectOf(properties: Record<string, JsonSchema>): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, child]) => [name, inputOf(child)]),
  );
  return fc.record(fields, { requiredKeys: [] });
}

/** The field is left out. */
export const MISSING = Symbol('missing');

/** A new value for a field, from its valid one; `ids` are those of rows of all members, also deleted ones. */
export type Edit = (valid: unknown, ids: readonly number[]) => unknown;

const constant =
  (value: unknown): Edit =>
  () =>
    value;

/** Any edit of a field with this schema: near to its valid value, of its shape, or hostile. */
export function editOf(schema: JsonSchema): fc.Arbitrary<Edit> {
  return fc.oneof(
    { weight: 5, arbitrary: nearby(schema) },
    { weight: 2, arbitrary: otherId },
    { weight: 2, arbitrary: inputOf(schema).map(constant) },
    { weight: 3, arbitrary: hostileValue.map(constant) },
  );
}

/** Another row's id, as a number or text like the valid one. */
const otherId: fc.Arbitrary<Edit> = fc.nat().map((pick) => (valid, ids) => {
  const id = ids[pick % Math.max(1, ids.length)] ?? 1;
  return typeof valid === 'string' ? String(id) : id;
});

function nearby(schema: JsonSchema): fc.Arbitrary<Edit> {
  const lengths = alternatives(schema).flatMap(({ minLength, maxLength }) => {
    // Limits in characters are twelve times as large in code units.
    const limits = [maxLength, maxLength && maxLength / 12, minLength];
    return limits.filter((limit) => limit !== undefined).flatMap((n) => [n - 1, n, n + 1]);
  });
  const numbers = alternatives(schema).flatMap(({ minimum, maximum }) =>
    [minimum, maximum].filter((n) => n !== undefined).flatMap((n) => [n - 1, n, n + 1]),
  );
  const edits: Edit[] = [
    constant(MISSING),
    constant(null),
    constant(''),
    (valid) => step(valid, 1),
    (valid) => step(valid, -1),
    doubled,
    otherType,
    (valid) => (typeof valid === 'string' ? valid.normalize('NFD') : valid),
    (valid) => (typeof valid === 'string' ? swapCase(valid) : valid),
    (valid) => (typeof valid === 'string' ? ` ${valid}\u200b` : valid),
    ...lengths.map((length) => (valid: unknown) => ofLength(valid, Math.max(0, length))),
    ...numbers.map(constant),
  ];
  return fc.constantFrom(...edits);
}

/** One more or less: a number, a number in text, a character, or an item of a list. */
function step(valid: unknown, by: 1 | -1): unknown {
  if (typeof valid === 'number') return valid + by;
  if (typeof valid === 'string' && /^\d{1,15}$/.test(valid)) return String(Number(valid) + by);
  if (typeof valid === 'string') return by > 0 ? `${valid}가` : valid.slice(0, -1);
  if (Array.isArray(valid)) return by > 0 ? [...valid, valid.at(-1) ?? 1] : valid.slice(0, -1);
  return valid === true ? false : valid;
}

function doubled(valid: unknown): unknown {
  if (typeof valid === 'string') return valid + valid;
  if (typeof valid === 'number') return valid * 2;
  return Array.isArray(valid) ? [...valid, ...valid] : [valid, valid];
}

function otherType(valid: unknown): unknown {
  if (typeof valid === 'string') return /^\d+$/.test(valid) ? Number(valid) : { text: valid };
  if (typeof valid === 'number') return String(valid);
  if (typeof valid === 'boolean') return Number(valid);
  return Array.isArray(valid) ? Object.fromEntries(valid.entries()) : [valid];
}

const swapCase = (text: string) =>
  text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();

function ofLength(valid: unknown, length: number): string {
  const start = typeof valid === 'string' ? valid : '';
  return start.slice(0, length).padEnd(length, '글');
}
