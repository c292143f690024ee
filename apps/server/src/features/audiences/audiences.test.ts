import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMemberList } from '../../testing/factories/member-lists.ts';
import {
  createTestApp,
  NO_POST_LIMIT,
  type SignedIn,
  type TestApp,
} from '../../testing/test-app.ts';
import { recordStatements } from '../posts/posts.fixture.ts';

let t: TestApp;
let admin: SignedIn;
let manager: SignedIn;
beforeAll(async () => {
  t = await createTestApp({ env: NO_POST_LIMIT });
  admin = await t.signIn('ADMIN');
  manager = await t.signIn('MANAGER');
});
beforeEach(() => t.db.execute('delete from member_lists'));
afterAll(() => t.close());

const LISTS = '/api/admin/member-lists';
const createList = (body: object, as = manager) => t.call('POST', LISTS, { as, body });
const set = (id: number, values: object) =>
  t.db.execute(sql`update members set
    standing = ${(values as { standing?: string }).standing ?? null},
    major = ${(values as { major?: string }).major ?? null},
    study_year = ${(values as { year?: number }).year ?? null},
    study_year_of = ${(values as { year?: number }).year === undefined ? null : 2026},
    suspended_until = ${(values as { suspended?: boolean }).suspended ? '2027-01-01' : null}
    where id = ${id}`);
let texts = 0;
const postNotice = async (body: object) => {
  // The same text again would be a double submit.
  texts += 1;
  const { json } = await t.call('POST', '/api/post/post-up', {
    as: admin,
    body: { boardType: 'NOTICE', title: '제목', content: `<p>글 ${texts}</p>`, ...body },
  });
  return json.id as number;
};
async function notifiedOf(postId: number): Promise<number[]> {
  await t.services.notifications.sendNotifications();
  const { rows } = await t.db.execute<{ id: number }>(
    sql`select member_id::int as id from notifications where post_id = ${postId} order by 1`,
  );
  return rows.map(({ id }) => id);
}
const reach = async (query: string) =>
  (await t.call('GET', `/api/admin/notice-reach?boardType=NOTICE&${query}`, { as: admin })).json;

