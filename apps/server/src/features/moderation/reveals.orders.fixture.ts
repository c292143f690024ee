import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { createMember } from '../../testing/factories/members.ts';
import type { CallResult } from '../../testing/test-app.ts';
import { untilServed } from '../../testing/until-served.ts';
import { grantAdmin } from '../members/members.bootstrap.ts';
import {
  DAY,
  giveAdmin,
  HOUR,
  type Model,
  mayDecide,
  mayOpen,
  mayRequest,
  maySee,
  type Real,
  type Request,
} from './reveals.model.fixture.ts';

const MEMBERS_MAX = 7;

type Command = fc.AsyncCommand<Model, Real>;

async function callAs(real: Real, at: number, call: [string, string, unknown?]) {
  const member = real.members[at];
  const [method, url, body] = call;
  // A suspended member cannot sign in.
  const as = member && (await real.t.signInAs(member).catch(() => null));
  if (!as) return null;
  return untilServed(() => real.t.call(method, url, { as, ...(body !== undefined && { body }) }));
}

/** Returns whether the call was done; throws when the model says otherwise, or the author is named. */
function expectSame(
  { author, counts }: Real,
  what: string,
  { response, expected }: { response: CallResult | null; expected: boolean },
): boolean {
  const isDone = response !== null && response.status < 300;
  const text = response?.text ?? '';
  if (isDone !== expected) throw new Error(`${what}: ${expected}, but ${response?.status} ${text}`);
  for (const trace of [author.nickname, author.name, author.username]) {
    if (text.includes(trace)) throw new Error(`${what} names the author: ${text}`);
  }
  if (!isDone) counts.refused += 1;
  return isDone;
}

/** A command on members chosen by numbers that fit any length. */
function command(
  name: string,
  numbers: number[],
  run: (m: Model, r: Real) => Promise<void>,
): Command {
  return {
    check: () => true,
    run,
    toString: () => `${name}(${numbers.join(', ')})`,
  };
}

const pick = (number: number, { people }: Model) => number % people.length;

const changeRole = (verb: 'grant' | 'revoke') => (by: number, of: number) =>
  command(verb, [by, of], async (model, real) => {
    const [giver, receiver] = [pick(by, model), pick(of, model)];
    const method = verb === 'grant' ? 'POST' : 'DELETE';
    const query = `userId=${real.members[receiver]?.id}&role=ADMIN`;
    const response = await callAs(real, giver, [method, `/api/admin/${verb}-role?${query}`]);
    // Who may change roles is the matter of other tests.
    if (response?.status !== 200) return;
    if (verb === 'grant') return giveAdmin(model, giver, receiver);
    const person = model.people[receiver];
    if (person) person.adminSince = null;
  });

const grantByOperator = (of: number) =>
  command('operator', [of], async (model, real) => {
    const at = pick(of, model);
    const { t, members } = real;
    await grantAdmin(t.db, t.clock, t.services.audit, members[at]?.username ?? '');
    const person = model.people[at];
    if (person) person.adminSince ??= model.now;
  });

const newAccount = () =>
  command('account', [], async (model, real) => {
    if (model.people.length >= MEMBERS_MAX) return;
    real.members.push(await createMember(real.t.db, 'USER'));
    model.people.push({ adminSince: null, isSystem: false, suspendedUntil: 0 });
  });

const turnSystem = (of: number) =>
  command('system', [of], async (model, { t, members }) => {
    const at = pick(of, model);
    const person = model.people[at];
    if (person === undefined) return;
    const id = members[at]?.id ?? 0;
    await t.db.execute(
      person.isSystem
        ? sql`delete from member_roles where member_id = ${id} and role = 'SYSTEM'`
        : sql`insert into member_roles (member_id, role) values (${id}, 'SYSTEM')`,
    );
    person.isSystem = !person.isSystem;
  });

const suspend = (of: number) =>
  command('suspend', [of], async (model, { t, members }) => {
    const at = pick(of, model);
    const person = model.people[at];
    if (person === undefined) return;
    person.suspendedUntil = model.now + 2 * DAY;
    const until = new Date(person.suspendedUntil).toISOString();
    await t.db.execute(
      sql`update members set suspended_until = ${until} where id = ${members[at]?.id ?? 0}`,
    );
  });

