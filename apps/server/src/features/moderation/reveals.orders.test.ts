import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMember, type TestMember } from '../../testing/factories/members.ts';
import { createPost } from '../../testing/factories/posts.ts';
import {
  type CallResult,
  createTestApp,
  type SignedIn,
  type TestApp,
} from '../../testing/test-app.ts';
import { untilServed } from '../../testing/until-served.ts';
import { grantAdmin } from '../members/members.service.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const WAIT = 7 * DAY;
const LINK = 30 * DAY;
const OPEN = 24 * HOUR;

interface Grant {
  giver: number;
  receiver: number;
  at: number;
}

interface Person {
  /** Since when ADMIN without a break; null: is none. */
  adminSince: number | null;
  isSystem: boolean;
  suspendedUntil: number;
}

interface Request {
  state: 'PENDING' | 'APPROVED' | 'REJECTED';
  requester: number;
  approver: number | null;
  decidedAt: number;
}

/** What the rules of a reveal depend on, by the order of the members; written independently of the server's code. */
interface Model {
  now: number;
  people: Person[];
  grants: Grant[];
  requests: Request[];
}

/** The server, with the same members and requests in the same order. */
interface Real {
  t: TestApp;
  members: TestMember[];
  requestIds: number[];
  targetId: number;
  author: SignedIn;
  /** How often each thing happened, so that a run that proves nothing is seen. */
  counts: Record<'requested' | 'approved' | 'refused' | 'opened', number>;
}

type Counts = Real['counts'];

/** Two ADMINs of long standing, a member with SYSTEM and two without a role. */
async function openRun(t: TestApp, counts: Counts): Promise<{ model: Model; real: Real }> {
  t.clock.set(new Date('2026-11-20T05:00:30.000Z'));
  await t.db.execute(sql`delete from member_roles where role in ('ADMIN', 'SYSTEM')`);
  await t.db.execute(sql`delete from reveal_requests`);
  const author = await t.signIn('STUDENT');
  const targetId = await createPost(t, author, { boardType: 'SECRET', title: '협박' });
  const members: TestMember[] = [];
  for (const role of ['ADMIN', 'ADMIN', 'SYSTEM', 'USER', 'USER'] as const) {
    members.push(await createMember(t.db, role));
  }
  const now = t.clock.now().getTime();
  const people = members.map(({ roles }) => ({
    adminSince: roles.includes('ADMIN') ? now - 100 * DAY : null,
    isSystem: roles.includes('SYSTEM'),
    suspendedUntil: 0,
  }));
  return {
    model: { now, people, grants: [], requests: [] },
    real: { t, members, requestIds: [], targetId, author, counts },
  };
}

const isActive = ({ now }: Model, { suspendedUntil }: Person) => suspendedUntil <= now;
/** Whether the call lets the member in at all. */
const isStaff = (model: Model, person: Person) =>
  isActive(model, person) && (person.adminSince !== null || person.isSystem);

/** Holds a key: an active ADMIN of at least seven days who does not hold SYSTEM. */
function holdsKey(model: Model, at: number): boolean {
  const person = model.people[at];
  if (person === undefined || person.adminSince === null || person.isSystem) return false;
  return isActive(model, person) && person.adminSince + WAIT <= model.now;
}

/** Whether grants of the last thirty days join the two, through whomever. */
function areLinked({ grants, now }: Model, a: number, b: number): boolean {
  const reached = new Set([a]);
  for (let before = 0; before !== reached.size; ) {
    before = reached.size;
    for (const { giver, receiver, at } of grants) {
      if (at + LINK <= now) continue;
      if (reached.has(giver)) reached.add(receiver);
      if (reached.has(receiver)) reached.add(giver);
    }
  }
  return reached.has(b);
}

const areTwoKeys = (model: Model, a: number, b: number) =>
  a !== b && holdsKey(model, a) && holdsKey(model, b) && !areLinked(model, a, b);

function giveAdmin(model: Model, giver: number, receiver: number): void {
  const person = model.people[receiver];
  if (person === undefined || person.adminSince !== null) return;
  person.adminSince = model.now;
  model.grants.push({ giver, receiver, at: model.now });
}

function mayRequest(model: Model, who: number): boolean {
  const isFree = model.requests.every(({ state }) => state !== 'PENDING');
  return isFree && model.people.some((_, other) => areTwoKeys(model, who, other));
}

/** A rejection reveals nothing: every other ADMIN may reject. */
function mayDecide(
  model: Model,
  verb: 'approve' | 'reject',
  { who, asked }: { who: number; asked: Request },
): boolean {
  if (asked.state !== 'PENDING' || asked.requester === who) return false;
  if (verb === 'approve') return areTwoKeys(model, asked.requester, who);
  const person = model.people[who];
  return person !== undefined && isStaff(model, person) && !person.isSystem;
}

function maySee(model: Model, who: number): boolean {
  const person = model.people[who];
  return person !== undefined && isStaff(model, person);
}

function mayOpen(model: Model, who: number, asked: Request): boolean {
  const isParty = who === asked.requester || who === asked.approver;
  const isOpen = asked.state === 'APPROVED' && model.now < asked.decidedAt + OPEN;
  return maySee(model, who) && isParty && isOpen;
}

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
function ordersOf(max: number) {
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

/** `npm run fuzz -- reveals` sets both. */
const RUNS = Number(process.env.FUZZ_CASES ?? 18);
const SEED = Number(process.env.FUZZ_SEED ?? 14);
const STEPS = 22;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

it(
  'an author is named to two independent ADMINs and nobody else, whatever happens in whatever order [ANON-28, ANON-29]',
  async () => {
    const counts = { requested: 0, approved: 0, refused: 0, opened: 0 };
    const property = fc.asyncProperty(ordersOf(STEPS), async (commands) => {
      const { model, real } = await openRun(t, counts);
      await fc.asyncModelRun(() => ({ model, real }), commands);
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: RUNS <= 18 });
    if (process.env.FUZZ_CASES) console.log(`${RUNS} orders: ${JSON.stringify(counts)}`);
    const never = Object.entries(counts).filter(([, count]) => count === 0);
    expect(never, JSON.stringify(counts)).toEqual([]);
  },
  6 * 60 * 60_000,
);
