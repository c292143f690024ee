import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { findFileFaults } from '../testing/injection/files.ts';
import {
  buildHostileWorld,
  fieldsLeft,
  type HostileWorld,
} from '../testing/injection/hostile-world.ts';
import { contractCalls } from '../testing/matrix/mounted.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let hostile: HostileWorld;
beforeAll(async () => {
  t = await createTestApp();
  hostile = await buildHostileWorld(t, { round: 0 });
});
afterAll(() => t.close());

// What they do on the screens is looked at by e2e/injection.spec.ts.
describe('hostile texts', () => {
  it('are taken by every text field whose letters are not limited [INPUT-22]', () => {
    expect(fieldsLeft(hostile)).toEqual([]);
    expect(hostile.taken.size).toBeGreaterThan(100);
  });

  it('make no response of 500 and no header line [INPUT-23]', () => {
    expect(hostile.faults).toEqual([]);
  });

  it('break no table, calendar, e-mail, name of a file or line of the log [INPUT-23]', async () => {
    expect(await findFileFaults(t, hostile)).toEqual([]);
  });
});

/** Fields of several lines, of files as text, of HTML and of a text that somebody still writes. */
const SEVERAL_LINES =
  /(^|\.)(about|answer|contact|content|csv|excerpt|html|intro|message|note|people|place|reason|text|choices)$|^content\.title$/;
/** What no page shows as somebody's words: secrets, addresses, keys and versions. */
const NO_WORDS =
  /password|token|version|amends|until|url|pictures|ticket|basedOn|terms|privacy|board|credential|endpoint|publishAt|sourceId|username|codes|times|\.(key|name)$/i;

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
