import type { Team } from '@naru/contract/team-fields';
import type { TeamView } from '@naru/contract/teams';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEvent } from '../../domain/live/live-events.ts';
import { addDays, kstDay } from '../../platform/clock.ts';
import { readEvents } from '../../testing/factories/events.ts';
import { createBlock } from '../../testing/factories/friends.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { recruit as recruitAs } from '../../testing/factories/teams.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { unzip } from '../../testing/unzip.ts';
import { prove } from '../account/account.fixture.ts';

let t: TestApp;
let start: Date;
let author: SignedIn;
let applicants: SignedIn[];
let guest: SignedIn;
let manager: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  start = t.clock.now();
  author = await t.signIn();
  guest = await t.signIn('USER');
  manager = await t.signIn('MANAGER');
  applicants = await Promise.all([1, 2, 3, 4, 5].map(() => t.signIn()));
});
beforeEach(async () => {
  t.clock.set(start);
  await t.db.execute('delete from chat_rooms');
  await t.db.execute('delete from posts');
  await t.db.execute('delete from throttles');
  await t.db.execute('delete from notifications');
  await t.db.execute('delete from member_blocks');
});
afterAll(() => t.close());

const day = (days: number) => addDays(kstDay(start), days);
const TEAM = { kind: 'PROJECT', places: 2, roles: ['백엔드'] } as const;
const POST = { boardType: 'TEAM', title: '졸업 작품 팀원', content: '<p>함께해요</p>' };
const write = (team: object | undefined, more: object = {}) =>
  t.call('POST', '/api/post/post-up', { as: author, body: { ...POST, team, ...more } });
const recruit = (team: object = {}) =>
  createPost(t, author, {
    boardType: 'TEAM',
    team: { ...TEAM, roles: [], lastDay: day(7), ...team },
  });
const edit = (id: number, team: object) =>
  t.call('PUT', `/api/post/post-up/${id}`, {
    as: author,
    body: { ...POST, team: { ...TEAM, lastDay: day(7), ...team } },
  });
const one = (place: number) => applicants[place] as SignedIn;
const apply = (id: number, as: SignedIn, message = '열심히 하겠습니다') =>
  t.call('PUT', `/api/team/${id}/application`, { as, body: { message } });
const withdraw = (id: number, as: SignedIn) =>
  t.call('DELETE', `/api/team/${id}/application`, { as });
const decide = (id: number, member: SignedIn, accepted = true, as = author) =>
  t.call('PUT', `/api/team/${id}/application/${member.id}`, { as, body: { accepted } });
const setOpen = (id: number, isOpen: boolean, as = author) =>
  t.call('PUT', `/api/team/${id}/state`, { as, body: { isOpen } });
const viewOf = async (id: number, as = author): Promise<TeamView> =>
  (await t.call('GET', `/api/team/${id}`, { as })).json.view;
const room = (id: number, as: SignedIn) => t.call('POST', `/api/team/${id}/room`, { as });
const rooms = async (as: SignedIn) =>
  (await t.call('GET', '/api/mail/my-room', { as })).json.roomDtos;
const bell = async (as: SignedIn): Promise<string[]> =>
  (await t.call('GET', '/api/member/my-notices', { as })).json.notices.map(
    ({ content }: { content: string }) => content,
  );
const errorOf = async (call: ReturnType<typeof decide>) => (await call).json?.error ?? null;
const statesOf = async (id: number) =>
  (
    await t.db.execute(
      sql`select state from team_applications where post_id = ${id} order by state`,
    )
  ).rows.map(({ state }) => state);
/** Runs `during` while the row of the team is locked by a transaction, which `finish` ends. */
async function whileLocked(
  id: number,
  during: (finish: (change?: string) => Promise<void>) => Promise<void>,
) {
  const holder = await t.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from teams where post_id = $1 for no key update', [id]);
    await during(async (change) => {
      if (change) await holder.query(change);
      await holder.query('commit');
    });
  } finally {
    holder.release();
  }
}
const listed = async (query = '', as = one(0)): Promise<{ id: number; team?: Team }[]> =>
  (await t.call('GET', `/api/post?boardType=TEAM${query}`, { as })).json.pageResponse.posts;

