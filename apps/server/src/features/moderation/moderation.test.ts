import { imageVariantUrl } from '@naru/contract/images';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeComment } from '../../testing/factories/comments.ts';
import { createPicture } from '../../testing/factories/files.ts';
import { createInquiry, readAudit, readSuspension } from '../../testing/factories/inquiries.ts';
import { TEST_PASSWORD } from '../../testing/factories/members.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { createPost, readBoardCounter, readPost } from '../../testing/factories/posts.ts';
import { setRoles } from '../../testing/matrix/world.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { untilServed } from '../../testing/until-served.ts';
import { fetchFile, uploadPicture } from '../uploads/pictures.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('removed content', () => {
  const DAY = 24 * 60 * 60;
  let manager: SignedIn;
  let author: SignedIn;
  beforeEach(async () => {
    [manager, author] = [await t.signIn('MANAGER'), await t.signIn('STUDENT')];
  });

  const remove = (what: string, as = manager, reason = '광고') =>
    t.call('DELETE', `/api/${what}?reason=${encodeURIComponent(reason)}`, { as });
  const list = async (type = 'POST', as = manager) =>
    (await t.call('GET', `/api/admin/removed?type=${type}&size=50`, { as })).json;
  const detail = (type: string, id: number, as = manager) =>
    t.call('GET', `/api/admin/removed/${type}/${id}`, { as });
  const restore = (type: string, id: number, as = manager) =>
    untilServed(() =>
      t.call('POST', `/api/admin/removed/${type}/${id}/restore`, { as, body: { reason: '실수' } }),
    );
  const idsOf = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id);

  describe('GET /admin/removed', () => {
    it('lists content removed by staff with remover, reason and purge time', async () => {
      const id = await createPost(t, author, {
        title: '사세요',
        content: '<p>싸게 <b>팝니다</b></p>',
      });
      await remove(`post/${id}`);
      const item = (await list()).items.find((one: { id: number }) => one.id === id);
      expect(item).toMatchObject({
        type: 'POST',
        boardType: 'FREE',
        title: '사세요',
        excerpt: '싸게 팝니다',
        writerNickname: author.nickname,
        removedByNickname: manager.nickname,
        reason: '광고',
      });
      const days = (Date.parse(item.purgedAt) - Date.parse(item.removedAt)) / 1000 / DAY;
      expect(days).toBe(30);
    });

    it('hides content removed by its author unless it was reported', async () => {
      const reporter = await t.signIn();
      const [quiet, reported] = [await createPost(t, author), await createPost(t, author)];
      const values = { category: 'REPORT', targetType: 'POST', targetId: reported } as const;
      await createInquiry(t, reporter, values);
      for (const id of [quiet, reported]) await remove(`post/${id}`, author);
      const { items } = await list();
      expect(idsOf({ items })).toContain(reported);
      expect(idsOf({ items })).not.toContain(quiet);
      expect(items.find(({ id }: { id: number }) => id === reported)).toMatchObject({
        removedByNickname: null,
        reason: null,
      });
      expect((await detail('POST', quiet)).status).toBe(404);
      expect((await restore('POST', reported)).json.error).toBe('RESTORE_DENIED');
      expect((await restore('POST', quiet)).status).toBe(404);
    });

    it('shows no author of anonymous content', async () => {
      const postId = await createPost(t, author, { boardType: 'SECRET' });
      const { id } = await writeComment(t, author, postId, { content: '비밀 말' });
      await remove(`comment/${id}`);
      await remove(`post/${postId}`);
      for (const type of ['POST', 'COMMENT'] as const) {
        const page = await list(type, await t.signIn('ADMIN'));
        const item = page.items.find(
          (one: { id: number }) => one.id === (type === 'POST' ? postId : id),
        );
        expect(item).toMatchObject({ writerNickname: '익명', removedByNickname: manager.nickname });
        expect(JSON.stringify(page)).not.toContain(author.nickname);
        const { text } = await detail(type, type === 'POST' ? postId : id);
        expect(text).not.toContain(author.nickname);
      }
    });
  });

  describe('GET /admin/removed/:type/:id', () => {
    it('returns content and pictures, and records each read [AUDIT-01]', async () => {
      const picture = await createPicture(t.db, author);
      const content = `<p>본문</p><img src="${picture}" alt="">`;
      const id = await createPost(t, author, { content, imageUrls: [picture] });
      expect((await detail('POST', id)).status).toBe(404);
      await remove(`post/${id}`);
      const { json } = await detail('POST', id);
      expect(json).toMatchObject({ imageUrls: [], restorable: true });
      expect(json.content).toContain('본문');
      const actions = (await readAudit(t, id)).map(({ action }) => action);
      expect(actions).toEqual(['post.read-removed', 'post.delete']);
    });

    it('has the pictures at addresses for staff who read it, for an hour [MOD-04]', async () => {
      const [inText, ofItem, ofComment] = [
        await uploadPicture(t, author),
        await uploadPicture(t, author),
        await uploadPicture(t, author),
      ];
      const item = {
        ...{ boardType: 'MARKET', title: '책', price: 1000, imageUrls: [ofItem, inText] },
        content: `<p>책</p><img src="${inText}" alt="책 src=&quot;b&quot;">`,
      };
      const made = await t.call('POST', '/api/post/post-up', { as: author, body: item });
      const { id } = made.json;
      const body = { content: '사진', picture: { url: ofComment } };
      const { json } = await t.call('POST', `/api/post/${id}/comments`, { as: author, body });
      const whole = await fetchFile(t, inText);
      await remove(`comment/${json.comment.id}`);
      await remove(`post/${id}`);
      const post = (await detail('POST', id)).json;
      const comment = (await detail('COMMENT', json.comment.id)).json;
      const [source] = /\/files\/[\w.-]+(?=")/.exec(post.content) ?? [''];
      expect([post.imageUrls.length, comment.imageUrls.length]).toEqual([1, 1]);
      const shown = [source, post.imageUrls[0], comment.imageUrls[0]];
      for (const url of [inText, ofItem, ofComment]) {
        expect((await t.call('GET', url)).status).toBe(404);
      }
      for (const url of shown) {
        const { status, headers } = await t.call('GET', imageVariantUrl(url, 'medium'));
        expect([status, headers['cache-control']]).toEqual([200, 'private, no-cache']);
      }
      expect((await fetchFile(t, source)).equals(whole)).toBe(true);
      const forged = source.replace(
        /^(.{20})./,
        (_, head) => `${head}${source[20] === 'a' ? 'b' : 'a'}`,
      );
      expect((await t.call('GET', forged)).status).toBe(404);
      await setRoles(t, manager.id, ['STUDENT']);
      expect((await t.call('GET', source)).status).toBe(404);
      await setRoles(t, manager.id, ['MANAGER']);
      expect((await t.call('GET', source)).status).toBe(200);
      t.clock.advance(60 * 60);
      expect((await t.call('GET', source)).status).toBe(404);
    });

    it('responds with 404 after 30 days, before and after the nightly job', async () => {
      const id = await createPost(t, author);
      const { id: commentId } = await writeComment(t, author, await createPost(t, author));
      await remove(`post/${id}`);
      await remove(`comment/${commentId}`);
      t.clock.advance(30 * DAY - 1);
      let as = await t.signInAs(manager);
      expect((await detail('POST', id, as)).status).toBe(200);
      t.clock.advance(60);
      as = await t.signInAs(manager);
      for (let round = 0; round < 2; round += 1) {
        expect((await detail('POST', id, as)).status).toBe(404);
        expect((await detail('COMMENT', commentId, as)).status).toBe(404);
        expect((await restore('POST', id, as)).status).toBe(404);
        await t.services.jobs.content.run();
      }
      await expect(readPost(t, id)).rejects.toThrow();
    });
  });

  describe('POST /admin/removed/:type/:id/restore', () => {
    it('restores and counts a post once among 20 parallel requests', async () => {
      const id = await createPost(t, author);
      const before = await readBoardCounter(t, 'FREE');
      await remove(`post/${id}`);
      const responses = await Promise.all(Array.from({ length: 20 }, () => restore('POST', id)));
      const statuses = responses.map(({ status }) => status).toSorted();
      expect(statuses).toEqual([200, ...Array(19).fill(404)]);
      expect(await readBoardCounter(t, 'FREE')).toBe(before);
      expect((await t.call('GET', `/api/post/${id}`, { as: author })).status).toBe(200);
      expect((await readAudit(t, id))[0]).toMatchObject({ action: 'post.restore', reason: '실수' });
      await remove(`post/${id}`, manager, '다시');
      expect((await detail('POST', id)).json.reason).toBe('다시');
    });

    it('restores the counts of comments and replies', async () => {
      const postId = await createPost(t, author);
      const parent = await writeComment(t, author, postId);
      const reply = await writeComment(t, author, postId, { parentId: parent.id });
      for (const { id } of [reply, parent]) await remove(`comment/${id}`);
      expect((await readPost(t, postId)).commentCount).toBe(0);
      for (const { id } of [reply, parent]) expect((await restore('COMMENT', id)).status).toBe(200);
      const { json } = await t.call('GET', `/api/post/${postId}/comments`, { as: author });
      expect(json.commentCount).toBe(2);
      expect(json.comments).toEqual([
        expect.objectContaining({ id: parent.id, deleted: false, countChildren: 1 }),
      ]);
    });

    it('refuses the own content, with and without a name, to staff [MOD-79]', async () => {
      const other = await t.signIn('MANAGER');
      for (const boardType of ['FREE', 'SECRET'] as const) {
        const thread = await createPost(t, author, { boardType });
        const { id: commentId } = await writeComment(t, manager, thread);
        const postId = await createPost(t, manager, { boardType });
        await remove(`comment/${commentId}`, other);
        await remove(`post/${postId}`, other);
        for (const [type, id] of [['COMMENT', commentId] as const, ['POST', postId] as const]) {
          expect(await restore(type, id)).toMatchObject({
            status: 403,
            json: {
              error: 'PERMISSION_DENIED',
              message: '자신이 쓴 글은 다른 운영진이 복구해야 합니다.',
            },
          });
          expect((await readAudit(t, id)).map(({ action }) => action)).not.toContain(
            'post.restore',
          );
          expect((await restore(type, id, await t.signIn('MANAGER'))).status).toBe(200);
        }
      }
    });

    it('refuses a comment whose post is deleted', async () => {
      const postId = await createPost(t, author);
      const { id } = await writeComment(t, author, postId);
      await remove(`comment/${id}`);
      await remove(`post/${postId}`);
      expect((await detail('COMMENT', id)).json.restorable).toBe(false);
      expect((await restore('COMMENT', id)).json.error).toBe('RESTORE_DENIED');
      expect((await restore('POST', postId)).status).toBe(200);
      expect((await restore('COMMENT', id)).status).toBe(200);
    });
  });
});

