import { toKst } from '../../platform/clock.ts';

/**
 * The indented JSON of an object in parts: each item of a list of its own, so that whoever reads them one
 * by one lets others have their turn. Dates are written like the API does.
 */
export function* jsonParts(record: Readonly<Record<string, unknown>>): Generator<string, void> {
  let start = '{';
  for (const [name, value] of Object.entries(record)) {
    if (value === undefined) continue;
    yield `${start}\n  ${JSON.stringify(name)}: `;
    start = ',';
    if (Array.isArray(value)) yield* listParts(value);
    else yield written(value, '  ');
  }
  yield '\n}';
}

function* listParts(list: readonly unknown[]): Generator<string, void> {
  let start = '[';
  for (const item of list) {
    yield `${start}\n    ${written(item, '    ')}`;
    start = ',';
  }
  yield list.length === 0 ? '[]' : '\n  ]';
}

/** A string of JSON holds no line break, so that each one begins a line. */
function written(value: unknown, indent: string): string {
  return (JSON.stringify(value, inKst, 2) ?? 'null').replaceAll('\n', `\n${indent}`);
}

/** A JSON replacer that formats every Date; `value` is its ISO text by then. */
function inKst(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const original = this[key];
  return original instanceof Date ? toKst(original) : value;
}
