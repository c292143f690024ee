import { ROLES, type Role } from '@naru/contract/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cell, MatrixRequest } from '../testing/matrix/build.ts';
import { COLUMNS, type Column } from '../testing/matrix/cells.ts';
import { contractCalls } from '../testing/matrix/mounted.ts';
import { startMatrixProvider, stopMatrixProvider } from '../testing/matrix/provider-requests.ts';
import { REQUESTS } from '../testing/matrix/requests.ts';
import { DOCUMENTATION, ROLE_MATRIX } from '../testing/matrix/role-matrix.ts';
import { NAMED_SITE } from '../testing/matrix/second-factor-requests.ts';
import { takeSnapshot } from '../testing/matrix/snapshot.ts';
import { clearThrottles, createWorld, type World } from '../testing/matrix/world.ts';
import { isShort } from '../testing/pairs.ts';
import { createTestApp, type SignedIn, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let world: World;
let origin: string;
beforeAll(async () => {
  t = await createTestApp({
    asServer: true,
    env: { ...NAMED_SITE, ...(await startMatrixProvider()) },
  });
  world = await createWorld(t);
  origin = await t.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => Promise.all([t.close(), stopMatrixProvider()]));

function callerOf(column: Column): SignedIn | null {
  if (column === 'An') return null;
  return column === 'Own' || column === 'Non' ? world.student : world.byRole[column as Role];
}

async function send(method: string, request: MatrixRequest, caller: SignedIn | null) {
  const cookie = Object.entries(request.cookies ?? {}).map(([name, value]) => `${name}=${value}`);
  const { body } = request;
  const isRaw = body instanceof Uint8Array;
  return fetch(`${origin}${request.url}`, {
    method,
    redirect: 'manual',
    headers: {
      ...caller?.headers,
      ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
      ...(cookie.length > 0 && { cookie: cookie.join('; ') }),
      ...request.headers,
    },
    ...(body !== undefined && { body: isRaw ? new Uint8Array(body) : JSON.stringify(body) }),
  });
}

const reusable = new Map<string, MatrixRequest>();

/**
 * The request of a cell. One that does not depend on its caller, and that changes nothing when it is sent,
 * serves the other columns too: most of the time goes into making the objects of requests.
 */
async function requestOf(
  call: string,
  cell: Cell,
  changes: boolean,
): Promise<{ request: MatrixRequest; isNew: boolean }> {
  const build = REQUESTS[call];
  if (build === undefined) throw new Error('no request for this line');
  const { caller, ...others } = cell;
  const key = JSON.stringify([call, cell.owner.id, cell.variant, cell.isForged]);
  const known = changes ? undefined : reusable.get(key);
  if (known !== undefined) return { request: known, isNew: false };
  let isForAll = true;
  const watched = {
    ...others,
    get caller() {
      isForAll = false;
      return caller;
    },
  };
  const request = await build(world, watched);
  if (isForAll && !changes) reusable.set(key, request);
  return { request, isNew: true };
}

/** Returns the body, or nothing for an event stream, which never ends. */
async function readText(response: Response): Promise<string> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!isStream) return response.text();
  await response.body?.cancel();
  return '';
}

interface Expected {
  call: string;
  variant: string | undefined;
  column: Column;
  status: number;
}

/**
 * `former` is what the last cell left, if that was refused: nothing has been written since, unless this
 * request is new. Returns the same for the next cell.
 */
async function expectCell(
  { call, variant, column, status }: Expected,
  former: string[] | null,
): Promise<string[] | null> {
  const [method = ''] = call.split(' ');
  const isDenied = status >= 400;
  const caller = callerOf(column);
  const asked = {
    caller,
    owner: column === 'Own' ? world.student : world.other,
    variant,
    isForged: column === 'Non',
  };
  const { request, isNew } = await requestOf(call, asked, !isDenied && method !== 'GET');
  const before = isDenied && !isNew ? former : null;
  if (before === null) await clearThrottles(t);
  const stored = isDenied ? (before ?? (await takeSnapshot(t))) : null;
  const response = await send(method, request, caller);
  const text = await readText(response);
  const unexpected = response.status === status ? '' : text.slice(0, 200);
  expect([column, response.status, unexpected]).toEqual([column, status, '']);
  if (stored === null) return null;
  const body = JSON.parse(text);
  expect(body.message, column).toMatch(/[가-힣]/);
  expect(body.error, column).not.toBe('TOKEN_EXPIRED');
  expect(await takeSnapshot(t), column).toEqual(stored);
  return stored;
}

/**
 * All cells; in `npm test` each that is refused, but of the roles that may change something with a call
 * only the lowest and another one in turn: making objects for all of them takes most of the time.
 */
function cellsToTry(call: string, cells: { column: Column; status: number }[], turn: number) {
  if (!isShort || call.startsWith('GET ')) return cells;
  const isRole = ({ column, status }: (typeof cells)[number]) =>
    status < 400 && ROLES.some((role) => role === column);
  const [lowest, ...higher] = cells.filter(isRole);
  const chosen = [lowest, higher[turn % higher.length]];
  return cells.filter((cell) => !isRole(cell) || chosen.includes(cell));
}

describe('the role matrix', () => {
  it('has a line for every call of the contract and every mounted route [ROLE-04]', () => {
    const lines = new Set(ROLE_MATRIX.map(({ call }) => call));
    expect([...contractCalls().keys()].filter((call) => !lines.has(call))).toEqual([]);
    expect(t.routes).toContain('PUT /api/comment/:id');
    const unknown = t.routes.filter(
      (call) => !DOCUMENTATION.test(call) && !lines.has(call.replace(/^HEAD /, 'GET ')),
    );
    expect(unknown).toEqual([]);
  });

  it('has no line without a mounted route, and a request for each [ROLE-04]', () => {
    const mounted = new Set(t.routes);
    const calls = ROLE_MATRIX.map(({ call }) => call);
    expect(calls.filter((call) => !mounted.has(call))).toEqual([]);
    expect(calls.filter((call) => REQUESTS[call] === undefined)).toEqual([]);
    expect(ROLE_MATRIX.every(({ cells }) => cells.length === COLUMNS.length)).toBe(true);
  });

  const lines = ROLE_MATRIX.map(({ call, variant, cells }, turn) => {
    const all = COLUMNS.flatMap((column, index) => {
      const status = cells[index] ?? null;
      return status === null ? [] : [{ column: column as Column, status }];
    });
    const name = `${call}${variant === undefined ? '' : ` ${variant}`}`;
    return { name, call, variant, cells: cellsToTry(call, all, turn) };
  });

  it.each(lines)('$name [ROLE-04, ROLE-05]', async ({ call, variant, cells }) => {
    let before: string[] | null = null;
    for (const cell of cells) before = await expectCell({ call, variant, ...cell }, before);
  });
});
