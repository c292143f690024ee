import type { Route } from '@naru/contract/route';
import fc from 'fast-check';
import { fieldsOf, inputSchema, type JsonSchema } from '../contract/json-schemas.ts';
import { COLUMNS, type Column } from '../matrix/cells.ts';
import { type Draft, withField, withPathPart, withQuery } from './drafts.ts';
import { editOf } from './edits.ts';
import { brokenBody, contentType, hostileHeaders, hostileText } from './hostile.ts';

export type Change = (draft: Draft, ids: readonly number[]) => Draft;

/** Changes of one valid request, and who sends it; null: the member for whom it was built. */
export interface Case {
  changes: Change[];
  sender: Column | null;
}

/** Some cases on one valid request. */
export interface Group {
  /** Chooses the line and column of the role matrix for which the request is built. */
  line: number;
  column: number;
  cases: Case[];
}

/** All groups of `size` cases of a call. */
export function groupOf(call: string, route: Route, size: number): fc.Arbitrary<Group> {
  return fc.record({
    line: fc.nat(),
    column: fc.nat(),
    cases: fc.array(caseOf(call, route), { minLength: size, maxLength: size }),
  });
}

function caseOf(call: string, route: Route): fc.Arbitrary<Case> {
  const change = fc.oneof(...changesOf(call, route));
  return fc.record({
    sender: fc.option(fc.constantFrom(...COLUMNS), { freq: 3 }),
    changes: fc.oneof(
      { weight: 2, arbitrary: fc.constant<Change[]>([]) },
      { weight: 6, arbitrary: change.map((one) => [one]) },
      { weight: 2, arbitrary: fc.array(change, { minLength: 2, maxLength: 4 }) },
    ),
  });
}

function changesOf(call: string, route: Route) {
  const [, path = ''] = call.split(' ');
  const weighted = (weight: number, arbitrary: fc.Arbitrary<Change>) => ({ weight, arbitrary });
  return [
    ...pathChanges(path).map((one) => weighted(1, one)),
    ...(route.query ? queryChanges(inputSchema(route.query)) : []).map((one) => weighted(2, one)),
    ...(route.body ? bodyChanges(inputSchema(route.body)) : []).map((one) => weighted(2, one)),
    ...(route.body || route.method !== 'GET' ? [weighted(2, otherBody)] : []),
    ...(route.multipart || call.startsWith('PUT /files/') ? [weighted(6, otherBytes)] : []),
    weighted(1, otherQuery),
    weighted(1, otherHeaders),
  ];
}

function pathChanges(path: string): fc.Arbitrary<Change>[] {
  return path.split('/').flatMap((part, at) => {
    if (!part.startsWith(':')) return [];
    const edited = editOf({ type: 'string' }).map(
      (edit): Change =>
        (draft, ids) =>
          withPathPart(draft, at, edit, ids),
    );
    const malformed = fc
      .constantFrom('%', '%zz', '%ff', '%00', 'a%2fb', '..%2f', '%2e%2e', '..', '-1', '1e3', '01')
      .map(
        (text): Change =>
          (draft) => ({ ...draft, path: draft.path.with(at, text) }),
      );
    return [edited, edited, malformed];
  });
}

function queryChanges({ properties = {} }: JsonSchema): fc.Arbitrary<Change>[] {
  return Object.entries(properties).map(([name, schema]) =>
    editOf(schema).map(
      (edit): Change =>
        (draft, ids) =>
          withQuery(draft, name, edit, ids),
    ),
  );
}

function bodyChanges(schema: JsonSchema): fc.Arbitrary<Change>[] {
  return [{ path: [], schema }, ...fieldsOf(schema)].map((field) =>
    editOf(field.schema).map(
      (edit): Change =>
        (draft, ids) =>
          withField(draft, field.path, edit, ids),
    ),
  );
}

/** A key that no call knows, or one twice. */
const otherQuery: fc.Arbitrary<Change> = fc
  .record({
    name: fc.constantFrom('__proto__', 'constructor', 'id', 'userId', ''),
    text: hostileText,
  })
  .map(
    ({ name, text }): Change =>
      (draft) => {
        const [first] = draft.query;
        const more: [string, string] = name === '' && first ? [...first] : [name || 'page', text];
        return { ...draft, query: [...draft.query, more] };
      },
  );

const otherHeaders: fc.Arbitrary<Change> = hostileHeaders.map(
  (headers): Change =>
    (draft) => ({ ...draft, headers: { ...draft.headers, ...headers } }),
);

const otherBody: fc.Arbitrary<Change> = fc.oneof(
  brokenBody.map(
    (text): Change =>
      (draft) => ({ ...draft, text }),
  ),
  contentType.map(
    (type): Change =>
      (draft) => ({
        ...draft,
        // A request without the header has an empty one, which `prepare` drops.
        headers: { ...draft.headers, 'content-type': type ?? '' },
      }),
  ),
  // The valid body with a repeated key, a foreign one, or cut off.
  fc
    .constantFrom<((json: string) => string)[]>(
      (json) => json.replace(/^\{("[^"]*":)/, '{$11,$1'),
      (json) => json.replace(/^\{/, '{"__proto__":{"roles":["SYSTEM"]},"id":1,'),
      (json) => json.slice(0, -1),
      (json) => `${json} `.repeat(2),
      (json) => `[${json}]`,
    )
    .map(
      (write): Change =>
        (draft) =>
          draft.body instanceof Uint8Array
            ? draft
            : { ...draft, text: write(JSON.stringify(draft.body ?? {})) },
    ),
);

/** Of a file or a form: cut, doubled, one byte changed, or others. */
const otherBytes: fc.Arbitrary<Change> = fc
  .record({ kind: fc.nat(4), at: fc.nat(), bytes: fc.uint8Array({ maxLength: 300 }) })
  .map(
    ({ kind, at, bytes }): Change =>
      (draft) => {
        if (!(draft.body instanceof Uint8Array)) return draft;
        const valid = Buffer.from(draft.body);
        const place = at % Math.max(1, valid.length);
        const flipped = Buffer.from(valid);
        if (flipped.length > 0) flipped[place] = (flipped[place] ?? 0) ^ 0xff;
        const body = [
          valid.subarray(0, place),
          Buffer.concat([valid, valid]),
          flipped,
          Buffer.from(bytes),
          Buffer.concat([valid.subarray(0, place), Buffer.alloc(100_000, bytes[0] ?? 0)]),
        ][kind];
        return { ...draft, body };
      },
  );