describe('suspensions', () => {
  const DAY = 24 * 60 * 60;
  let admin: SignedIn;
  let member: SignedIn;
  beforeEach(async () => {
    t.clock.set(new Date('2030-05-10T03:00:00.000Z'));
    [admin, member] = [await t.signIn('ADMIN'), await t.signIn('STUDENT')];
  });

  const suspend = (id: number, body: object = {}, as = admin) =>
    untilServed(() =>
      t.call('POST', `/api/admin/members/${id}/suspend`, {
        as,
        body: { until: '2030-05-12', reason: '도배', ...body },
      }),
    );
  const lift = (id: number, as = admin) => t.call('POST', `/api/admin/members/${id}/lift`, { as });
  const login = (password = TEST_PASSWORD) =>
    t.call('POST', '/api/member/login', { body: { username: member.username, password } });
  describe('POST /admin/members/:id/suspend', () => {
    it('refuses past and too distant days, and a missing reason', async () => {
      for (const broken of [
        { until: '2030-05-09' },
        { until: '2040-06-01' },
        { until: '2030-02-30' },
        { until: '2030-05-12T00:00:00Z' },
        { until: undefined },
        { reason: ' ' },
        { reason: '가'.repeat(201) },
      ]) {
        expect((await suspend(member.id, broken)).status, JSON.stringify(broken)).toBe(400);
      }
      expect(await readSuspension(t, member.id)).toEqual({ until: null, reason: null });
    });

    it('refuses the actor, equal and higher ranks, and missing members', async () => {
      const [equal, system] = [await t.signIn('ADMIN'), await t.signIn('SYSTEM')];
      for (const id of [admin.id, equal.id, system.id]) {
        expect((await suspend(id)).json.error).toBe('SUSPENSION_DENIED');
        expect((await lift(id)).json.error).toBe('SUSPENSION_DENIED');
      }
      expect((await suspend(2 ** 40)).json.error).toBe('MEMBER_UNKNOWN');
      expect((await suspend(member.id, {}, await t.signIn('MANAGER'))).status).toBe(403);
    });

    it('ends all sessions and refuses a login, with the reason only after the right password [SESS-15]', async () => {
      const second = await t.signInAs(member);
      const { status, json } = await suspend(member.id);
      expect(status).toBe(200);
      expect(json.user).toMatchObject({
        id: member.id,
        suspendedUntil: '2030-05-12T23:59:59+09:00',
        suspendedReason: '도배',
      });
      for (const as of [member, second]) {
        expect((await t.call('GET', '/api/member/me', { as })).status).toBe(401);
      }
      const refresh = await t.call('POST', '/api/auth/refresh', {
        body: { refreshToken: member.refreshToken },
        cookies: { naru_device: member.device },
      });
      expect(refresh.status).toBe(401);
      const wrong = await login('not the password 1');
      expect([wrong.status, wrong.json.error]).toEqual([401, 'LOGIN_FAILED']);
      const right = await login();
      expect([right.status, right.json.error]).toEqual([403, 'ACCOUNT_SUSPENDED']);
      expect(right.json.message).toContain('2030-05-12까지');
      expect(right.json.message).toContain('도배');
    });

    it('lasts until the end of the day in Korea', async () => {
      await suspend(member.id, { until: '2030-05-10' });
      t.clock.set(new Date('2030-05-10T14:59:59.000Z'));
      expect((await login()).status).toBe(403);
      t.clock.set(new Date('2030-05-10T15:00:00.000Z'));
      expect((await login()).status).toBe(200);
    });

    it('notifies, e-mails without the reason, and records the suspension', async () => {
      await suspend(member.id);
      expect(await readNotifications(t, member)).toContainEqual(
        expect.objectContaining({
          subType: 'suspended',
          content: '2030-05-12까지 이용이 정지되었습니다.',
        }),
      );
      const [mail] = (await t.mails()).filter(({ to }) => to === member.email);
      expect(mail?.subject).toContain('이용이 정지되었습니다');
      expect(mail?.text).not.toContain('도배');
      expect(await readAudit(t, member.id)).toEqual([
        expect.objectContaining({
          action: 'member.suspend',
          reason: '도배',
          detail: { before: null, until: '2030-05-12' },
        }),
      ]);
    });

    it('keeps the last ADMIN from being suspended by SYSTEM', async () => {
      const system = await t.signIn('SYSTEM');
      const others = `role = 'ADMIN' and member_id <> ${admin.id}`;
      await t.db.execute(`delete from member_roles where ${others}`);
      expect((await suspend(admin.id, {}, system)).json.error).toBe('LAST_ADMIN');
      const other = await t.signIn('ADMIN');
      const suspendedUntil = (day: string) =>
        t.db.execute(`update members set suspended_until = '${day}' where id = ${other.id}`);
      await suspendedUntil('2999-01-01');
      expect((await suspend(admin.id, {}, system)).json.error).toBe('LAST_ADMIN');
      // A suspension that is over leaves an ADMIN who can log in.
      await suspendedUntil('2020-01-01');
      expect((await suspend(admin.id, {}, system)).status).toBe(200);
    });

    it('leaves no session of a parallel login', async () => {
      for (let round = 0; round < 5; round += 1) {
        member = await t.signIn('STUDENT');
        const [done, ...logins] = await Promise.all([suspend(member.id), login(), login()]);
        expect(done.status).toBe(200);
        for (const { status, json } of logins) {
          if (status !== 200) continue;
          const headers = { authorization: `Bearer ${json.accessToken}` };
          expect((await t.call('GET', '/api/member/me', { headers })).status).toBe(401);
        }
      }
    });
  });

  describe('POST /admin/members/:id/lift', () => {
    it('allows logins again with one notification; changes nothing without a suspension', async () => {
      await suspend(member.id);
      const { json } = await lift(member.id);
      expect(json.user).toMatchObject({ suspendedUntil: null, suspendedReason: null });
      expect((await login()).status).toBe(200);
      expect((await lift(member.id)).status).toBe(200);
      expect((await readAudit(t, member.id)).map(({ action }) => action)).toEqual([
        'member.lift',
        'member.suspend',
      ]);
      const notified = (await readNotifications(t, member)).map(({ subType }) => subType);
      expect(notified).toContain('suspension-lifted');
    });

    it('changes nothing after an expired suspension', async () => {
      await suspend(member.id, { until: '2030-05-10' });
      t.clock.advance(DAY);
      const as = await t.signInAs(admin);
      expect((await lift(member.id, as)).json.user.suspendedUntil).toBeNull();
      expect(await readAudit(t, member.id)).toHaveLength(1);
    });
  });

  describe('an e-mail about a suspension that waited for the mail server', () => {
    const mails = async () => (await t.mails()).filter(({ to }) => to === member.email);

    it('does not leave when the suspension was lifted meanwhile [MOD-80]', async () => {
      await suspend(member.id);
      await lift(member.id);
      expect((await mails()).map(({ subject }) => subject)).toEqual([
        expect.stringContaining('이용 정지가 해제되었습니다'),
      ]);
    });

    it('leaves about the last one alone when the member was suspended again [MOD-80]', async () => {
      await suspend(member.id);
      await lift(member.id);
      await suspend(member.id);
      await suspend(member.id, { until: '2030-05-20' });
      expect((await mails()).map(({ text }) => text)).toEqual([
        expect.stringContaining('2030-05-20까지'),
      ]);
    });

    it('does not leave once it is over or the account is gone [MOD-80]', async () => {
      await suspend(member.id, { until: '2030-05-10' });
      t.clock.advance(DAY);
      expect(await mails()).toEqual([]);
      admin = await t.signInAs(admin);
      await suspend(member.id);
      await lift(member.id);
      await t.db.execute(`update members set withdrawn_at = now() where id = ${member.id}`);
      expect(await mails()).toEqual([]);
    });
  });
});