describe('a notice for groups', () => {
  it('notifies the union of years and groups, each member once, and none who is suspended or has withdrawn [NOTIF-385]', async () => {
    const crowd = await Promise.all(
      Array.from({ length: 12 }, (_, n) => t.signIn(n % 6 === 5 ? 'PROFESSOR' : 'STUDENT')),
    );
    const list = await createMemberList(t, manager, '졸업작품 팀장', [
      crowd[0],
      crowd[3],
      crowd[7],
    ] as SignedIn[]);
    const GROUPS = ['GRADUATE', 'LEAVE', 'STAFF', 'MAJOR:해양공학', 'MAJOR:조선', `LIST:${list}`];
    const person = fc.record({
      standing: fc.constantFrom(null, 'GRADUATE', 'LEAVE'),
      major: fc.constantFrom(null, '해양공학', '조선'),
      year: fc.constantFrom(undefined, 1, 2, 3, 4),
      suspended: fc.boolean(),
    });
    const audience = fc.record({
      years: fc.subarray([1, 2, 3, 4], { maxLength: 3 }),
      groups: fc.subarray(GROUPS, { minLength: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, { minLength: crowd.length, maxLength: crowd.length }),
        audience,
        async (people, { years, groups }) => {
          for (const [n, one] of people.entries()) await set(crowd[n]?.id ?? 0, one);
          const isIn = (one: (typeof people)[number], n: number) =>
            (years.length > 0 && (one.year === undefined || years.includes(one.year))) ||
            groups.includes(one.standing ?? '') ||
            groups.includes(`MAJOR:${one.major}`) ||
            (groups.includes('STAFF') && n % 6 === 5) ||
            (groups.includes(`LIST:${list}`) && [0, 3, 7].includes(n));
          const expected = crowd.filter((_, n) => {
            const one = people[n];
            return one !== undefined && !one.suspended && isIn(one, n);
          });
          const found = await notifiedOf(await postNotice({ years, groups }));
          const ids = crowd.map(({ id }) => id);
          const inCrowd = found.filter((id) => ids.includes(id));
          expect(inCrowd).toEqual(expected.map(({ id }) => id).toSorted((a, b) => a - b));
          expect(new Set(found).size).toBe(found.length);
        },
      ),
      { numRuns: 15 },
    );
    for (const { id } of crowd) await set(id, {});
  });

  it('counts whom it would notify while it is written [NOTIF-385]', async () => {
    const [one, other] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
    await set(one.id, { major: '항해', year: 1 });
    await set(other.id, { standing: 'GRADUATE', year: 1 });
    expect((await reach('groups=MAJOR:항해')).count).toBe(1);
    expect((await reach('groups=MAJOR:항해,GRADUATE')).count).toBe(2);
    expect((await reach('groups=NOBODY')).error).toBe('VALIDATION_FAILED');
    const id = await createMemberList(t, manager, '명단', [one, other]);
    expect((await reach(`groups=LIST:${id},MAJOR:항해`)).count).toBe(2);
  });

  it.each([
    [{ groups: ['GRADUATE'] }, '<대학원생> 제목'],
    [{ groups: ['LEAVE', 'MAJOR:해양공학'], years: [4] }, '<4학년·휴학생·해양공학> 제목'],
    [{ groups: ['STAFF'], title: '<안내> 제목' }, '<안내> 제목'],
    [{ groups: [] }, '<전학년> 제목'],
    [{ years: [4] }, '<4학년> 제목'],
  ])('has a label for %j, as those for years have [NOTIF-386]', async (body, title) => {
    const id = await postNotice(body);
    const { text } = await t.call('GET', `/api/post/${id}`, { as: admin });
    expect(text).toContain(JSON.stringify(title));
  });

  it('names no list in its title, as only staff know them [NOTIF-386]', async () => {
    const list = await createMemberList(t, manager, '학사경고', [await t.signIn('STUDENT')]);
    const id = await postNotice({ groups: [`LIST:${list}`] });
    const { text } = await t.call('GET', `/api/post/${id}`, { as: await t.signIn('STUDENT') });
    expect(text).not.toContain('학사경고');
    expect(text).toContain('"title":"제목"');
  });

  it('asks its readers to confirm it, staff of it too, and no other student [NOTIF-387]', async () => {
    const [grad, student, professor] = [
      await t.signIn('STUDENT'),
      await t.signIn('STUDENT'),
      await t.signIn('PROFESSOR'),
    ];
    await set(grad.id, { standing: 'GRADUATE' });
    const id = await postNotice({ groups: ['GRADUATE', 'STAFF'], mustRead: { dueOn: null } });
    const confirm = (as: SignedIn) =>
      t.call('POST', `/api/post/${id}/must-read/confirm`, { as, body: { round: 1 } });
    const isAsked = async (as: SignedIn) => {
      const { text } = await t.call('GET', `/api/post/${id}`, { as });
      return text.includes('"isAsked":true');
    };
    expect(await Promise.all([grad, student, professor].map(isAsked))).toEqual([true, false, true]);
    expect((await confirm(grad)).status).toBe(200);
  });

  it.each(['LEAVE', 'MAJOR:기관', 'LIST'])(
    'for %s names its readers to MANAGER and above only, also after the groups are taken away [NOTIF-388]',
    async (kind) => {
      const [council, reader] = [await t.signIn('STUDENT_COUNCIL'), await t.signIn('STUDENT')];
      await set(reader.id, { standing: 'LEAVE', major: '기관' });
      const list = await createMemberList(t, manager, '명단', [reader]);
      const groups = [kind === 'LIST' ? `LIST:${list}` : kind];
      const body = { boardType: 'NOTICE_SC', title: `${kind} 공지`, content: `<p>${kind}</p>` };
      const made = await t.call('POST', '/api/post/post-up', {
        as: council,
        body: { ...body, groups, mustRead: { dueOn: null } },
      });
      const url = `/api/post/${made.json.id}/must-read`;
      const { nickname } = reader;
      const seen = async (as: SignedIn) => {
        const [waiting, confirmed, file] = [
          await t.call('GET', url, { as }),
          await t.call('GET', `${url}?state=confirmed`, { as }),
          await t.call('GET', `${url}/export`, { as }),
        ];
        const isIn = ({ text }: { text: string }) => text.includes(nickname);
        return { waiting: isIn(waiting), confirmed: isIn(confirmed), export: file.status, file };
      };
      const { json } = await t.call('GET', url, { as: council });
      expect(json).toMatchObject({ readers: [], isNamed: false, totalCount: 1 });
      await t.call('POST', `${url}/confirm`, { as: reader, body: { round: 1 } });
      const none = { waiting: false, confirmed: false, export: 403 };
      expect(await seen(council)).toMatchObject(none);
      for (const as of [manager, admin]) {
        const found = await seen(as);
        expect(found).toMatchObject({ waiting: false, confirmed: true, export: 200 });
        expect(found.file.text).toContain(nickname);
      }
      for (const change of [{ groups: ['GRADUATE'] }, { groups: ['LEAVE', 'STAFF'], years: [4] }]) {
        await t.call('PUT', `/api/post/post-up/${made.json.id}`, {
          as: council,
          body: { ...body, ...change },
        });
        expect(await seen(council)).toMatchObject(none);
      }
      const opened = { ...body, groups: [], years: [] };
      const put = await t.call('PUT', `/api/post/post-up/${made.json.id}`, {
        as: council,
        body: opened,
      });
      expect(put.status).toBe(200);
      expect(await seen(council)).toMatchObject({ confirmed: false, export: 200 });
      const all = await t.call('GET', `${url}?state=confirmed`, { as: council });
      expect(all.json).toMatchObject({ isNamed: true, totalCount: 0 });
      await set(reader.id, {});
    },
  );

  it('is refused on other boards, and with unknown or too many groups [NOTIF-386]', async () => {
    const send = (body: object) =>
      t.call('POST', '/api/post/post-up', {
        as: admin,
        body: { title: '제목', content: '<p>글</p>', ...body },
      });
    const status = async (body: object) => (await send(body)).status;
    expect(await status({ boardType: 'FREE', groups: ['STAFF'] })).toBe(400);
    for (const groups of [
      ['ALL'],
      ['LIST:0'],
      ['MAJOR:'],
      ['MAJOR:<b>'],
      Array(21).fill('STAFF'),
    ]) {
      expect(await status({ boardType: 'NOTICE', groups }), String(groups)).toBe(400);
    }
  });

  it.each(['published', 'scheduled'])(
    'is refused for a list that is unknown or was deleted, at the field, unless it had it: %s [NOTIF-386]',
    async (kind) => {
      const isScheduled = kind === 'scheduled';
      const url = isScheduled ? '/api/admin/scheduled-notices' : '/api/post/post-up';
      const publishAt = new Date(t.clock.now().getTime() + 86_400_000).toISOString();
      const write = async (groups: string[], id?: number) => {
        texts += 1;
        const post = { boardType: 'NOTICE', title: '제목', content: `<p>${texts}</p>`, groups };
        const body = isScheduled ? { post, publishAt } : post;
        return id === undefined
          ? t.call('POST', url, { as: admin, body })
          : t.call('PUT', `${url}/${id}`, { as: admin, body });
      };
      const gone = await createMemberList(t, manager, '지운 명단', []);
      const list = await createMemberList(t, manager, '명단', [await t.signIn('STUDENT')]);
      const { id } = (await write([`LIST:${list}`, `LIST:${gone}`, 'STAFF'])).json;
      await t.db.execute(sql`delete from member_lists where id = ${gone}`);
      for (const groups of [[`LIST:${gone}`], [`LIST:${list}`, 'LIST:999999999999999']]) {
        const { status, json } = await write(groups);
        expect([status, json.errors?.[0]]).toEqual([
          400,
          { field: 'groups', message: '고른 명단이 없습니다. 받는 사람을 다시 골라 주세요.' },
        ]);
      }
      expect((await write([`LIST:${gone}`, 'LEAVE'], id)).status).toBe(200);
      expect((await write(['LEAVE'], id)).status).toBe(200);
      expect((await write([`LIST:${gone}`], id)).status).toBe(400);
      expect((await write([`LIST:${list}`], id)).status).toBe(200);
    },
  );
});

describe('a list of members', () => {
  it('is made from pasted numbers and addresses, or lines of a table, each member once [ADMIN-434]', async () => {
    const [a, b] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
    const people = `\uFEFF학번,이름,이메일\r\n${a.username.toUpperCase()},홍길동,\r\n\r\n"${b.username}"\t나\n  <${a.email}>  \n`;
    const { json } = await createList({ name: '졸업작품 팀장', people });
    expect(json).toMatchObject({ saved: true, found: 2, errors: [], list: { count: 2 } });
    const { json: read } = await t.call('GET', `${LISTS}/${json.list.id}`, { as: manager });
    expect(read.members.map(({ id }: { id: number }) => id).toSorted()).toEqual(
      [a.id, b.id].toSorted(),
    );
    expect(JSON.stringify(read)).not.toContain(a.username);
  });

  it('reports each line that names nobody, and saves the others once that is confirmed [ADMIN-434]', async () => {
    const a = await t.signIn('STUDENT');
    const people = `${a.username}\nnobody77@kmou.ac.kr\n2.02E+07\n안녕하세요`;
    const first = await createList({ name: '명단', people });
    expect(first.json).toMatchObject({ saved: false, list: null, found: 1 });
    expect(first.json.errors.map(({ line }: { line: number }) => line)).toEqual([2, 3, 4]);
    expect((await createList({ name: '명단', people, confirmed: true })).json).toMatchObject({
      saved: true,
      list: { count: 1 },
    });
    expect((await createList({ name: '명 단', people: '' })).status).toBe(200);
    expect((await createList({ name: '명단', people: '' })).json.error).toBe('DUPLICATE');
  });

  it('reads hostile text without an error of the server [ADMIN-434]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 400 }), async (people) => {
        const { status } = await createList({ name: '명단', people });
        expect(status).toBeLessThan(500);
        await t.db.execute('delete from member_lists');
      }),
      { numRuns: 40 },
    );
    const many = Array.from({ length: 20_000 }, (_, n) => `x${n}y`).join('\n');
    const { json } = await createList({ name: '명단', people: many });
    expect(json.saved).toBe(false);
    expect(json.errors.length).toBeLessThan(1_000);
    expect((await createList({ name: '명단', people: 'a'.repeat(400_001) })).status).toBe(400);
  });

  it('is renamed, grows and shrinks, and is on record by numbers alone [ADMIN-435]', async () => {
    const [a, b] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
    const id = await createMemberList(t, manager, '명단', [a]);
    const body = { name: '새 명단', people: b.email, removed: [a.id] };
    const { json } = await t.call('PUT', `${LISTS}/${id}`, { as: manager, body });
    expect(json.list).toEqual({ id, name: '새 명단', count: 1 });
    const { rows } = await t.db.execute<{ detail: object }>(
      sql`select detail from audit_entries where action = 'member.list' order by id desc limit 1`,
    );
    expect(rows[0]?.detail).toEqual({ list: '새 명단', added: 1, removed: 1 });
    expect((await t.call('PUT', `${LISTS}/999999`, { as: manager, body })).status).toBe(404);
  });

  it('cannot be deleted while a scheduled notice is for it [ADMIN-435]', async () => {
    const id = await createMemberList(t, manager, '명단', [await t.signIn('STUDENT')]);
    const post = {
      boardType: 'NOTICE',
      title: '제목',
      content: '<p>글</p>',
      groups: [`LIST:${id}`],
    };
    const publishAt = new Date(t.clock.now().getTime() + 86_400_000).toISOString();
    const made = await t.call('POST', '/api/admin/scheduled-notices', {
      as: admin,
      body: { post, publishAt },
    });
    expect(made.status).toBe(201);
    const remove = () => t.call('DELETE', `${LISTS}/${id}`, { as: manager });
    expect((await remove()).json.error).toBe('MEMBER_LIST_IN_USE');
    await t.call('DELETE', `/api/admin/scheduled-notices/${made.json.id}`, { as: admin });
    expect((await remove()).status).toBe(200);
  });

  it('has its members hidden from the student council, which sees names and numbers [ADMIN-435]', async () => {
    const council = await t.signIn('STUDENT_COUNCIL');
    const id = await createMemberList(t, manager, '명단', [await t.signIn('STUDENT')]);
    expect((await t.call('GET', `${LISTS}/${id}`, { as: council })).status).toBe(403);
    const { json } = await t.call('GET', '/api/admin/audiences', { as: council });
    expect(json.lists).toEqual([{ id, name: '명단', count: 1 }]);
  });
});