describe('a recruiting post', () => {
  it.each([
    [undefined, '모집 정보를 입력해 주세요.'],
    [{ ...TEAM, places: 0, days: 1 }, '모집 인원은 1명에서 20명까지 적어 주세요.'],
    [{ ...TEAM, places: 21, days: 1 }, '모집 인원은 1명에서 20명까지 적어 주세요.'],
    [{ ...TEAM, days: -1 }, '마감일은 오늘부터 180일 안에서 골라 주세요.'],
    [{ ...TEAM, days: 181 }, '마감일은 오늘부터 180일 안에서 골라 주세요.'],
    [{ ...TEAM, days: 1, roles: ['가', '가'] }, '같은 역할이 있습니다.'],
    [{ ...TEAM, days: 1, roles: [...'가나다라마바'] }, '필요한 역할은 5개까지 적을 수 있습니다.'],
  ])('refuses %j [TEAM-01]', async (team, message) => {
    const { status, json } = await write(
      team && { ...team, days: undefined, lastDay: day(team.days) },
    );
    expect([status, json.errors?.[0]?.message]).toEqual([400, message]);
    expect(await listed()).toEqual([]);
  });

  it('is on its board only, and verified members write it [TEAM-01]', async () => {
    const elsewhere = await write({ ...TEAM, lastDay: day(1) }, { boardType: 'FREE' });
    expect(elsewhere.json.errors[0].message).toBe('팀 모집 게시판에서만 모집할 수 있습니다.');
    const body = { ...POST, team: { ...TEAM, lastDay: day(1) } };
    const refused = await t.call('POST', '/api/post/post-up', { as: guest, body });
    expect(refused.json.error).toBe('WRITE_DENIED');
  });

  it('shows its facts in lists, and closes by itself after its last day [TEAM-02]', async () => {
    const id = await recruit({ lastDay: day(0) });
    const team = { kind: 'PROJECT', places: 2, accepted: 0, lastDay: day(0), roles: [] };
    expect(await listed()).toMatchObject([{ id, team: { ...team, isOpen: true } }]);
    expect(await listed('&recruiting=true')).toHaveLength(1);
    const filtered = await t.call('GET', '/api/post?boardType=FREE&recruiting=true', {
      as: author,
    });
    expect(filtered.status).toBe(400);
    t.clock.set(new Date(`${day(1)}T00:00:00+09:00`));
    const reader = await t.signIn();
    expect(await listed('', reader)).toMatchObject([{ id, team: { isOpen: false } }]);
    expect(await listed('&recruiting=true', reader)).toEqual([]);
    expect((await apply(id, reader)).json.error).toBe('TEAM_CLOSED');
    t.clock.set(start);
    await t.db.execute('update teams set last_day = last_day - 1');
    expect((await setOpen(id, true)).json.error).toBe('TEAM_OVER');
  });

  it('changes without fewer places than are taken [TEAM-02]', async () => {
    const id = await recruit();
    await apply(id, one(0));
    await apply(id, one(1));
    await decide(id, one(0));
    await decide(id, one(1));
    const fewer = await edit(id, { places: 1 });
    expect(fewer.json.errors[0].message).toContain('이미 수락한 인원보다');
    expect((await setOpen(id, true)).json.error).toBe('TEAM_FULL');
    expect((await edit(id, { places: 3 })).status).toBe(200);
    expect((await setOpen(id, true)).json.view.team).toMatchObject({ places: 3, isOpen: true });
  });

  it('closes when its places become those that are taken, and ends what waits [TEAM-02, TEAM-08]', async () => {
    const id = await recruit();
    await apply(id, one(0));
    await apply(id, one(1));
    await decide(id, one(0));
    expect((await edit(id, { places: 1 })).status).toBe(200);
    expect(await statesOf(id)).toEqual(['ACCEPTED', 'ENDED']);
    expect(await bell(one(1))).toEqual([expect.stringContaining('지원이 종료되었습니다')]);
    await edit(id, { places: 2 });
    expect((await viewOf(id)).team.isOpen).toBe(false);
  });
});

