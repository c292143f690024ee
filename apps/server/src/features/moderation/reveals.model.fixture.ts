import { sql } from 'drizzle-orm';
import { createMember, type TestMember } from '../../testing/factories/members.ts';
import { createPost } from '../../testing/factories/posts.ts';
import type { SignedIn, TestApp } from '../../testing/test-app.ts';

export const HOUR = 60 * 60 * 1000;
export const DAY = 24 * HOUR;
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

export interface Request {
  state: 'PENDING' | 'APPROVED' | 'REJECTED';
  requester: number;
  approver: number | null;
  decidedAt: number;
}

/** What the rules of a reveal depend on, by the order of the members; written independently of the server's code. */
export interface Model {
  now: number;
  people: Person[];
  grants: Grant[];
  requests: Request[];
}

/** The server, with the same members and requests in the same order. */
export interface Real {
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
export async function openRun(t: TestApp, counts: Counts): Promise<{ model: Model; real: Real }> {
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

export function giveAdmin(model: Model, giver: number, receiver: number): void {
  const person = model.people[receiver];
  if (person === undefined || person.adminSince !== null) return;
  person.adminSince = model.now;
  model.grants.push({ giver, receiver, at: model.now });
}

export function mayRequest(model: Model, who: number): boolean {
  const isFree = model.requests.every(({ state }) => state !== 'PENDING');
  return isFree && model.people.some((_, other) => areTwoKeys(model, who, other));
}

/** A rejection reveals nothing: every other ADMIN may reject. */
export function mayDecide(
  model: Model,
  verb: 'approve' | 'reject',
  { who, asked }: { who: number; asked: Request },
): boolean {
  if (asked.state !== 'PENDING' || asked.requester === who) return false;
  if (verb === 'approve') return areTwoKeys(model, asked.requester, who);
  const person = model.people[who];
  return person !== undefined && isStaff(model, person) && !person.isSystem;
}

export function maySee(model: Model, who: number): boolean {
  const person = model.people[who];
  return person !== undefined && isStaff(model, person);
}

export function mayOpen(model: Model, who: number, asked: Request): boolean {
  const isParty = who === asked.requester || who === asked.approver;
  const isOpen = asked.state === 'APPROVED' && model.now < asked.decidedAt + OPEN;
  return maySee(model, who) && isParty && isOpen;
}
