import type { Schema } from '@naru/contract/route';
import * as z from 'zod/mini';
import { alternatives, fieldsOf, inputSchema, withValue } from '../contract/json-schemas.ts';

/** Below the limit of a body, in bytes. */
const BYTES_MAX = 255_000;
/** Tried where the schema names no length. */
const LENGTHS = [65_000, 20_000, 12_000, 2000, 500, 200, 100, 40, 20];
const ITEMS = [1000, 100, 50, 20, 10, 5];
/** Texts that name something or prove something: others are refused before anything else is looked at. */
const NAMES =
  /version|basedOn|username|password|token|email|code|clientId|key|endpoint|auth|p256dh|url|date$|consent|identity|provider|ticket|filename|credential|choices/i;

/** Characters that are expensive to count, to compose, to search for or to sanitise. */
export const UNITS: Record<string, string> = {
  'family emoji': '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}',
  'letters with eleven marks in the wrong order': `a${'\u0301\u0316'.repeat(5)}\u0301`,
  'syllables in parts': '\u1112\u1161\u11ab',
  'words of two letters': '가나 ',
  'markup and quotes': '<"&',
  'words of patterns': '(.*)+%_\\',
};

/**
 * The valid value with every list and every free text as long as the schema accepts, texts of the given
 * unit, within the limit of a body.
 */
export function largest(
  schema: Schema,
  valid: unknown,
  unit: string,
  accepts: (value: unknown) => boolean = isBody,
): unknown {
  let value = withLists(schema, valid, accepts);
  for (const { path, schema: field } of fieldsOf(inputSchema(schema))) {
    const [shape] = alternatives(field).filter(({ type }) => type === 'string');
    if (shape === undefined || shape.enum || shape.pattern || shape.format) continue;
    if (path.some((name) => NAMES.test(name))) continue;
    value = longest({ schema, accepts }, value, path, textsOf(unit, shape.maxLength)) ?? value;
  }
  return value;
}

function textsOf(unit: string, max: number | undefined): string[] {
  // Limits in characters are twelve times as large in code units.
  const lengths = max === undefined ? LENGTHS : [max, (max / 12) * unit.length, max / 12];
  const texts = lengths.map((length) => unit.repeat(Math.floor(length / unit.length)));
  return texts.filter((text) => text !== '').toSorted((a, b) => b.length - a.length);
}

interface Limits {
  schema: Schema;
  /** Whether a value is short enough to be sent. */
  accepts: (value: unknown) => boolean;
}

function longest(
  { schema, accepts }: Limits,
  value: unknown,
  path: string[],
  texts: readonly unknown[],
) {
  for (const text of texts) {
    const longer = changed(value, path, text);
    if (longer !== null && accepts(longer) && z.safeParse(schema, longer).success) return longer;
  }
  return null;
}

/** Null where the value has no such place, as in an empty list. */
function changed(value: unknown, path: string[], text: unknown): unknown {
  try {
    return withValue(value ?? {}, path, text);
  } catch {
    return null;
  }
}

function withLists(schema: Schema, valid: unknown, accepts: Limits['accepts']): unknown {
  let value = valid;
  const fields = [{ path: [], schema: inputSchema(schema) }, ...fieldsOf(inputSchema(schema))];
  for (const { path, schema: field } of fields) {
    if (path.some((name) => NAMES.test(name))) continue;
    const list = alternatives(field).find(({ type }) => type === 'array');
    if (list === undefined) continue;
    const at = path.reduce<unknown>((one, name) => (one as Record<string, unknown>)?.[name], value);
    const first: unknown = Array.isArray(at) ? at[0] : undefined;
    if (first === undefined) continue;
    const sizes = list.maxItems === undefined ? ITEMS : [list.maxItems];
    const lists = sizes.map((size) => Array.from({ length: size }, (_, n) => itemOf(first, n)));
    value = longest({ schema, accepts }, value, path, lists) ?? value;
  }
  return value;
}

/** Copies differ, where they are numbers or have a name. */
function itemOf(item: unknown, n: number): unknown {
  if (typeof item === 'number') return item + n;
  if (typeof item !== 'object' || item === null || !('name' in item)) return item;
  return { ...item, name: `${item.name}${n}` };
}

function isBody(value: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(value)) <= BYTES_MAX;
}