describe('an application', () => {
  it('is refused to the signed-out, guests and the author, and without words [TEAM-03]', async () => {
    const id = await recruit();
    const path = `/api/team/${id}/application`;
    expect((await t.call('PUT', path, { body: { message: '저요' } })).status).toBe(401);
    expect((await apply(id, guest)).status).toBe(403);
    expect((await apply(id, author)).json.error).toBe('TEAM_OWN');
    expect((await apply(id, one(0), '  ')).status).toBe(400);
    expect((await apply(id, one(0), '가'.repeat(501))).status).toBe(400);
    expect((await apply(id + 1, one(0))).status).toBe(404);
    expect((await viewOf(id)).applicants).toEqual([]);
  });

  it('is seen by the author and the applicant alone [TEAM-04]', async () => {
    const id = await recruit();
    await apply(id, one(0));
    const changed = await apply(id, one(0), '다시 적었습니다');
    expect(changed.json.view.application).toMatchObject({ state: 'WAITING' });
    await apply(id, one(1));
    const { applicants: seen } = await viewOf(id);
    expect(seen?.map(({ memberId, message }) => [memberId, message])).toEqual([
      [one(0).id, '다시 적었습니다'],
      [one(1).id, '열심히 하겠습니다'],
    ]);
    expect(await bell(author)).toEqual([expect.stringContaining('지원 2건이 기다리고')]);
    for (const other of [one(2), manager, guest]) {
      const view = await viewOf(id, other);
      expect([view.application, view.applicants, view.hasRoom]).toEqual([null, null, false]);
      expect((await decide(id, one(0), true, other)).json.error).toBe('PERMISSION_DENIED');
      expect((await setOpen(id, false, other)).json.error).toBe('PERMISSION_DENIED');
      expect((await room(id, other)).json.error).toBe('ROOM_NOT_FOUND');
    }
    expect((await viewOf(id, one(0))).applicants).toBeNull();
  });

  it('is withdrawn, after which there is nothing of it [TEAM-03]', async () => {
    const id = await recruit();
    await apply(id, one(0));
    expect((await withdraw(id, one(0))).status).toBe(200);
    expect((await withdraw(id, one(0))).status).toBe(200);
    expect((await viewOf(id)).applicants).toEqual([]);
    expect((await decide(id, one(0))).json.error).toBe('APPLICATION_NOT_FOUND');
  });

  it('is asked about no more once it is withdrawn or decided [TEAM-09]', async () => {
    const id = await recruit();
    for (const place of [0, 1, 2]) await apply(id, one(place));
    expect(await bell(author)).toEqual([expect.stringContaining('지원 3건이')]);
    await withdraw(id, one(0));
    expect(await bell(author)).toEqual([expect.stringContaining('지원 2건이')]);
    await decide(id, one(1), false);
    expect(await bell(author)).toEqual([expect.stringContaining('새 지원이')]);
    await withdraw(id, one(2));
    expect(await bell(author)).toEqual([]);
    await apply(id, one(2));
    expect(await bell(author)).toEqual([expect.stringContaining('새 지원이')]);
  });

  it('waits unseen across a block, which the applicant does not learn of [TEAM-05]', async () => {
    const id = await recruit();
    await createBlock(t.db, author, one(0));
    const blocked = await apply(id, one(0));
    const other = await apply(id, one(1));
    expect(blocked.json.view.application).toEqual(other.json.view.application);
    expect((await viewOf(id)).applicants?.map(({ memberId }) => memberId)).toEqual([one(1).id]);
    expect(await bell(author)).toEqual([expect.stringContaining('새 지원이 도착')]);
    expect((await decide(id, one(0))).json.error).toBe('APPLICATION_NOT_FOUND');
    await createBlock(t.db, one(2), author);
    expect((await apply(id, one(2))).json.error).toBe('POST_NOT_FOUND');
  });

  it('is limited in a day [TEAM-03]', async () => {
    for (let count = 0; count < 20; count += 1) {
      const id = await recruit();
      await t.db.execute(sql`delete from throttles where key like 'post%'`);
      expect((await apply(id, one(0))).status).toBe(200);
    }
    const late = await apply(await recruit(), one(0));
    expect([late.status, late.json.error]).toEqual([429, 'TEAM_THROTTLED']);
  });
});

