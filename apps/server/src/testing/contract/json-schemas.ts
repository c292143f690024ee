import type { Schema } from '@naru/contract/route';
import * as z from 'zod/mini';

export type JsonType = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';

/** The subset of JSON Schema that the contract's inputs use. */
export interface JsonSchema {
  type?: string | string[];
  additionalProperties?: boolean | JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  enum?: unknown[];
  format?: string;
  pattern?: string;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

const known = new WeakMap<Schema, JsonSchema>();

export function inputSchema(schema: Schema): JsonSchema {
  const json =
    known.get(schema) ??
    (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  known.set(schema, json);
  return json;
}

/** Every shape a value may have. */
export function alternatives(schema: JsonSchema): JsonSchema[] {
  return (schema.anyOf ?? schema.oneOf)?.flatMap(alternatives) ?? [schema];
}

export function acceptedTypes(schema: JsonSchema): Set<JsonType> {
  const names = alternatives(schema).flatMap(({ type = 'string' }) => type);
  return new Set(names.map((name) => (name === 'integer' ? 'number' : (name as JsonType))));
}

export interface Field {
  /** Keys from the body down to the field. */
  path: string[];
  schema: JsonSchema;
}

/** Every field of a body, including nested ones; of a list those of the first element, of a choice those of the first shape. */
export function fieldsOf(schema: JsonSchema, path: string[] = []): Field[] {
  const [shape = schema] = alternatives(schema);
  if (shape !== schema) return fieldsOf(shape, path);
  const item = schema.items === undefined ? undefined : alternatives(schema.items)[0];
  return [
    ...(item === undefined ? [] : fieldsOf(item, [...path, '0'])),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, child]) => [
      { path: [...path, name], schema: child },
      ...alternatives(child).flatMap((one) => fieldsOf(one, [...path, name])),
    ]),
  ];
}

/** A copy of `body` with another value at `path`. */
export function withValue(body: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(body))
    return body.with(Number(name), withValue(body[Number(name)], rest, value));
  const copy = { ...(body as Record<string, unknown>) };
  copy[name] = withValue(copy[name] ?? {}, rest, value);
  return copy;
}
