import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contractCalls } from '../testing/matrix/mounted.ts';

/** Fields of several lines, of files as text, of HTML and of a text that somebody still writes. */
const SEVERAL_LINES =
  /(^|\.)(about|answer|contact|content|csv|excerpt|html|intro|note|place|reason|text|choices)$|^content\.title$/;
/** What no page shows as somebody's words: secrets, addresses, keys and versions. */
const NO_WORDS =
  /password|token|version|until|url|ticket|basedOn|terms|privacy|board|credential|endpoint|publishAt|sourceId|username|codes|times|\.(key|name)$/i;

/** Paths of the fields that store a line break as it was sent. */
function multilineFields(schema: z.core.$ZodType, path: readonly string[]): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, one]) =>
        multilineFields(one, [...path, key]),
      );
    case 'array':
      return multilineFields(def.element, path);
    case 'union':
      return def.options.flatMap((one) => multilineFields(one, path));
    case 'optional':
    case 'nullable':
    case 'prefault':
    case 'default':
      return multilineFields(def.innerType, path);
    case 'pipe':
    case 'string': {
      const { data } = z.safeParse(schema as z.ZodMiniType, '가나다라\n마바사아');
      return typeof data === 'string' && data.includes('\n') ? [path.join('.')] : [];
    }
    default:
      return [];
  }
}

it('keeps line breaks in texts of several lines alone, in the body of every call [INPUT-25]', () => {
  const found = [...contractCalls()].flatMap(([call, { body }]) =>
    body === undefined ? [] : multilineFields(body, []).map((field) => ({ call, field })),
  );
  const others = found.filter(({ field }) => !SEVERAL_LINES.test(field) && !NO_WORDS.test(field));
  expect(others).toEqual([]);
  expect(new Set(found.map(({ field }) => field))).toContain('reason');
});