describe('a decision', () => {
  it('lets accepted members into the chat room, and closes with the last place [TEAM-06]', async () => {
    const id = await recruit();
    for (const member of [one(0), one(1), one(2)]) await apply(id, member);
    expect((await decide(id, one(3))).json.error).toBe('APPLICATION_NOT_FOUND');
    await decide(id, one(0));
    expect((await decide(id, one(0))).status).toBe(200);
    expect((await apply(id, one(0))).json.error).toBe('TEAM_DECIDED');
    const { view } = (await decide(id, one(1))).json;
    expect(view.team).toMatchObject({ accepted: 2, isOpen: false });
    expect((await decide(id, one(2))).json.error).toBe('TEAM_FULL');
    expect((await viewOf(id, one(2))).application?.state).toBe('ENDED');
    expect(await bell(one(0))).toEqual([expect.stringContaining('수락되었습니다')]);
    expect(await bell(one(2))).toEqual([expect.stringContaining('지원이 종료되었습니다')]);
    const { roomId } = (await room(id, one(0))).json;
    const sent = await t.call('POST', `/api/mail/send-mail/${roomId}`, {
      as: one(0),
      body: { content: '반갑습니다' },
    });
    expect(sent.status).toBe(200);
    expect(await rooms(author)).toMatchObject([
      {
        roomId,
        newMailCount: 1,
        canSend: true,
        team: { postId: id, memberCount: 3, canModerate: true },
      },
    ]);
    const members = await t.call('GET', `/api/mail/members/${roomId}`, { as: one(1) });
    expect(members.json.members).toHaveLength(3);
    const messageId = sent.json.sentMessage.id;
    const remove = (as: SignedIn) => t.call('POST', `/api/team/${id}/remove/${messageId}`, { as });
    expect((await remove(one(1))).json.error).toBe('PERMISSION_DENIED');
    expect((await remove(manager)).json.error).toBe('ROOM_NOT_FOUND');
    expect((await remove(author)).status).toBe(200);
  });

  it('never accepts more than there are places when decisions race [TEAM-07]', async () => {
    const id = await recruit();
    for (const member of applicants) await apply(id, member);
    const results = await Promise.all(applicants.map((member) => decide(id, member)));
    expect(results.filter(({ status }) => status === 200)).toHaveLength(2);
    const { rows } = await t.db.execute(sql`select accepted_count,
      (select count(*)::int from team_applications a where a.post_id = t.post_id and state = 'ACCEPTED') as accepted
      from teams t where post_id = ${id}`);
    expect(rows).toEqual([{ accepted_count: 2, accepted: 2 }]);
    await expect(
      t.db.execute(sql`update team_applications set state = 'ACCEPTED' where post_id = ${id}`),
    ).rejects.toThrow();
  });

  it('counts one of an acceptance and a withdrawal at the same time [TEAM-07]', async () => {
    const id = await recruit({ places: 1 });
    await apply(id, one(0));
    await Promise.all([decide(id, one(0)), withdraw(id, one(0))]);
    const { team } = await viewOf(id);
    expect(team.accepted).toBe(0);
    expect(await rooms(one(0))).toEqual([]);
  });

  it('is a polite refusal, and removes who was accepted from the room for good [TEAM-06]', async () => {
    const id = await recruit();
    await apply(id, one(0));
    await apply(id, one(1));
    await decide(id, one(1), false);
    expect(await bell(one(1))).toEqual([expect.stringContaining('아쉽게도')]);
    await decide(id, one(0));
    const { roomId } = (await room(id, one(0))).json;
    const { view } = (await decide(id, one(0), false)).json;
    expect(view.team).toMatchObject({ accepted: 0, isOpen: true });
    expect(await rooms(one(0))).toEqual([]);
    expect(
      (await t.call('PUT', `/api/mail/rejoin-room/${roomId}`, { as: one(0) })).status,
    ).not.toBe(200);
    expect((await room(id, one(0))).status).toBe(404);
    expect((await decide(id, one(0), true)).json.error).toBe('APPLICATION_NOT_FOUND');
  });

  it('is final, also for who withdraws what was declined, whose text is erased [TEAM-06]', async () => {
    const id = await recruit();
    for (const member of [one(0), one(1)]) await apply(id, member);
    await decide(id, one(1));
    for (const member of [one(0), one(1)]) {
      await decide(id, member, false);
      expect((await withdraw(id, member)).status).toBe(200);
      expect((await apply(id, member)).json.error).toBe('TEAM_DECIDED');
      expect((await viewOf(id, member)).application).toMatchObject({
        state: 'DECLINED',
        message: '',
      });
    }
  });

  it('removes a member whom the author has blocked since [TEAM-05, TEAM-06]', async () => {
    const id = await recruit();
    await apply(id, one(0));
    await decide(id, one(0));
    await createBlock(t.db, author, one(0));
    expect((await viewOf(id)).applicants).toMatchObject([{ memberId: one(0).id }]);
    expect((await decide(id, one(0), false)).json.view.team.accepted).toBe(0);
  });

  it('joins verified members only, neither suspended nor by an author who is not verified [TEAM-01, TEAM-03]', async () => {
    const [other, unverified, suspended] = [await t.signIn(), await t.signIn(), await t.signIn()];
    const id = await recruitAs(t, other, [unverified, suspended]);
    const unverify = ({ id: memberId }: SignedIn) =>
      t.db.execute(
        sql`delete from member_roles where member_id = ${memberId} and role = 'STUDENT'`,
      );
    await unverify(unverified);
    await t.db.execute(
      sql`update members set suspended_until = ${day(3)}::date where id = ${suspended.id}`,
    );
    for (const member of [unverified, suspended]) {
      expect(await errorOf(decide(id, member, true, other))).toBe('APPLICANT_BARRED');
    }
    await t.db.execute(sql`update members set suspended_until = null where id = ${suspended.id}`);
    await unverify(other);
    expect(await errorOf(decide(id, suspended, true, other))).toBe('WRITE_DENIED');
    expect(await errorOf(decide(id, suspended, false, other))).toBeNull();
    expect(await errorOf(setOpen(id, false, other))).toBeNull();
    expect(await errorOf(setOpen(id, true, other))).toBe('WRITE_DENIED');
  });

  it('accepts what ended while there is a place and its text is stored [TEAM-08]', async () => {
    const id = await recruit({ places: 1 });
    for (const member of [one(0), one(1), one(2)]) await apply(id, member);
    await decide(id, one(0));
    await withdraw(id, one(0));
    expect(await errorOf(decide(id, one(1), false))).toBe('APPLICATION_NOT_FOUND');
    expect((await decide(id, one(1))).json.view.team.accepted).toBe(1);
    await withdraw(id, one(1));
    await t.db.execute(sql`update team_applications set message = ''`);
    expect(await errorOf(decide(id, one(2)))).toBe('APPLICATION_NOT_FOUND');
  });

  it('brings an author who left the room back with no later member [TEAM-06]', async () => {
    const id = await recruit({ places: 3 });
    for (const member of [one(0), one(1)]) await apply(id, member);
    await decide(id, one(0));
    const { roomId } = (await room(id, author)).json;
    await t.call('DELETE', `/api/mail/exit-room/${roomId}`, { as: author });
    await decide(id, one(1));
    expect(await rooms(author)).toEqual([]);
    expect(await rooms(one(1))).toMatchObject([{ roomId, team: { memberCount: 2 } }]);
  });

  it('takes the room from the open pages of who leaves or is removed [TEAM-06]', async () => {
    const id = await recruit();
    for (const member of [one(0), one(1)]) {
      await apply(id, member);
      await decide(id, member);
      await t.services.live.place(member.id);
    }
    await withdraw(id, one(0));
    await decide(id, one(1), false);
    for (const member of [one(0), one(1)]) {
      const events = await readEvents(t, member);
      expect(events.map(({ payload }) => openEvent(t.seal, payload)?.type)).toContain('mail-read');
    }
  });

  it('lets a member leave the team, which frees the place [TEAM-06]', async () => {
    const id = await recruit();
    await apply(id, one(0));
    await decide(id, one(0));
    expect((await withdraw(id, one(0))).json.message).toBe('팀에서 나왔습니다.');
    expect(await bell(author)).toContainEqual(expect.stringContaining('팀에서 회원이 나갔습니다'));
    expect((await viewOf(id)).team.accepted).toBe(0);
    expect(await rooms(one(0))).toEqual([]);
  });
});

