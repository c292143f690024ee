import type { Route, Schema } from '@naru/contract/route';
import * as z from 'zod/mini';
import { fieldsOf, inputSchema, withValue } from '../contract/json-schemas.ts';
import { type Draft, draftOf } from '../fuzz/drafts.ts';
import { REQUESTS } from '../matrix/requests.ts';
import { callerOf, clearThrottles, type World } from '../matrix/world.ts';
import type { SignedIn } from '../test-app.ts';
import {
  BAD_PEOPLE,
  CALENDAR,
  DATES,
  HTML,
  LECTURES,
  MEALS,
  PEOPLE,
  PICTURES,
  picturesOf,
  ROLE_ENDS,
  TOO_DEEP,
} from './expensive-bodies.ts';
import type { FullSite } from './full-site.ts';
import { largest, UNITS } from './largest.ts';

/** One expensive input of a call, and what it is, in words. */
export interface CostInput {
  what: string;
  /** Why the server refuses it, when that is expensive enough to be measured; null for what it accepts. */
  refusal: string | null;
  /** A request that nobody has sent yet; null where the contract does not let the input in. */
  request(site: FullSite): Promise<{ draft: Draft; caller: SignedIn } | null>;
}

/** Texts of files, by the call that reads them, with the field of the text. */
const FILES: Record<string, { field: string; files: Record<string, string> }> = {
  'POST /api/admin/menus/import': { field: 'csv', files: { 'a file of 1,000 lines': MEALS } },
  'POST /api/admin/lectures/import': {
    field: 'csv',
    files: { 'a file of 500 lectures': LECTURES },
  },
  'POST /api/admin/roster/import': {
    field: 'csv',
    files: { 'a file of 5,000 people': PEOPLE, 'a file of 5,000 bad lines': BAD_PEOPLE },
  },
  'POST /api/admin/roll-over': { field: 'csv', files: { 'a file of 5,000 people': ROLE_ENDS } },
  'POST /api/admin/academic-dates/import': {
    field: 'text',
    files: { 'a file of 2,000 dates': DATES, 'a calendar of repeated dates': CALENDAR },
  },
};

/** Inputs that are refused after the work that makes them expensive, of every call or of one. */
const REFUSED: Record<string, string> = {
  [PICTURES]: 'the picture is not the own one',
  [TOO_DEEP]: 'elements are nested deeper than 100',
  'a file of 5,000 bad lines': 'each line has a fault',
  'a file of 1,000 lines': 'lines repeat the meals of a day',
  'POST /api/member/set-nickname texts of syllables in parts': 'another input has the nickname',
  'POST /api/invitation/accept texts of syllables in parts': 'another input has the nickname',
};

/** Where the largest of what the site holds is read, instead of on a new row. */
const PLACES: Record<string, (site: FullSite) => string> = {
  'GET /api/post/:id': ({ postId }) => `/api/post/${postId}`,
  'GET /api/post/:id/around': ({ postId }) => `/api/post/${postId}/around?boardType=free`,
  'GET /api/post/:id/comments': ({ postId }) => `/api/post/${postId}/comments`,
  'GET /api/post/:commentId/replies': ({ commentId }) => `/api/post/${commentId}/replies`,
  'GET /api/mail/messages/:roomId': ({ roomId }) => `/api/mail/messages/${roomId}`,
  'GET /api/mail/search/:roomId': ({ roomId }) => `/api/mail/search/${roomId}`,
  'PUT /api/mail/read-room/:roomId': ({ roomId }) => `/api/mail/read-room/${roomId}`,
  'GET /api/team/:id': ({ teamId }) => `/api/team/${teamId}`,
  'GET /api/post/link-cards': ({ postId }) =>
    `/api/post/link-cards?ids=${Array.from({ length: 20 }, (_, n) => postId - n).join()}`,
};

const SIZES = ['200', '100', '50', '20', '10'];
/** Bytes of a query that leave room for the path. */
const QUERY_MAX = 7500;
/** Fields with HTML. */
const HTML_FIELDS = ['content', 'html'];
/** So often a unit of markup becomes at most 64 KB. */
const MARKUP_UNITS = 6500;
let addresses = 0;

