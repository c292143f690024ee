import { fileFields } from '@naru/contract/own-files';
import type { Schema } from '@naru/contract/route';
import type * as z from 'zod/mini';

/** Changes of addresses, alone and in HTML. */
interface Changes {
  address: (address: string) => string;
  html: (html: string) => string;
}

type Fields = Readonly<Record<string, unknown>>;
/** Returns a copy where something changes; `around` is the object that holds the value. */
type Mapper = (value: unknown, changes: Changes, around: Fields) => unknown;

const mappers = new WeakMap<z.core.$ZodType, Mapper | null>();

/** Changes the fields that hold addresses of files, as the schema names them, of a value of any other shape too. */
export function mapFiles(schema: Schema, value: unknown, changes: Changes): unknown {
  return mapperOf(schema)?.(value, changes, {}) ?? value;
}

/** Null where the schema has no such field. */
function mapperOf(schema: z.core.$ZodType): Mapper | null {
  const known = mappers.get(schema);
  if (known !== undefined) return known;
  const mapper = leafOf(schema) ?? nodeOf(schema);
  mappers.set(schema, mapper);
  return mapper;
}

function leafOf(schema: z.core.$ZodType): Mapper | null {
  const field = fileFields.get(schema as z.ZodMiniType);
  if (field === undefined) return null;
  const { holds, ofType } = field;
  return (value, changes, around) => {
    const isPlain = ofType !== undefined && around.type !== ofType;
    return typeof value !== 'string' || isPlain ? value : changes[holds](value);
  };
}

function nodeOf(schema: z.core.$ZodType): Mapper | null {
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  switch (def.type) {
    case 'object':
      return objectMapper(Object.entries(def.shape));
    case 'array':
      return listMapper(mapperOf(def.element));
    case 'record':
      return recordMapper(mapperOf(def.valueType));
    case 'pipe':
      return eachMapper([def.in, def.out]);
    case 'union':
      return eachMapper(def.options);
    case 'intersection':
      return eachMapper([def.left, def.right]);
    default:
      return 'innerType' in def ? mapperOf(def.innerType) : null;
  }
}

function objectMapper(shape: [string, z.core.$ZodType][]): Mapper | null {
  const fields = shape.flatMap(([name, schema]): [string, Mapper][] => {
    const mapper = mapperOf(schema);
    return mapper === null ? [] : [[name, mapper]];
  });
  if (fields.length === 0) return null;
  return (value, changes) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const copy: Record<string, unknown> = { ...value };
    for (const [name, mapper] of fields)
      if (Object.hasOwn(copy, name)) copy[name] = mapper(copy[name], changes, copy);
    return copy;
  };
}

function listMapper(mapper: Mapper | null): Mapper | null {
  if (mapper === null) return null;
  return (value, changes, around) =>
    Array.isArray(value) ? value.map((one) => mapper(one, changes, around)) : value;
}

function recordMapper(mapper: Mapper | null): Mapper | null {
  if (mapper === null) return null;
  return (value, changes) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const fields = Object.entries(value);
    return Object.fromEntries(fields.map(([name, one]) => [name, mapper(one, changes, {})]));
  };
}

function eachMapper(schemas: readonly z.core.$ZodType[]): Mapper | null {
  const found = [...new Set(schemas.map(mapperOf))].filter((mapper) => mapper !== null);
  if (found.length === 0) return null;
  return (value, changes, around) =>
    found.reduce((part, mapper) => mapper(part, changes, around), value);
}
