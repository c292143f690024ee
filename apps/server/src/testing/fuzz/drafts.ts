import { withValue } from '../contract/json-schemas.ts';
import type { MatrixRequest } from '../matrix/build.ts';
import { type Edit, MISSING } from './edits.ts';

/** A request in parts that can be changed one by one. */
export interface Draft {
  method: string;
  path: string[];
  query: [string, string][];
  headers: Record<string, string>;
  /** JSON, the bytes of a file, or nothing. */
  body: unknown;
  /** Sent instead of `body`. */
  text?: string;
}

export interface Prepared {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

export function draftOf(method: string, request: MatrixRequest): Draft {
  const [path = '', query = ''] = request.url.split('?');
  const cookie = Object.entries(request.cookies ?? {}).map(([name, value]) => `${name}=${value}`);
  return {
    method,
    path: path.split('/'),
    query: [...new URLSearchParams(query)],
    headers: { ...(cookie.length > 0 && { cookie: cookie.join('; ') }), ...request.headers },
    body: request.body,
  };
}

/** What is sent, written once: neither changes with the response. */
export function prepare(draft: Draft): Prepared {
  const query = draft.query.map(([name, value]) => `${escaped(name)}=${escaped(value)}`);
  const url = `${draft.path.join('/')}${query.length > 0 ? '?' : ''}${query.join('&')}`;
  const payload = payloadOf(draft);
  const isJson = payload !== undefined && !(payload instanceof Buffer);
  const headers: Record<string, string> = {
    ...(isJson && { 'content-type': 'application/json' }),
    ...draft.headers,
  };
  for (const name of Object.keys(headers)) if (headers[name] === '') delete headers[name];
  return { method: draft.method, url, headers, ...(payload !== undefined && { payload }) };
}

function payloadOf({ text, body }: Draft): string | Buffer | undefined {
  if (text !== undefined) return text;
  if (body instanceof Uint8Array) return Buffer.from(body);
  return body === undefined ? undefined : JSON.stringify(body);
}

/** Like `encodeURIComponent`, also for lone surrogates, which become malformed bytes. */
function escaped(text: string): string {
  return text.replace(/[^\w.~-]+/gu, (part) =>
    part.replace(/\p{Surrogate}|./gsu, (char) =>
      /\p{Surrogate}/u.test(char) ? '%ED%A0%80' : encodeURIComponent(char),
    ),
  );
}

/** The draft with an edit of the body's field at `path`, which its valid body may lack. */
export function withField(
  draft: Draft,
  path: readonly string[],
  edit: Edit,
  ids: readonly number[],
): Draft {
  const { body } = draft;
  if (body instanceof Uint8Array) return draft;
  const valid = path.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | null | undefined)?.[name],
    body,
  );
  const value = edit(valid, ids);
  const next = value === MISSING ? undefined : value;
  return { ...draft, body: path.length === 0 ? next : placed(body, path, next) };
}

/** Lists too short for the field are left as they are. */
function placed(body: unknown, path: readonly string[], value: unknown): unknown {
  try {
    return withValue(body ?? {}, [...path], value);
  } catch {
    return body;
  }
}

export function withQuery(draft: Draft, name: string, edit: Edit, ids: readonly number[]): Draft {
  const valid = draft.query.find(([key]) => key === name)?.[1] ?? '';
  const value = edit(valid, ids);
  const rest = draft.query.filter(([key]) => key !== name);
  if (value === MISSING) return { ...draft, query: rest };
  // A list becomes a repeated key.
  const values = Array.isArray(value) ? value.slice(0, 5) : [value];
  return {
    ...draft,
    query: [...rest, ...values.map((one): [string, string] => [name, textOf(one)])],
  };
}

export function withPathPart(draft: Draft, at: number, edit: Edit, ids: readonly number[]): Draft {
  const value = edit(unescaped(draft.path[at] ?? ''), ids);
  const text = value === MISSING ? '' : escaped(textOf(value));
  return { ...draft, path: draft.path.with(at, text) };
}

/** An earlier change may have left malformed escapes. */
function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const textOf = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value)) ?? '';