/** The most expensive inputs of a call that are known. */
export function inputsOf(call: string, route: Route): CostInput[] {
  const file = FILES[call];
  if (file !== undefined) return fileInputs(call, route, file);
  const texts = [
    ...(route.body ? textFields(inputSchema(route.body)) : []),
    ...(route.query ? textFields(inputSchema(route.query)) : []),
  ];
  const isHtml = route.body && texts.some((name) => HTML_FIELDS.includes(name));
  return [
    ...(texts.length > 0
      ? Object.entries(UNITS).map(([name, unit]) => inputOf(call, route, `texts of ${name}`, unit))
      : [inputOf(call, route, 'the longest lists', '가')]),
    ...(isHtml
      ? Object.entries(HTML).map(([what, html]) => htmlInput(call, route, what, html))
      : []),
  ];
}

function fileInputs(
  call: string,
  route: Route,
  { field, files }: { field: string; files: Record<string, string> },
): CostInput[] {
  return Object.entries(files).map(([what, text]) =>
    changedInput(call, route, what, (draft) => ({
      ...draft,
      body: withValue(draft.body, [field], text),
    })),
  );
}

function textFields(schema: ReturnType<typeof inputSchema>): string[] {
  return fieldsOf(schema)
    .filter(({ schema: { type, enum: values } }) => type === 'string' && !values)
    .map(({ path }) => path.at(-1) ?? '');
}

const inputOf = (call: string, route: Route, what: string, unit: string) =>
  changedInput(call, route, what, (draft) => ({
    ...draft,
    ...(route.body && !(draft.body instanceof Uint8Array)
      ? { body: withShortMarkup(route.body, largest(route.body, draft.body, unit), unit) }
      : {}),
    ...(route.query && { query: largestQuery(route.query, draft.query, unit) }),
  }));

const htmlInput = (call: string, route: Route, what: string, html: string) =>
  changedInput(call, route, what, (draft, { fileUrl }) => {
    const path = htmlField(route.body as Schema) ?? ['content'];
    return { ...draft, body: withValue(draft.body, path, html || picturesOf(fileUrl)) };
  });

function htmlField(schema: Schema): string[] | undefined {
  const fields = fieldsOf(inputSchema(schema));
  return fields.find(({ path }) => HTML_FIELDS.includes(path.at(-1) ?? ''))?.path;
}

/** Markup of as many characters as fit into a post once they are escaped. */
function withShortMarkup(schema: Schema, body: unknown, unit: string): unknown {
  const path = htmlField(schema);
  if (path === undefined || !unit.includes('<')) return body;
  const short = withValue(body, path, unit.repeat(MARKUP_UNITS));
  return z.safeParse(schema, short).success ? short : body;
}

function changedInput(
  call: string,
  route: Route,
  what: string,
  change: (draft: Draft, world: World) => Draft,
): CostInput {
  return {
    what,
    refusal: REFUSED[what] ?? REFUSED[`${call} ${what}`] ?? null,
    request: async (site) => {
      const { world } = site;
      const caller = callerOf(world, route);
      const build = REQUESTS[call];
      if (build === undefined) throw new Error(`${call} has no request`);
      const place = PLACES[call]?.(site);
      const cell = { caller, owner: world.student, variant: undefined, isForged: false };
      const built = await build(world, cell);
      await clearThrottles(world.t);
      const query =
        place !== undefined && !place.includes('?') ? `?${built.url.split('?')[1] ?? ''}` : '';
      const [method = ''] = call.split(' ');
      const request = { ...built, url: place === undefined ? built.url : place + query };
      const draft = change(
        draftOf(method, { ...request, body: withOwnAddress(request.body) }),
        world,
      );
      return isLetIn(route, draft) ? { draft, caller } : null;
    },
  };
}

/** A notice that is pasted again, from another page. */
function withOwnAddress(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('targetUrl' in body)) return body;
  addresses += 1;
  return { ...body, targetUrl: `https://example.com/${addresses}` };
}

/** Texts that a schema refuses cost no more than reading them. */
function isLetIn({ body: schema }: Route, { body }: Draft): boolean {
  if (!schema || body instanceof Uint8Array) return true;
  return z.safeParse(schema, body).success;
}

function largestQuery(schema: Schema, valid: [string, string][], unit: string): [string, string][] {
  const accepts = (value: unknown) =>
    Object.values(value as Record<string, string>)
      .map((text) => encodeURIComponent(text).length)
      .reduce((sum, length) => sum + length, 0) <= QUERY_MAX;
  let value = largest(schema, Object.fromEntries(valid), unit, accepts) as Record<string, string>;
  for (const name of ['size', 'pageSize']) {
    const sized = SIZES.map((size) => ({ ...value, [name]: size }));
    const isKnown = inputSchema(schema).properties?.[name] !== undefined;
    value = (isKnown && sized.find((one) => z.safeParse(schema, one).success)) || value;
  }
  return Object.entries(value);
}
