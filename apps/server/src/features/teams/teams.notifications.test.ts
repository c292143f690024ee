import type { TeamInput } from '@naru/contract/team-fields';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { blind, unblind } from '../../domain/posts/blinds.repo.ts';
import { addDays, kstDay } from '../../platform/clock.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let start: Date;
let author: SignedIn;
let bystander: SignedIn;
let applicants: [SignedIn, SignedIn];
beforeAll(async () => {
  t = await createTestApp();
  start = t.clock.now();
  [author, bystander] = await Promise.all([t.signIn(), t.signIn()]);
});
beforeEach(async () => {
  t.clock.set(start);
  for (const table of ['chat_rooms', 'posts', 'throttles', 'notifications', 'member_blocks'])
    await t.db.execute(`delete from ${table}`);
  applicants = await Promise.all([t.signIn(), t.signIn()]);
});
afterAll(() => t.close());

const POST = { boardType: 'TEAM', title: '졸업 작품 팀원', content: '<p>함께해요</p>' } as const;
const teamOf = (places: number): TeamInput => ({
  ...{ kind: 'PROJECT', places, roles: [] },
  lastDay: addDays(kstDay(start), 7),
});
const actorOf = ({ id, roles }: SignedIn) => ({ memberId: id, sessionId: '', roles });

/** A team with the two applications. */
async function recruit(): Promise<number> {
  const id = await createPost(t, author, { ...POST, team: teamOf(2) });
  for (const member of applicants) await apply(id, member);
  return id;
}
const apply = (id: number, member: SignedIn) =>
  t.services.teams.apply(actorOf(member), id, '열심히 하겠습니다');
const withdraw = (id: number, member: SignedIn) => t.services.teams.withdraw(actorOf(member), id);
const decide = (id: number, { id: memberId }: SignedIn, isAccepted: boolean) =>
  t.services.teams.decide(actorOf(author), { id, memberId }, isAccepted);
const erase = ({ id }: SignedIn) => t.services.account.removeUnused(id, async () => true);
const block = ({ id }: SignedIn) => t.services.friends.block(actorOf(author), id);
const unblock = ({ id }: SignedIn) => t.services.friends.unblock(actorOf(author), id);

/** What the author is asked, in the bell and among what was read. */
async function asked(withRead = false): Promise<string[]> {
  const { notices } = await t.services.notifications.list(actorOf(author), withRead);
  const texts = notices.map(({ content }) => content);
  return texts.filter((text) => /지원이 도착|기다리고/.test(text));
}
const NEW = expect.stringContaining('새 지원이 도착했습니다');
const TWO = expect.stringContaining('지원 2건이 기다리고');

type Settle = (id: number, all: [SignedIn, SignedIn]) => Promise<unknown>;

/** All after which none of the two waits for the author. */
const SETTLED: Record<string, Settle> = {
  'are withdrawn': async (id, all) => {
    for (const member of all) await withdraw(id, member);
  },
  'are declined': async (id, all) => {
    for (const member of all) await decide(id, member, false);
  },
  'take all places': async (id, all) => {
    for (const member of all) await decide(id, member, true);
  },
  'end with the recruiting': (id) => t.services.teams.setState(actorOf(author), id, false),
  'end with the last place': async (id, [first]) => {
    await decide(id, first, true);
    const body = { ...POST, team: teamOf(1) };
    const { status } = await t.call('PUT', `/api/post/post-up/${id}`, { as: author, body });
    expect(status).toBe(200);
  },
  'end long after the last day': async () => {
    t.clock.advance(30 * 86_400);
    expect(await t.services.teams.sweep()).toMatchObject({ endedTeams: 1 });
  },
  'go with the accounts': async (_, all) => {
    for (const member of all) await erase(member);
  },
  'are of members whom the author blocks': async (_, all) => {
    for (const member of all) await block(member);
  },
};

/** All that compares the notifications of the author with what they are about. */
const COMPARED: Record<string, (id: number) => Promise<unknown>> = {
  'a block': () => block(bystander),
  'the end of a block': async () => {
    await block(bystander);
    await unblock(bystander);
  },
  'a blind that is lifted': (id) =>
    t.services.live.transaction(async (tx, emit) => {
      const post = { type: 'POST', id } as const;
      const what = { postId: id, actorId: bystander.id };
      await blind(tx, post, t.clock.now());
      await t.services.notifications.postBlinded(tx, emit, what);
      await unblind(tx, post);
      await t.services.notifications.postUnblinded(tx, emit, what);
    }),
};

describe('the notification of applications', () => {
  it.each(Object.keys(SETTLED))('is gone once they %s, and stays so [TEAM-09]', async (way) => {
    const id = await recruit();
    expect(await asked()).toEqual([TWO]);
    await SETTLED[way]?.(id, applicants);
    expect(await asked(true)).toEqual([]);
    for (const compare of Object.values(COMPARED)) {
      await compare(id);
      expect(await asked(true)).toEqual([]);
    }
  });

  it.each(Object.keys(COMPARED))(
    'is one for those that wait, also after %s [TEAM-09]',
    async (way) => {
      const id = await recruit();
      const [first, second] = applicants;
      await decide(id, first, false);
      await withdraw(id, second);
      await apply(id, second);
      await COMPARED[way]?.(id);
      expect(await asked(true)).toEqual([NEW]);
    },
  );

  it('has the number of those that wait, whoever leaves or is blocked [TEAM-09]', async () => {
    const id = await recruit();
    const [first, second] = applicants;
    await block(first);
    expect(await asked()).toEqual([NEW]);
    await unblock(first);
    expect(await asked()).toEqual([TWO]);
    await erase(second);
    expect(await asked()).toEqual([NEW]);
    await block(first);
    expect(await asked(true)).toEqual([]);
    await unblock(first);
    expect(await asked()).toEqual([NEW]);
    await decide(id, first, true);
    expect(await asked(true)).toEqual([]);
  });
});
