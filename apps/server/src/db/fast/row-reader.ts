import { Column, getTableName, is, SQL } from 'drizzle-orm';

/** The values of a row as PostgreSQL sends them. */
type RowTexts = readonly (string | null)[];

export type Decode = (text: string) => unknown;

export type RowReader = (texts: RowTexts) => unknown;

/** A selected value and its place in the result, as the query builder lists them. */
export interface SelectedField {
  path: readonly string[];
  field: unknown;
}

interface Shape {
  fields: readonly SelectedField[];
  /** How `pg` reads the text of each field. */
  parsers: readonly Decode[];
  /** By table: whether its columns are only null where null is stored in them. */
  joinsNotNullable: Readonly<Record<string, boolean>>;
}

interface Decoder {
  mapFromDriverValue(value: unknown): unknown;
}

/** An object of the result; a number is the field that a value comes from. */
type Tree = Map<string, Tree | number>;

/**
 * Compiles what the query builder does with each row of a statement: the same values in the same
 * objects, without asking for each value again what it is.
 */
export function readerOf({ fields, parsers, joinsNotNullable }: Shape): RowReader {
  const decoders = fields.map(({ field }, n) => decodeOf(field, parsers[n]));
  const values = fields.map((_, n) => `v${n} = t[${n}] === null ? null : d[${n}](t[${n}])`);
  const nullable = nullableObjects(fields, joinsNotNullable);
  const code = `const ${values.join(',\n')};\nreturn ${objectOf(treeOf(fields), nullable)};`;
  const read = new Function('d', 't', code) as (decoders: Decode[], texts: RowTexts) => unknown;
  return (texts) => read(decoders, texts);
}

function decodeOf(field: unknown, parse: Decode = (text) => text): Decode {
  const decoder = decoderOf(field);
  const isPlain = decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue;
  return isPlain ? parse : (text) => decoder.mapFromDriverValue(parse(text));
}

function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field;
  const { decoder } = (is(field, SQL) ? field : innerSql(field)) as unknown as { decoder: Decoder };
  return decoder;
}

/** The expression of a field with an alias or of a subquery. */
function innerSql(field: unknown): SQL {
  const { sql, _: inner } = field as { sql?: SQL; _?: { sql: SQL } };
  const found = sql ?? inner?.sql;
  if (found === undefined) throw new Error('a field is neither a column nor an expression');
  return found;
}

function treeOf(fields: readonly SelectedField[]): Tree {
  const root: Tree = new Map();
  fields.forEach(({ path }, index) => {
    let node = root;
    for (const name of path.slice(0, -1)) {
      const child = node.get(name) ?? new Map();
      if (typeof child === 'number') throw new Error(`${name} is a value and an object`);
      node.set(name, child);
      node = child;
    }
    node.set(path.at(-1) ?? '', index);
  });
  return root;
}

function objectOf(tree: Tree, nullable: ReadonlyMap<string, number>): string {
  const parts = [...tree].map(([name, child]) => {
    if (typeof child === 'number') return `${JSON.stringify(name)}: v${child}`;
    const object = objectOf(child, new Map());
    const first = nullable.get(name);
    const value = first === undefined ? object : `v${first} === null ? null : ${object}`;
    return `${JSON.stringify(name)}: ${value}`;
  });
  return `{ ${parts.join(', ')} }`;
}

/**
 * The objects of an outer join that are null when their first column is, with the field of that
 * column: those whose columns are all of one table.
 */
function nullableObjects(
  fields: readonly SelectedField[],
  joinsNotNullable: Readonly<Record<string, boolean>>,
): Map<string, number> {
  const first = new Map<string, { table: string; index: number }>();
  const mixed = new Set<string>();
  fields.forEach(({ path, field }, index) => {
    const [name] = path;
    if (!is(field, Column) || name === undefined || path.length !== 2) return;
    const table = getTableName(field.table);
    const found = first.get(name);
    if (found === undefined) first.set(name, { table, index });
    else if (found.table !== table) mixed.add(name);
  });
  const unambiguous = [...first].filter(
    ([name, { table }]) => !mixed.has(name) && !joinsNotNullable[table],
  );
  return new Map(unambiguous.map(([name, { index }]) => [name, index]));
}
