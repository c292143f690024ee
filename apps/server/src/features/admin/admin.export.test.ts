import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kstDay } from '../../platform/clock.ts';
import { readAudit } from '../../testing/factories/inquiries.ts';
import { createMember } from '../../testing/factories/members.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

const DAY = 24 * 60 * 60;

let t: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  admin = await t.signIn('ADMIN');
});
afterAll(() => t.close());

const search = async (query: string): Promise<{ id: number; lastVisit: string | null }[]> =>
  (await t.call('GET', `/api/admin/search-users?${query}`, { as: admin })).json;
const dayBefore = (days: number) => kstDay(new Date(t.clock.now().getTime() - days * DAY * 1000));

/** A member of a nickname that is searched for, who joined long ago and was last here so many days ago. */
async function visitor(nickname: string, ago: number | null): Promise<number> {
  const { id } = await createMember(t.db, 'STUDENT', { nickname });
  await t.db.execute(`delete from sessions where member_id = ${id}`);
  await t.db.execute(`update members set created_at = '2024-03-01T00:00:00Z' where id = ${id}`);
  if (ago !== null) {
    await t.db.execute(
      `insert into account_uses (last_used_on, member_id) values ('${dayBefore(ago)}', ${id})`,
    );
  }
  return id;
}

describe('the last visit', () => {
  it('is the later day of sessions and the noted use; none is not made up [ADMIN-332]', async () => {
    const never = await visitor('없음가', null);
    const visited = await visitor('없음나', 40);
    const here = await t.signIn('STUDENT');
    await t.db.execute(`update members set nickname = '없음라' where id = ${here.id}`);
    await t.db.execute(
      `insert into account_uses (member_id, last_used_on) values (${here.id}, '${dayBefore(9)}')`,
    );
    const found = new Map((await search('nickname=없음')).map((row) => [row.id, row.lastVisit]));
    expect(found).toEqual(
      new Map([
        [never, null],
        [visited, dayBefore(40)],
        [here.id, dayBefore(0)],
      ]),
    );
  });

  it('filters and orders the members [ADMIN-332]', async () => {
    const [never, old, recent] = [
      await visitor('순서가', null),
      await visitor('순서나', 366),
      await visitor('순서다', 5),
    ];
    const young = (
      await createMember(t.db, 'STUDENT', {
        nickname: '순서라',
        createdAt: t.clock.now(),
      })
    ).id;
    const ids = async (more: string) =>
      (await search(`nickname=순서&${more}`)).map(({ id }) => id).filter((id) => id !== young);
    expect((await ids('unseen=12')).toSorted()).toEqual([never, old].toSorted());
    expect((await ids('unseen=3')).toSorted()).toEqual([never, old].toSorted());
    // Who joined since then cannot have stayed away for so long.
    expect((await search('nickname=순서&unseen=3')).map(({ id }) => id)).not.toContain(young);
    expect(await ids('order=LONGEST')).toEqual([never, old, recent]);
    expect(await ids('order=RECENT')).toEqual([recent, old, never]);
    for (const broken of ['unseen=1', 'order=NAME']) {
      const { status } = await t.call('GET', `/api/admin/search-users?${broken}`, { as: admin });
      expect(status).toBe(400);
    }
  });
});

describe('GET /admin/members/export', () => {
  it('has what the search finds as CSV that no spreadsheet runs, and is recorded [ADMIN-333]', async () => {
    const id = await visitor('내보내기', 2);
    const other = await visitor('내보내지않음', 2);
    await t.db.execute(`update members set name = '=HYPERLINK("x"), 김' || chr(10) || '하늘',
      email = '+82@example.com', study_year = 3, study_year_of = 2026 where id = ${id}`);
    await t.db.execute(`update members set withdrawn_at = now() where id = ${other}`);
    const path = `/api/admin/members/export?nickname=${encodeURIComponent('내보내')}&order=RECENT`;
    const { status, text, headers } = await t.call('GET', path, { as: admin });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['cache-control']).toBe('private, no-store');
    const { rows } = await t.db.execute<{ username: string }>(
      `select username from members where id = ${id}`,
    );
    expect(text).toBe(
      [
        '\ufeff"이름","학번(교번)","닉네임","이메일","학년","권한","상태","가입일","마지막 방문"',
        `"'=HYPERLINK(""x""), 김\n하늘","${rows[0]?.username}","내보내기","'+82@example.com","3학년",` +
          `"회원, 학생","이용 중","2024-03-01","${dayBefore(2)}"`,
        '',
      ].join('\r\n'),
    );
    const [line] = (await readAudit(t, 0)).filter(({ action }) => action === 'member.export');
    expect(line).toMatchObject({ actorId: admin.id, detail: { nickname: '내보내' } });
  });

  it('reads all pages and needs the role ADMIN [ADMIN-333]', async () => {
    const total = (await t.call('GET', '/api/admin/search-users', { as: admin })).headers[
      'x-total-count'
    ];
    const { text } = await t.call('GET', '/api/admin/members/export', { as: admin });
    expect(text.match(/\r\n/g)).toHaveLength(Number(total) + 1);
    const manager = await t.signIn('MANAGER');
    const refused = await t.call('GET', '/api/admin/members/export', { as: manager });
    expect([refused.status, refused.text.includes('@')]).toEqual([403, false]);
  });
});