describe('the end of a recruiting', () => {
  it('comes when its author closes it, and is undone by reopening [TEAM-08]', async () => {
    const id = await recruit();
    await apply(id, one(0));
    await setOpen(id, false);
    expect((await viewOf(id, one(0))).application?.state).toBe('ENDED');
    expect((await apply(id, one(0))).json.error).toBe('TEAM_CLOSED');
    await setOpen(id, true);
    expect((await apply(id, one(0))).status).toBe(200);
  });

  it('waits while staff may bring the post back [TEAM-08]', async () => {
    const id = await recruit({ lastDay: day(60) });
    await apply(id, one(0));
    await t.db.execute(sql`update posts set blinded_at = ${start.toISOString()}`);
    expect(await t.services.teams.sweep()).toMatchObject({ endedTeams: 0 });
    await t.db.execute(
      sql`update posts set deleted_at = ${start.toISOString()}, deleted_by = ${manager.id}`,
    );
    expect(await t.services.teams.sweep()).toMatchObject({ endedTeams: 0 });
    t.clock.advance(31 * 86_400);
    expect(await t.services.teams.sweep()).toMatchObject({ endedTeams: 1 });
  });

  it('is no more when the job finds the team recruiting again [TEAM-08]', async () => {
    const id = await recruit();
    await apply(id, one(0));
    t.clock.set(new Date(`${day(25)}T12:00:00+09:00`));
    await whileLocked(id, async (finish) => {
      const swept = t.services.teams.sweep();
      await expect.poll(() => countWaiting(t)).toBe(1);
      await finish(`update teams set last_day = last_day + 30 where post_id = ${id}`);
      expect(await swept).toMatchObject({ endedTeams: 0 });
    });
    expect(await statesOf(id)).toEqual(['WAITING']);
  });

  it('comes with the account of its author [TEAM-08]', async () => {
    const other = await t.signIn();
    const id = await recruitAs(t, other, [one(0)]);
    await prove(t, other);
    expect((await t.call('DELETE', '/api/member/me', { as: other })).status).toBe(200);
    expect(await listed('&recruiting=true')).toEqual([]);
    expect(await errorOf(apply(id, one(1)))).toBe('TEAM_CLOSED');
    expect(await t.services.teams.sweep()).toMatchObject({ endedTeams: 1 });
  });

  it('leaves nothing of a member who applies while the account is deleted [TEAM-08]', async () => {
    const id = await recruit();
    const leaving = await t.signIn();
    await whileLocked(id, async (finish) => {
      const applied = apply(id, leaving);
      await expect.poll(() => countWaiting(t)).toBe(1);
      const gone = t.services.account.removeUnused(leaving.id, async () => true);
      await expect.poll(() => countWaiting(t)).toBe(2);
      await finish();
      expect([(await applied).status, await gone]).toEqual([200, true]);
    });
    expect(await statesOf(id)).toEqual([]);
  });

  it('comes with a post that its author deletes, and leaves the team its room [TEAM-08]', async () => {
    const id = await recruit();
    await apply(id, one(0));
    await apply(id, one(1));
    await decide(id, one(0));
    await t.call('DELETE', `/api/post/${id}`, { as: author });
    expect(await t.services.teams.sweep()).toEqual({ endedTeams: 1, erasedApplications: 0 });
    expect((await t.call('GET', `/api/team/${id}`, { as: one(0) })).status).toBe(404);
    expect((await room(id, one(0))).status).toBe(200);
    const mine = await t.call('GET', '/api/team/mine', { as: one(1) });
    expect(mine.json.applications).toMatchObject([
      { postId: id, title: '', isThere: false, state: 'ENDED' },
    ]);
    expect(await bell(one(1))).toEqual([expect.stringContaining('지원이 종료되었습니다')]);
    expect(await rooms(one(0))).toMatchObject([
      { team: { title: '' }, partner: { nickName: '팀 채팅방' } },
    ]);
  });

  it('comes two weeks after the last day, and texts are erased a month later [TEAM-08]', async () => {
    const id = await recruit();
    await apply(id, one(0));
    t.clock.set(new Date(`${day(21)}T12:00:00+09:00`));
    expect(await t.services.teams.sweep()).toEqual({ endedTeams: 0, erasedApplications: 0 });
    t.clock.advance(86_400);
    expect(await t.services.teams.sweep()).toEqual({ endedTeams: 1, erasedApplications: 0 });
    t.clock.advance(31 * 86_400);
    expect(await t.services.teams.sweep()).toEqual({ endedTeams: 0, erasedApplications: 1 });
    const { rows } = await t.db.execute('select message from team_applications');
    expect(rows).toEqual([{ message: '' }]);
  });

  it('frees the place of a member whose account is deleted [TEAM-08]', async () => {
    const id = await recruit();
    const leaving = await t.signIn();
    await apply(id, leaving);
    await decide(id, leaving);
    await prove(t, leaving);
    const { rawPayload } = await t.app.inject({
      url: '/api/member/export',
      headers: leaving.headers,
    });
    const { teamApplications } = JSON.parse(String(unzip(rawPayload).get('export.json')));
    expect(teamApplications).toMatchObject([
      { postId: id, message: '열심히 하겠습니다', state: 'ACCEPTED' },
    ]);
    expect((await t.call('DELETE', '/api/member/me', { as: leaving })).status).toBe(200);
    expect((await viewOf(id)).team.accepted).toBe(0);
    expect((await viewOf(id)).applicants).toEqual([]);
  });
});
