import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeComment } from '../../testing/factories/comments.ts';
import { createRoleRequest, readAudit, readRoles } from '../../testing/factories/inquiries.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { findInTables } from '../../testing/matrix/snapshot.ts';
import { setRoles } from '../../testing/matrix/world.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { untilServed } from '../../testing/until-served.ts';
import { prove } from '../account/account.fixture.ts';
import { grantAdmin } from '../members/members.service.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('reveals', () => {
  const HOUR = 60 * 60;
  let first: SignedIn;
  let second: SignedIn;
  let third: SignedIn;
  let author: SignedIn;
  let postId: number;
  beforeEach(async () => {
    [first, second, third] = [
      await t.signIn('ADMIN'),
      await t.signIn('ADMIN'),
      await t.signIn('ADMIN'),
    ];
    author = await t.signIn('STUDENT');
    postId = await createPost(t, author, { boardType: 'SECRET', title: '협박' });
  });

  const ask = (as = first, targetId = postId, targetType = 'POST', reason = '경찰 요청') =>
    untilServed(() =>
      t.call('POST', '/api/admin/reveals', { as, body: { targetType, targetId, reason } }),
    );
  const decide = (id: number, as: SignedIn, verb = 'approve') =>
    untilServed(() => t.call('POST', `/api/admin/reveals/${id}/${verb}`, { as }));
  const look = (id: number, as: SignedIn) => t.call('GET', `/api/admin/reveals/${id}`, { as });
  const asked = async () => (await ask()).json.reveal.id as number;
  /** Checks for everything that identifies the author. */
  function expectNoAuthor(text: string): void {
    for (const trace of [author.nickname, author.name, author.username, `:${author.id},`]) {
      expect(text).not.toContain(trace);
    }
  }

  describe('POST /admin/reveals', () => {
    it('requires a reason and existing anonymous content', async () => {
      expect((await ask(first, postId, 'POST', ' ')).status).toBe(400);
      expect((await ask(first, 2 ** 40)).json.error).toBe('POST_NOT_FOUND');
      expect((await ask(first, 2 ** 40, 'COMMENT')).json.error).toBe('COMMENT_NOT_FOUND');
      expect((await ask(first, author.id, 'MEMBER')).status).toBe(400);
      const open = await createPost(t, author);
      const comment = await writeComment(t, author, open);
      expect((await ask(first, open)).json.error).toBe('REVEAL_NOT_ANONYMOUS');
      expect((await ask(first, comment.id, 'COMMENT')).json.error).toBe('REVEAL_NOT_ANONYMOUS');
      expect((await ask(await t.signIn('MANAGER'))).status).toBe(403);
    });

    it('is visible to all ADMINs, notifies them, and contains no author', async () => {
      const { status, json, text } = await ask();
      expect(status).toBe(201);
      expect(json.reveal).toMatchObject({
        title: '협박',
        state: 'PENDING',
        requesterNickname: first.nickname,
        approverId: null,
        openUntil: null,
        canDecide: false,
        canOpen: false,
      });
      expectNoAuthor(text);
      const seen = await t.call('GET', '/api/admin/reveals', { as: third });
      expect(seen.json.reveals[0]).toMatchObject({ id: json.reveal.id, canDecide: true });
      expectNoAuthor(seen.text);
      for (const admin of [second, third]) {
        expect((await readNotifications(t, admin)).at(-1)?.subType).toBe('reveal');
      }
      expect(await readNotifications(t, first)).toEqual([]);
    });

    it('accepts one pending request per target, also among 10 in parallel', async () => {
      const responses = await Promise.all(Array.from({ length: 10 }, () => ask()));
      const statuses = responses.map(({ status }) => status).toSorted();
      expect(statuses).toEqual([201, ...Array(9).fill(409)]);
      expect((await ask(second)).json.error).toBe('REVEAL_EXISTS');
    });
  });

  describe('approval and rejection', () => {
    it('are refused for the requester', async () => {
      const id = await asked();
      for (const verb of ['approve', 'reject']) {
        const { status, json } = await decide(id, first, verb);
        expect([status, json.error]).toEqual([403, 'REVEAL_SELF']);
      }
      expect((await look(id, first)).json).toMatchObject({ state: 'PENDING', identity: null });
      expect((await decide(2 ** 40, second)).json.error).toBe('REVEAL_NOT_FOUND');
    });

    it('decide once among parallel approvals and rejections', async () => {
      const id = await asked();
      const responses = await Promise.all(
        [second, third, second, third, second, third].map((as, index) =>
          decide(id, as, index % 2 === 0 ? 'approve' : 'reject'),
        ),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      const losers = responses.filter(({ status }) => status !== 200);
      expect(new Set(losers.map(({ json }) => json.error))).toEqual(new Set(['REVEAL_DECIDED']));
      expect((await readNotifications(t, first)).at(-1)?.subType).toBe('reveal');
    });

    it('a rejection reveals nothing and allows a new request', async () => {
      const id = await asked();
      const { json, text } = await decide(id, second, 'reject');
      expect(json.reveal).toMatchObject({ state: 'REJECTED', openUntil: null });
      expectNoAuthor(text);
      for (const as of [first, second, third]) {
        const seen = await look(id, as);
        expect(seen.json.identity).toBeNull();
        expectNoAuthor(seen.text);
      }
      expect((await ask()).status).toBe(201);
    });
  });

  describe('GET /admin/reveals/:id', () => {
    it('shows the author only to requester and approver after the approval, and records each read', async () => {
      const id = await asked();
      const before = await Promise.all([first, second, third].map((as) => look(id, as)));
      for (const { json, text } of before) {
        expect(json.identity).toBeNull();
        expectNoAuthor(text);
      }
      const approved = await decide(id, second);
      expect(approved.json.reveal).toMatchObject({ state: 'APPROVED', canOpen: true });
      expectNoAuthor(approved.text);
      for (const as of [first, second]) {
        const { json } = await look(id, as);
        expect(json.identity).toEqual({
          id: author.id,
          username: author.username,
          name: author.name,
          nickname: author.nickname,
        });
      }
      const other = await look(id, third);
      expect(other.json).toMatchObject({ identity: null, canOpen: false });
      expectNoAuthor(other.text);
      const entries = (await readAudit(t, id)).filter(({ targetType }) => targetType === 'reveal');
      expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
        ['reveal.open', second.id],
        ['reveal.open', first.id],
        ['reveal.approve', second.id],
        ['reveal.request', first.id],
      ]);
      const log = await t.call('GET', `/api/admin/audit?targetType=reveal&size=50`, { as: third });
      expect(log.json.entries[0]).toMatchObject({ action: 'reveal.open' });
      expectNoAuthor(log.text);
      expectNoAuthor((await t.call('GET', '/api/admin/reveals', { as: first })).text);
      const rows = await findInTables(t, author.nickname, ['audit_entries', 'reveal_requests']);
      expect(rows).toEqual([]);
    });

    it('hides the author after 24 hours', async () => {
      const id = await asked();
      await decide(id, second);
      t.clock.advance(24 * HOUR - 1);
      expect((await look(id, await t.signInAs(first))).json.identity.id).toBe(author.id);
      t.clock.advance(1);
      const { json, text } = await look(id, await t.signInAs(first));
      expect(json).toMatchObject({ state: 'EXPIRED', identity: null, canOpen: false });
      expectNoAuthor(text);
      expect((await ask(await t.signInAs(second))).status).toBe(201);
    });

    it('hides the author from a party who lost the role ADMIN', async () => {
      const id = await asked();
      await decide(id, second);
      await t.db.execute(
        `delete from member_roles where role = 'ADMIN' and member_id = ${first.id}`,
      );
      expect((await look(id, first)).status).toBe(403);
    });

    it('works for comments and removed content until they are erased', async () => {
      const { id: commentId } = await writeComment(t, author, postId, { content: '말' });
      await t.call('DELETE', `/api/comment/${commentId}?reason=spam`, { as: third });
      const { json } = await ask(first, commentId, 'COMMENT');
      expect(json.reveal).toMatchObject({ title: '', excerpt: '', postId: null });
      await decide(json.reveal.id, second);
      expect((await look(json.reveal.id, second)).json.identity.id).toBe(author.id);
      await t.db.execute(`delete from comments where id = ${commentId}`);
      expect((await look(json.reveal.id, second)).json.identity).toBeNull();
    });

    it('shows no identity of a withdrawn author', async () => {
      const id = await asked();
      await decide(id, second);
      await prove(t, author);
      expect((await t.call('DELETE', '/api/member/me', { as: author })).status).toBe(200);
      expect((await look(id, second)).json.identity).toBeNull();
    });
  });
});

