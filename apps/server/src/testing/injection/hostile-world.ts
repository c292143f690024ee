import type { Route } from '@naru/contract/route';
import { withValue } from '../contract/json-schemas.ts';
import type { MatrixRequest } from '../matrix/build.ts';
import { contractCalls } from '../matrix/mounted.ts';
import { REQUESTS } from '../matrix/requests.ts';
import { callerOf, clearThrottles, createWorld, presign, type World } from '../matrix/world.ts';
import type { CallResult, TestApp } from '../test-app.ts';
import { hasMeaning, type TextField, textsFor, writtenTextFields } from './text-fields.ts';

/** Valid requests with fields that those of the role matrix lack, and that change what screens show. */
const FULLER: Record<string, (world: World, request: MatrixRequest) => Promise<object> | object> = {
  'POST /api/post/:id/comments': withPicture,
  'POST /api/lecture-room/:postId/comments': withPicture,
  'POST /api/admin/academic-dates/import': (_world, { body }) => ({
    ...(body as object),
    preview: false,
  }),
  'POST /api/admin/notices': ({ t }, { body }) => ({
    ...(body as object),
    targetUrl: `https://example.com/notice/${t.clock.now().getTime()}`,
  }),
};

/** Null where the body is the bytes of a file. */
async function requestOf(
  world: World,
  call: string,
  caller: World['student'] | null,
): Promise<MatrixRequest | null> {
  const build = REQUESTS[call];
  if (build === undefined) throw new Error(`${call} has no request in the role matrix`);
  const cell = { caller, owner: world.student, variant: undefined, isForged: false };
  const request = await build(world, cell);
  if (request.body instanceof Uint8Array) return null;
  const body = await FULLER[call]?.(world, request);
  return { ...request, ...(body !== undefined && { body }) };
}

async function withPicture({ t, student, png }: World, { body }: MatrixRequest): Promise<object> {
  const { uploadUrl, fileUrl } = await presign(t, student);
  const headers = { 'content-type': 'image/png' };
  await t.call('PUT', uploadUrl, { body: png, headers });
  return { ...(body as object), picture: { url: fileUrl, alt: '사진' } };
}

/** Texts of one field that are tried when the call refuses the first. */
const TRIES = 5;

export interface HostileWorld {
  world: World;
  fields: TextField[];
  /** Names of the fields whose hostile text a call took. */
  taken: Set<string>;
  /** Names of the fields for which the contract lets no text of the corpus in. */
  closed: Set<string>;
  /** Statuses of 500 and above, and header lines that came of the texts. */
  faults: string[];
}

interface Filling extends HostileWorld {
  t: TestApp;
  round: number;
}

/**
 * Sends hostile texts in every text field of every call that writes, on the valid requests of the role
 * matrix: as a student what students may, else as an ADMIN. `round` chooses the text of each field.
 */
export async function buildHostileWorld(
  t: TestApp,
  { round }: { round: number },
): Promise<HostileWorld> {
  const fields = writtenTextFields();
  const empty = { taken: new Set<string>(), closed: new Set<string>(), faults: [] };
  const hostile = { world: await createWorld(t), fields, ...empty };
  for (const [call, route] of contractCalls()) await fill({ ...hostile, t, round }, call, route);
  await t.services.events.drain();
  return hostile;
}

/** Names of the text fields that took no hostile text although the contract lets it in. */
export const fieldsLeft = ({ fields, taken, closed }: HostileWorld): string[] =>
  fields
    .filter((field) => !taken.has(field.name) && !closed.has(field.name) && !hasMeaning(field))
    .map(({ name }) => name);

/** One request with hostile texts in all fields; where it is refused, one for each field. */
async function fill(filling: Filling, call: string, route: Route): Promise<void> {
  const own = filling.fields.filter((field) => field.call === call && !hasMeaning(field));
  if (own.length === 0) return;
  const open = await send(filling, { call, route, fields: own, attempt: 0 });
  if (open.isTaken || open.sent.length === 0) return;
  for (const field of open.sent) {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      if ((await send(filling, { call, route, fields: [field], attempt })).isTaken) break;
    }
  }
}

interface Sending {
  call: string;
  route: Route;
  fields: TextField[];
  /** Which of the texts that fit. */
  attempt: number;
}

async function send(filling: Filling, sending: Sending) {
  const { t, world, taken, faults } = filling;
  const { call, route } = sending;
  await reopen(world);
  await clearThrottles(t);
  const as = route.access === 'public' ? null : callerOf(world, route);
  const request = await requestOf(world, call, as);
  t.clock.advance(1);
  const { url, body, sent } = request === null ? NOTHING : withTexts(filling, sending, request);
  if (request === null || sent.length === 0) return { sent, isTaken: false };
  await clearThrottles(t);
  const response = await t.call(route.method, url, {
    ...(as !== null && { as }),
    ...(body !== undefined && { body }),
    ...(request.headers && { headers: request.headers }),
    ...(request.cookies && { cookies: request.cookies }),
  });
  faults.push(...faultsOf(call, response));
  const isTaken = response.status < 300;
  if (isTaken) for (const { name } of sent) taken.add(name);
  return { sent, isTaken };
}

const NOTHING = { url: '', body: undefined, sent: [] as TextField[] };

function withTexts(filling: Filling, { route, fields, attempt }: Sending, request: MatrixRequest) {
  let { url, body } = request;
  const sent: TextField[] = [];
  for (const field of fields) {
    const [path = '', query = ''] = url.split('?');
    const params = Object.fromEntries(new URLSearchParams(query));
    const value = field.part === 'body' ? body : params;
    const index = filling.fields.indexOf(field);
    const texts = textsFor(field, { route, value, index, round: filling.round });
    if (texts.length === 0) filling.closed.add(field.name);
    const text = texts[attempt];
    if (text === undefined) continue;
    sent.push(field);
    if (field.part === 'body') body = withValue(body, field.path, text);
    else url = `${path}?${new URLSearchParams({ ...params, [field.path[0] ?? '']: text })}`;
  }
  return { url, body, sent };
}

/** Signs the two senders in again where a call ended their session. */
async function reopen(world: World): Promise<void> {
  const { t, byRole } = world;
  const isOpen = async (as: World['student']) =>
    (await t.call('GET', '/api/member/my-roles', { as })).status === 200;
  if (!(await isOpen(world.student))) world.student = await t.signInAs(world.student);
  if (!(await isOpen(byRole.ADMIN))) byRole.ADMIN = await t.signInAs(byRole.ADMIN);
}

/** What no response may have, whatever was sent. */
function faultsOf(call: string, { status, headers, text }: CallResult): string[] {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  const forged = lines.filter(
    (line) => /[\p{Cc}\u2028\u2029]/u.test(line) || /^(x-forged|bcc):/i.test(line),
  );
  return [
    ...(status >= 500 ? [`${call}: ${status} ${text.slice(0, 200)}`] : []),
    ...forged.map((line) => `${call}: ${line}`),
  ];
}
