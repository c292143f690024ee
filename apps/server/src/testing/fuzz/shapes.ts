import fc from 'fast-check';
import { alternatives, type JsonSchema } from '../contract/json-schemas.ts';
import { hostileNumber, hostileText, hostileValue } from './hostile.ts';

/** Mostly values of the right shape, sometimes anything. */
export function inputOf(schema: JsonSchema): fc.Arbitrary<unknown> {
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
