import type { Poll } from '@naru/contract/polls';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBlock } from '../../testing/factories/friends.ts';
import { vote, voteBody } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let start: Date;
let author: SignedIn;
let readers: SignedIn[];
let manager: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  start = t.clock.now();
  author = await t.signIn();
  manager = await t.signIn('MANAGER');
  readers = await Promise.all([1, 2, 3, 4].map(() => t.signIn()));
});
beforeEach(async () => {
  t.clock.set(start);
  await t.db.execute('delete from posts');
  await t.db.execute('delete from throttles');
});
afterAll(() => t.close());

const POST = { boardType: 'FREE', title: '뒤풀이 장소', content: '<p>골라 주세요</p>' };
const POLL = { options: ['국밥', '파전', '피자'], maxChoices: 1, isAnonymous: false };
const write = (poll: object | null, more: object = {}, as = author) =>
  t.call('POST', '/api/post/post-up', { as, body: { ...POST, ...more, ...(poll && { poll }) } });
const written = async (poll: object = POLL, more?: object): Promise<number> =>
  (await write(poll, more)).json.id;
const edit = (id: number, body: object) =>
  t.call('PUT', `/api/post/post-up/${id}`, { as: author, body: { ...POST, ...body } });
const voters = (as: SignedIn, id: number, option: number) =>
  t.call('GET', `/api/post/${id}/poll/voters?option=${option}`, { as });
const pollOf = async (as: SignedIn | undefined, id: number): Promise<Poll> =>
  (await t.call('GET', `/api/post/${id}`, { as })).json.dto.poll;
const countsOf = (poll: Poll) => poll.options.map(({ count }) => count);
const stored = async (id: number) => {
  const { rows } = await t.db.execute(sql`select counts, voter_count, (select count(*)::int
    from poll_ballots b where b.post_id = p.post_id) as ballots from polls p where post_id = ${id}`);
  return rows[0];
};