const wait = (hours: number) =>
  command('wait', [hours], async (model, { t }) => {
    t.clock.advance((hours * HOUR) / 1000);
    model.now += hours * HOUR;
  });

const request = (by: number) =>
  command('request', [by], async (model, real) => {
    const requester = pick(by, model);
    const body = { targetType: 'POST', targetId: real.targetId, reason: '경찰 요청' };
    const response = await callAs(real, requester, ['POST', '/api/admin/reveals', body]);
    const isDone = expectSame(real, `request of ${requester}`, {
      response,
      expected: mayRequest(model, requester),
    });
    if (!isDone) return;
    real.counts.requested += 1;
    real.requestIds.push(response?.json.reveal.id);
    model.requests.push({ state: 'PENDING', requester, approver: null, decidedAt: 0 });
  });

/** Runs on one of the requests so far; does nothing before the first. */
const onRequest =
  (
    name: string,
    run: (
      model: Model,
      real: Real,
      at: { who: number; asked: Request; url: string },
    ) => Promise<void>,
  ) =>
  (by: number, of: number) =>
    command(name, [by, of], async (model, real) => {
      const place = model.requests.length - 1 - (of % Math.max(1, model.requests.length));
      const asked = model.requests[place];
      if (asked === undefined) return;
      const url = `/api/admin/reveals/${real.requestIds[place]}`;
      await run(model, real, { who: pick(by, model), asked, url });
    });

const decide = (verb: 'approve' | 'reject') =>
  onRequest(verb, async (model, real, { who, asked, url }) => {
    const response = await callAs(real, who, ['POST', `${url}/${verb}`]);
    const expected = mayDecide(model, verb, { who, asked });
    if (!expectSame(real, `${verb} by ${who}`, { response, expected })) return;
    if (verb === 'approve') real.counts.approved += 1;
    const state = verb === 'approve' ? 'APPROVED' : 'REJECTED';
    Object.assign(asked, { state, approver: who, decidedAt: model.now });
  });

const look = onRequest('look', async (model, real, { who, asked, url }) => {
  const response = await callAs(real, who, ['GET', url]);
  const text = response?.text ?? '';
  const isDone = response !== null && response.status < 300;
  const isNamed = text.includes(real.author.nickname);
  if (isDone !== maySee(model, who) || isNamed !== mayOpen(model, who, asked)) {
    throw new Error(`look by ${who}: ${response?.status} ${text}`);
  }
  if (isNamed) real.counts.opened += 1;
});

/** Every order of what may happen around a request, `max` steps at most. */
export function ordersOf(max: number) {
  // Mostly the two who may at first, and the newest request.
  const one = fc.oneof(fc.constantFrom(0, 1), fc.nat(MEMBERS_MAX * 4));
  const two = fc.tuple(one, one);
  const often = (weight: number, commands: fc.Arbitrary<Command>) => ({
    weight,
    arbitrary: commands,
  });
  return fc.array(
    fc.oneof(
      often(
        2,
        two.map(([a, b]) => changeRole('grant')(a, b)),
      ),
      often(
        1,
        two.map(([a, b]) => changeRole('revoke')(a, b)),
      ),
      often(1, one.map(grantByOperator)),
      often(1, fc.constant(0).map(newAccount)),
      often(1, one.map(turnSystem)),
      often(1, one.map(suspend)),
      often(3, fc.constantFrom(1, 23, 24, 3 * 24, 7 * 24, 23 * 24, 30 * 24).map(wait)),
      often(4, one.map(request)),
      often(
        4,
        two.map(([a, b]) => decide('approve')(a, b)),
      ),
      often(
        1,
        two.map(([a, b]) => decide('reject')(a, b)),
      ),
      often(
        4,
        two.map(([a, b]) => look(a, b)),
      ),
    ),
    { minLength: Math.ceil(max / 2), maxLength: max, size: 'max' },
  );
}