describe('standing and major', () => {
  it('come from the columns of a roster file, which a file without them leaves as they are [ADMIN-436]', async () => {
    const member = await t.signIn('STUDENT');
    const send = (csv: string, preview = false) =>
      t.call('POST', '/api/admin/roster/import', { as: admin, body: { csv, preview } });
    const line = `${member.username},${member.name},${member.email},학생`;
    const preview = await send(`학번,이름,이메일,역할,학적,전공\n${line},휴학,해양공학`, true);
    expect(preview.json.changes[0].note).toBe('학적, 전공 변경');
    const read = async () =>
      (await t.db.execute(sql`select standing, major from members where id = ${member.id}`))
        .rows[0];
    await send(`학번,이름,이메일,역할,학적,전공\n${line},휴학, 해양  공학`);
    expect(await read()).toEqual({ standing: 'LEAVE', major: '해양 공학' });
    await send(`학번,이름,이메일,역할\n${line}`);
    expect(await read()).toEqual({ standing: 'LEAVE', major: '해양 공학' });
    await send(`학번,이름,이메일,역할,학적,전공\n${line},,`);
    expect(await read()).toEqual({ standing: null, major: null });
  });

  it.each([
    ...[
      '수료',
      '제적',
      '자퇴',
      '졸업 예정',
      'constructor',
      '__proto__',
      'toString',
      'hasOwnProperty',
    ],
    '가'.repeat(200),
  ])(
    'stay where a word is not known, which is said and refuses no line: %.12s [ADMIN-436]',
    async (word) => {
      const member = await t.signIn('STUDENT');
      await set(member.id, { standing: 'LEAVE', major: '항해' });
      const line = `${member.username},${member.name},${member.email},학생`;
      const send = async (preview: boolean) => {
        const csv = `학번,이름,이메일,역할,학적,전공\n${line},${word},"<${word},"`;
        const body = { csv, preview, confirmed: false };
        return t.call('POST', '/api/admin/roster/import', { as: admin, body });
      };
      const { json } = await send(true);
      expect(json.errors).toEqual([]);
      expect(json.changes[0].note).toContain(`학적 ‘${word.slice(0, 20)}’`);
      expect(json.changes[0].note).toContain('전공');
      expect((await send(false)).status).toBe(200);
      const { rows } = await t.db.execute(
        sql`select standing, major from members where id = ${member.id}`,
      );
      expect(rows[0]).toEqual({ standing: 'LEAVE', major: '항해' });
    },
  );

  it('of many members are stored by one statement, each column alone [ADMIN-436]', async () => {
    const crowd = await Promise.all(Array.from({ length: 5 }, () => t.signIn('STUDENT')));
    for (const { id } of crowd) await set(id, { standing: 'GRADUATE', major: '조선' });
    const csv = ['학번,이름,이메일,역할,학적'].concat(
      crowd.map((one, n) =>
        [one.username, one.name, one.email, '학생', n === 0 ? '수료' : '휴학'].join(),
      ),
    );
    const statements = await recordStatements(async () => {
      const body = { csv: csv.join('\n'), preview: false };
      await t.call('POST', '/api/admin/roster/import', { as: admin, body });
    });
    const updates = statements.filter(({ text }) =>
      /update "?members"? set\s+"?standing/.test(text),
    );
    expect(updates).toHaveLength(1);
    const ids = crowd.map(({ id }) => id);
    const { rows } = await t.db.execute(
      `select standing, major from members where id in (${ids.join()}) order by id`,
    );
    const expected = crowd
      .toSorted((a, b) => a.id - b.id)
      .map((one) => ({
        standing: one === crowd[0] ? 'GRADUATE' : 'LEAVE',
        major: '조선',
      }));
    expect(rows).toEqual(expected);
  });

  it('are mended by an ADMIN without ending a session or sending an e-mail [ADMIN-436]', async () => {
    const member = await t.signIn('STUDENT');
    const correct = (body: object) =>
      t.call('POST', `/api/admin/members/${member.id}/correct`, { as: admin, body });
    const { json } = await correct({ standing: 'GRADUATE', major: '조선', reason: '진학' });
    expect(json.user).toMatchObject({ standing: 'GRADUATE', major: '조선' });
    expect((await t.call('GET', '/api/member/me', { as: member })).status).toBe(200);
    expect(await t.db.$count(sql`email_queue`, sql`recipient = ${member.email}`)).toBe(0);
    expect((await correct({ standing: 'GRADUATE', reason: '진학' })).status).toBe(400);
    await correct({ standing: null, major: '', reason: '정정' });
    const { rows } = await t.db.execute(
      sql`select standing, major from members where id = ${member.id}`,
    );
    expect(rows[0]).toEqual({ standing: null, major: null });
  });
});