describe('a poll of a post', () => {
  it.each([
    [{ options: ['하나'] }, '투표 항목은 2개에서 10개까지 적어 주세요.'],
    [{ options: ['같음', ' 같음 '] }, '같은 투표 항목이 있습니다.'],
    [{ options: ['하나', ' '] }, '투표 항목을 입력해 주세요.'],
    [{ maxChoices: 4 }, '항목 수보다 많이 고르게 할 수 없습니다.'],
    [{ endsAt: '2020-01-01T00:00:00+09:00' }, '투표 마감은 올라가는 시각보다 뒤로 정해 주세요.'],
    [{ endsAt: '2030-01-01T00:00:00+09:00' }, '투표 마감은 365일 안에서 정해 주세요.'],
  ])('refuses %j [POST-244]', async (poll, message) => {
    const { status, json } = await write({ ...POLL, ...poll });
    expect([status, json.errors?.[0]?.message]).toEqual([400, message]);
  });

  it('is none of a market item, and never open on an anonymous board [POST-246]', async () => {
    const item = await write(POLL, { boardType: 'MARKET', price: 1000 });
    expect(item.json.errors[0].message).toBe('책방 물품과 청원에는 투표를 넣을 수 없습니다.');
    const secret = await write(POLL, { boardType: 'SECRET' });
    expect(secret.json.errors[0].message).toBe('익명 글의 투표는 익명이어야 합니다.');
  });

  it('shows results to those who voted, and lets them change their vote [POST-244]', async () => {
    const id = await written();
    const [first, second] = readers;
    expect(countsOf(await pollOf(first, id))).toEqual([null, null, null]);
    expect((await voters(author, id, 0)).json.error).toBe('POLL_VOTERS_HIDDEN');
    for (const choices of [[], [3], [0, 1]]) {
      expect((await vote(t, author, id, ...choices)).status).toBe(400);
    }
    expect((await vote(t, second, id, 1)).json.poll).toMatchObject({ voterCount: 1 });
    await vote(t, first, id, 0);
    await vote(t, first, id, 1);
    const poll = await pollOf(first, id);
    expect([countsOf(poll), poll.chosen, poll.voterCount]).toEqual([[0, 2, 0], [1], 2]);
    const { json } = await t.call('GET', '/api/post?boardType=FREE', { as: first });
    expect(json.pageResponse.posts[0].hasPoll).toBe(true);
  });

  it('counts each of forty members once when their votes race [POST-245]', async () => {
    const rules = { ...POLL, maxChoices: 2, isAnonymous: true };
    const id = await written(rules);
    const cast = (member: number, ...choices: number[]) => {
      const actor = { memberId: 1_000_000 + member, sessionId: '', roles: author.roles };
      return t.services.polls.vote(actor, id, voteBody(rules, ...choices));
    };
    const members = Array.from({ length: 40 }, (_, member) => member);
    await Promise.all(
      members.flatMap((member) => [cast(member, 0, 2), cast(member, 1), cast(member, member % 3)]),
    );
    const { rows } = await t.db.execute(sql`select voter_count, counts, array(select
      (select count(*)::int from poll_ballots b where b.post_id = ${id} and (choices >> place) & 1 = 1)
      from generate_series(0, 2) place order by place) as ballots from polls where post_id = ${id}`);
    expect(rows[0]?.voter_count).toBe(40);
    expect(rows[0]?.counts).toEqual(rows[0]?.ballots);
    await Promise.all(members.map((member) => cast(member, 2, 1)));
    expect(await stored(id)).toEqual({ counts: [0, 40, 40], voter_count: 40, ballots: 40 });
  });

  it('takes no vote for what its author has changed meanwhile [POST-247]', async () => {
    const id = await written();
    const body = voteBody(POLL, 0);
    const [edited, voted] = await Promise.all([
      edit(id, { poll: { ...POLL, isAnonymous: true } }),
      t.call('PUT', `/api/post/${id}/poll/vote`, { as: readers[0], body }),
    ]);
    const outcome = [edited.json.error ?? edited.status, voted.json.error ?? voted.status];
    const possible = [
      [200, 'POLL_CHANGED'],
      ['POLL_STARTED', 200],
    ];
    expect(possible).toContainEqual(outcome);
    const other = await written(POLL, { title: '고친 글' });
    await edit(other, { poll: { ...POLL, options: ['국밥', '떡볶이', '피자'] } });
    const late = await t.call('PUT', `/api/post/${other}/poll/vote`, { as: readers[0], body });
    expect([late.status, late.json.error]).toEqual([409, 'POLL_CHANGED']);
    expect(await stored(other)).toEqual({ counts: [0, 0, 0], voter_count: 0, ballots: 0 });
  });

  it('has limits that the database enforces [POST-245]', async () => {
    const id = await written();
    const ballot = (choices: number, most = 1, anonymous = false) =>
      t.db.execute(sql`insert into poll_ballots
        (post_id, voter, option_count, max_choices, is_anonymous, member_id, choices)
        values (${id}, 'voter', 3, ${most}, ${anonymous}, ${author.id}, ${choices})`);
    await expect(ballot(0)).rejects.toThrow();
    await expect(ballot(3)).rejects.toThrow();
    await expect(ballot(8)).rejects.toThrow();
    await expect(ballot(3, 2)).rejects.toThrow();
    await expect(ballot(1, 1, true)).rejects.toThrow();
    await ballot(1);
    await expect(ballot(2)).rejects.toThrow();
  });

  it('ends at its time, and then shows its results to all [POST-244]', async () => {
    const endsAt = new Date(start.getTime() + 60_000).toISOString();
    const id = await written({ ...POLL, endsAt });
    await vote(t, readers[0], id, 2);
    t.clock.advance(60);
    expect((await vote(t, readers[1], id, 0)).json.error).toBe('POLL_ENDED');
    const poll = await pollOf(readers[1], id);
    expect([poll.isEnded, countsOf(poll)]).toEqual([true, [0, 0, 1]]);
    expect((await voters(readers[1] as SignedIn, id, 2)).json.voters).toEqual([
      { id: readers[0]?.id, nickname: readers[0]?.nickname },
    ]);
  });

  it('changes until the first vote only [POST-247]', async () => {
    const id = await written();
    expect((await edit(id, { poll: { ...POLL, options: ['가', '나'] } })).status).toBe(200);
    expect((await pollOf(author, id)).options.map(({ text }) => text)).toEqual(['가', '나']);
    await vote(t, readers[0], id, 1);
    for (const poll of [POLL, null]) {
      expect((await edit(id, { poll })).json.error).toBe('POLL_STARTED');
    }
    expect((await edit(id, { title: '새 제목' })).status).toBe(200);
    expect((await pollOf(readers[0], id)).chosen).toEqual([1]);
    const other = await written({ ...POLL, options: ['다', '라'] }, { title: '다른 글' });
    expect((await edit(other, { poll: null })).status).toBe(200);
    expect(await pollOf(author, other)).toBeUndefined();
  });

  it('lists who chose an open option without those whom the reader blocks [POST-246]', async () => {
    const id = await written();
    for (const reader of readers) await vote(t, reader, id, 0);
    const [me, blocked] = readers as [SignedIn, SignedIn];
    await createBlock(t.db, me, blocked);
    const { json } = await voters(me, id, 0);
    expect(json.voters).toHaveLength(3);
    expect(json.voters.map((one: { id: number }) => one.id)).not.toContain(blocked.id);
    expect((await voters(me, id, 1)).json.voters).toEqual([]);
  });

  it('stores no name, id or time of an anonymous vote, and names nobody to staff [POST-246]', async () => {
    const id = await written({ ...POLL, isAnonymous: true }, { boardType: 'SECRET' });
    const other = await written({ ...POLL, isAnonymous: true }, { title: '둘째' });
    await vote(t, readers[0], id, 1);
    await vote(t, readers[0], other, 1);
    await vote(t, manager, id, 1);
    expect((await voters(manager, id, 1)).json.error).toBe('POLL_VOTERS_HIDDEN');
    const { rows } = await t.db.execute(
      sql`select * from poll_ballots where post_id in (${id}, ${other})`,
    );
    const names = Object.keys(rows[0] ?? {}).toSorted();
    const rules = ['is_anonymous', 'max_choices', 'option_count'];
    expect(names).toEqual(['choices', ...rules, 'member_id', 'post_id', 'voter'].toSorted());
    expect(rows.map(({ member_id }) => member_id)).toEqual([null, null, null]);
    expect(
      new Set(rows.map(({ voter }) => Buffer.from(voter as Buffer).toString('hex'))).size,
    ).toBe(3);
  });

  it('is hidden with its post, and from who blocks its author [POST-247]', async () => {
    const id = await written();
    const blocker = await t.signIn();
    await createBlock(t.db, blocker, author);
    expect(await pollOf(blocker, id)).toBeUndefined();
    expect((await vote(t, blocker, id, 0)).status).toBe(404);
    await t.db.execute(sql`update posts set blinded_at = now() where id = ${id}`);
    expect(await pollOf(readers[0], id)).toBeUndefined();
    expect((await pollOf(manager, id)).options).toHaveLength(3);
    expect((await vote(t, readers[0], id, 0)).json.error).toBe('POST_NOT_FOUND');
    await t.db.execute(
      sql`update posts set blinded_at = null, deleted_at = now() where id = ${id}`,
    );
    expect((await vote(t, readers[0], id, 0)).json.error).toBe('POST_NOT_FOUND');
  });
});