describe('pairs of ADMINs', () => {
  const DAY = 24 * 60 * 60;
  const NO_APPROVER = '승인할 다른 관리자가 없습니다.';
  let admin: SignedIn;
  let author: SignedIn;
  let postId: number;
  beforeEach(async () => {
    t.clock.set(new Date('2026-11-20T05:00:30.000Z'));
    await t.db.execute(`delete from member_roles where role in ('ADMIN', 'SYSTEM')`);
    await t.db.execute('delete from reveal_requests');
    [admin, author] = [await t.signIn('ADMIN'), await t.signIn('STUDENT')];
    postId = await createPost(t, author, { boardType: 'SECRET', title: '협박' });
  });

  /** Signs the member in again, since the clock moves further than tokens live. */
  const again = (member: SignedIn) => t.signInAs(member);
  const change = (verb: 'grant' | 'revoke', member: SignedIn, by: SignedIn, role = 'ADMIN') =>
    untilServed(async () =>
      t.call(
        verb === 'grant' ? 'POST' : 'DELETE',
        `/api/admin/${verb}-role?userId=${member.id}&role=${role}`,
        { as: await again(by) },
      ),
    );
  const ask = (as: SignedIn, more = {}) =>
    untilServed(async () =>
      t.call('POST', '/api/admin/reveals', {
        as: await again(as),
        body: { targetType: 'POST', targetId: postId, reason: '경찰 요청', ...more },
      }),
    );
  const decide = (id: number, as: SignedIn, verb = 'approve') =>
    untilServed(async () =>
      t.call('POST', `/api/admin/reveals/${id}/${verb}`, { as: await again(as) }),
    );
  const look = async (id: number, as: SignedIn) =>
    (await t.call('GET', `/api/admin/reveals/${id}`, { as: await again(as) })).json;
  const readiness = async (as: SignedIn) =>
    (await t.call('GET', '/api/admin/reveals/readiness', { as: await again(as) })).json.obstacle;
  const newAdmin = async (by: SignedIn) => {
    const member = await t.signIn('USER');
    expect((await change('grant', member, by)).status).toBe(200);
    return member;
  };
  const grantOnCommandLine = (member: SignedIn) =>
    grantAdmin(t.db, t.clock, t.services.audit, member.username);
  describe('an ADMIN who appoints a second account', () => {
    it('cannot request a reveal, now or after the wait of the new ADMIN [ANON-29, ANON-30]', async () => {
      const own = await newAdmin(admin);
      for (const days of [0, 7, 22]) {
        t.clock.advance(days * DAY);
        const { status, json } = await ask(admin);
        expect([status, json.error]).toEqual([409, 'REVEAL_NO_APPROVER']);
        expect(json.message).toBe(`${NO_APPROVER} 12월 20일 14:00부터 할 수 있습니다.`);
      }
      expect(
        (await t.call('GET', '/api/admin/reveals', { as: await again(admin) })).json,
      ).toMatchObject({ reveals: [] });
      t.clock.advance(DAY);
      const { json } = await ask(admin);
      expect((await decide(json.reveal.id, own)).status).toBe(200);
    });

    it('cannot let it approve a request that another ADMIN made possible [ANON-29]', async () => {
      const honest = await t.signIn('ADMIN');
      const own = await newAdmin(admin);
      const { id } = (await ask(admin)).json.reveal;
      expect((await look(id, own)).obstacle).toEqual({
        reason: 'NEW',
        until: '2026-11-27T14:00:30+09:00',
      });
      const early = await decide(id, own);
      expect([early.status, early.json.error]).toEqual([403, 'REVEAL_DENIED']);
      t.clock.advance(8 * DAY);
      const linked = await decide(id, own);
      expect([linked.status, linked.json.error]).toEqual([403, 'REVEAL_DENIED']);
      expect(linked.json.message).toContain('30일이 지나지 않아 승인할 수 없습니다.');
      for (const as of [admin, own]) {
        expect(await look(id, as)).toMatchObject({ state: 'PENDING', identity: null });
      }
      expect((await decide(id, honest)).status).toBe(200);
    });

    it('cannot take over another ADMIN by a new address that SYSTEM sets [ANON-111]', async () => {
      const [honest, system] = [await t.signIn('ADMIN'), await t.signIn('SYSTEM')];
      const corrected = await t.call('POST', `/api/admin/members/${honest.id}/correct`, {
        as: system,
        body: { email: 'mine@g.kmou.ac.kr', reason: '메일 분실' },
      });
      expect(corrected.status).toBe(200);
      const { status, json } = await ask(admin);
      expect([status, json.error]).toEqual([409, 'REVEAL_NO_APPROVER']);
      t.clock.advance(6 * DAY);
      expect((await readiness(honest)).reason).toBe('NEW');
      t.clock.advance(2 * DAY);
      const { id } = (await ask(admin)).json.reveal;
      expect((await decide(id, honest)).status).toBe(200);
    });

    it('is linked to it through other accounts, also when both got the role from one [ANON-29]', async () => {
      const honest = await t.signIn('ADMIN');
      const [second, sibling] = [await newAdmin(admin), await newAdmin(admin)];
      const third = await newAdmin(second);
      await change('revoke', second, honest);
      t.clock.advance(8 * DAY);
      const { id } = (await ask(third)).json.reveal;
      for (const as of [admin, sibling]) {
        expect((await look(id, as)).obstacle).toMatchObject({ reason: 'LINKED' });
        expect((await decide(id, as)).json.error).toBe('REVEAL_DENIED');
      }
      expect((await decide(id, honest)).status).toBe(200);
    });
  });

  describe('the wait of a new ADMIN', () => {
    it('is 7 days after a grant on the command line, which links nobody [ANON-29]', async () => {
      const second = await t.signIn('USER');
      expect(await grantOnCommandLine(second)).toBe('granted');
      const until = '2026-11-27T14:00:30+09:00';
      expect(await readiness(second)).toEqual({ reason: 'NEW', until });
      expect((await ask(second)).json.message).toContain('11월 27일 14:00부터 할 수 있습니다.');
      expect(await readiness(admin)).toEqual({ reason: 'NO_APPROVER', until });
      t.clock.advance(7 * DAY - 1);
      expect((await ask(admin)).json.error).toBe('REVEAL_NO_APPROVER');
      t.clock.advance(1);
      expect(await readiness(second)).toBeNull();
      const { json } = await ask(admin);
      expect((await decide(json.reveal.id, second)).status).toBe(200);
    });

    it('begins again with every new grant and is not shortened by a repeated one', async () => {
      const second = await t.signIn('ADMIN');
      await t.db.execute(`update members set created_at = '2020-01-01' where id = ${second.id}`);
      expect(await readiness(admin)).toBeNull();
      await change('revoke', second, admin);
      expect(await readiness(admin)).toEqual({ reason: 'NO_APPROVER', until: null });
      expect(await grantOnCommandLine(second)).toBe('granted');
      expect(await readiness(second)).toMatchObject({ reason: 'NEW' });
      t.clock.advance(DAY);
      expect(await grantOnCommandLine(second)).toBe('had it');
      expect((await change('grant', second, admin)).status).toBe(200);
      expect(await readiness(second)).toEqual({
        reason: 'NEW',
        until: '2026-11-27T14:00:30+09:00',
      });
    });

    it('cannot be avoided by a role request, which never grants ADMIN', async () => {
      const second = await t.signIn('USER');
      const body = {
        title: '권한',
        content: '주세요',
        category: 'ROLE_REQUEST',
        targetRole: 'ADMIN',
      };
      expect((await t.call('POST', '/api/inquiry', { as: second, body })).status).toBe(400);
      const request = await createRoleRequest(t, second, 'MANAGER');
      await t.call('POST', `/api/inquiry/${request}/grant`, {
        as: admin,
        body: { answer: '확인했습니다.', targetRole: 'ADMIN', role: 'ADMIN' },
      });
      expect(await readRoles(t, second.id)).not.toContain('ADMIN');
    });

    it('does not end for a request whose member lost the role or is suspended meanwhile', async () => {
      const [second, third] = [await t.signIn('ADMIN'), await t.signIn('ADMIN')];
      const { id } = (await ask(second)).json.reveal;
      await change('revoke', second, third);
      expect((await decide(id, admin)).json.error).toBe('REVEAL_DENIED');
      await grantOnCommandLine(second);
      expect((await look(id, admin)).obstacle).toMatchObject({ reason: 'REQUESTER' });
      expect((await decide(id, admin)).json.error).toBe('REVEAL_DENIED');
      t.clock.advance(7 * DAY);
      const until = new Date(t.clock.now().getTime() + DAY * 1000).toISOString();
      await t.db.execute(`update members set suspended_until = '${until}' where id = ${second.id}`);
      expect((await decide(id, admin)).json.error).toBe('REVEAL_DENIED');
      expect((await decide(id, third, 'reject')).status).toBe(200);
    });
  });

  describe('SYSTEM', () => {
    it('neither requests nor decides, also with the role ADMIN [ANON-29]', async () => {
      const [second, system] = [await t.signIn('ADMIN'), await t.signIn('SYSTEM')];
      const { id } = (await ask(second)).json.reveal;
      for (const roles of [['USER', 'SYSTEM'] as const, ['USER', 'ADMIN', 'SYSTEM'] as const]) {
        await setRoles(t, system.id, [...roles]);
        expect(await readiness(system)).toEqual({ reason: 'SYSTEM', until: null });
        expect((await ask(system)).json.error).toBe('REVEAL_DENIED');
        for (const verb of ['approve', 'reject']) {
          expect((await decide(id, system, verb)).json.error).toBe('REVEAL_DENIED');
        }
        expect(await look(id, system)).toMatchObject({ state: 'PENDING', canDecide: false });
      }
      expect(await readiness(admin)).toBeNull();
    });
  });

  describe('30 days after an approval', () => {
    const approve = async (more = {}) => {
      const second = await t.signIn('ADMIN');
      const { id } = (await ask(admin, more)).json.reveal;
      expect((await decide(id, second)).status).toBe(200);
      return { id, second };
    };
    const noticesOfAuthor = async () =>
      (await readNotifications(t, author)).filter(({ subType }) => subType === 'author-revealed');
    const mailed = async () => (await t.mails()).filter(({ to }) => to === author.email);

    it('the author is notified once, by notification and e-mail, without the post or the ADMINs [ANON-31]', async () => {
      const { id, second } = await approve();
      t.clock.advance(30 * DAY - 1);
      expect(await t.services.jobs.reveals.run()).toEqual({ notifiedAuthors: 0 });
      expect(await noticesOfAuthor()).toEqual([]);
      t.clock.advance(1);
      const runs = await Promise.all([1, 2, 3].map(() => t.services.moderation.notifyAuthors()));
      expect(runs.toSorted()).toEqual([0, 0, 1]);
      expect(await t.services.jobs.reveals.run()).toEqual({ notifiedAuthors: 0 });
      expect(await noticesOfAuthor()).toHaveLength(1);
      const [mail, ...rest] = await mailed();
      expect(rest).toEqual([]);
      expect(mail?.subject).toContain('작성자 확인 안내');
      const text = `${mail?.text} ${(await noticesOfAuthor())[0]?.content}`;
      for (const word of ['협박', `/${postId}`, admin.nickname, second.nickname, admin.username]) {
        expect(text).not.toContain(word);
      }
      expect(await look(id, admin)).toMatchObject({ withheld: false });
      expect((await look(id, admin)).authorToldAt).toBe('2026-12-20T14:00:30+09:00');
    });

    it('the author is notified although the content was erased meanwhile [ANON-31]', async () => {
      const { id } = await approve();
      await t.db.execute(`delete from posts where id = ${postId}`);
      t.clock.advance(30 * DAY);
      expect(await t.services.moderation.notifyAuthors()).toBe(1);
      expect(await noticesOfAuthor()).toHaveLength(1);
      const { rows } = await t.db.execute(
        `select author_seal from reveal_requests where id = ${id}`,
      );
      expect(rows).toEqual([{ author_seal: null }]);
    });

    it('the others are notified although one notification fails, and that one later [ANON-31]', async () => {
      await approve();
      postId = await createPost(t, author, { boardType: 'SECRET' });
      await approve();
      t.clock.advance(30 * DAY);
      vi.spyOn(t.services.emailQueue, 'enqueue').mockRejectedValueOnce(new Error('killed'));
      await expect(t.services.moderation.notifyAuthors()).rejects.toThrow('killed');
      expect(await mailed()).toHaveLength(1);
      expect(await t.services.moderation.notifyAuthors()).toBe(1);
      expect(await mailed()).toHaveLength(2);
    });

    it('nobody is notified of a request that both ADMINs withheld for legal reasons, or that was rejected [ANON-31]', async () => {
      const { id } = await approve({ withheld: true });
      expect(await look(id, admin)).toMatchObject({ withheld: true, authorToldAt: null });
      const entries = (await readAudit(t, id)).filter(({ action }) => action === 'reveal.request');
      expect(entries[0]).toMatchObject({ detail: { withheld: true } });
      const { rows } = await t.db.execute(
        `select author_seal from reveal_requests where id = ${id}`,
      );
      expect(rows).toEqual([{ author_seal: null }]);
      t.clock.advance(DAY);
      const again = (await ask(admin)).json.reveal.id;
      await decide(again, await t.signIn('ADMIN'), 'reject');
      t.clock.advance(31 * DAY);
      await t.services.moderation.notifyAuthors();
      expect(await noticesOfAuthor()).toEqual([]);
      expect(await mailed()).toEqual([]);
    });

    it('a withdrawn author is not notified', async () => {
      await approve();
      await prove(t, author);
      expect((await t.call('DELETE', '/api/member/me', { as: author })).status).toBe(200);
      t.clock.advance(30 * DAY);
      await t.services.moderation.notifyAuthors();
      expect(await mailed()).toEqual([]);
    });
  });
});
