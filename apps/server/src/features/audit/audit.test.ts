import type { AuditEntry } from '@naru/contract/audit';
import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kstDay } from '../../platform/clock.ts';
import { writeComment } from '../../testing/factories/comments.ts';
import { createInquiry } from '../../testing/factories/inquiries.ts';
import { createMember } from '../../testing/factories/members.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import type { AuditService } from './audit.service.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('reading', () => {
  const DAY = 24 * 60 * 60;
  let admin: SignedIn;
  beforeEach(async () => {
    admin = await t.signIn('ADMIN');
  });

  type AuditRecord = Parameters<AuditService['record']>[2];
  const write = (values: Partial<AuditRecord>, address?: string) =>
    t.services.audit.record(
      t.db,
      { memberId: admin.id, address },
      { action: 'banner.delete', ...values },
    );
  const list = async (query: string) =>
    (await t.call('GET', `/api/admin/audit?${query}`, { as: admin })).json;
  describe('GET /admin/audit', () => {
    it('resolves names, lists the newest first, and pages', async () => {
      const member = await createMember(t.db);
      const inquiryId = await createInquiry(t, member, { title: '내 문의' });
      await write({ action: 'member.suspend', targetId: member.id });
      await write({ action: 'inquiry.read', targetId: inquiryId });
      const detail = { before: { a: 1 }, roles: ['USER', 'ADMIN'], after: '열림', none: null };
      await write({ action: 'setting.update', detail, reason: '  시험  ' }, '10.0.0.7');
      const { entries, page } = await list(`actor=${encodeURIComponent(admin.nickname)}&size=2`);
      expect(page).toMatchObject({ totalElements: 3, totalPages: 2 });
      expect(entries).toEqual([
        expect.objectContaining({
          action: 'setting.update',
          actorNickname: admin.nickname,
          reason: '시험',
          address: '10.0.0.7',
          detail: expect.arrayContaining([
            { name: 'roles', value: 'USER, ADMIN' },
            { name: 'none', value: 'null' },
          ]),
          changes: [
            { path: ['a'], before: '1', after: null },
            { path: [], before: null, after: '열림' },
          ],
        }),
        expect.objectContaining({ action: 'inquiry.read', targetLabel: '내 문의', detail: [] }),
      ]);
      const [suspension] = (await list(`targetType=member&targetId=${member.id}`)).entries;
      expect(suspension.targetLabel).toBe(member.nickname);
      await t.db.execute(`update members set withdrawn_at = now() where id = ${member.id}`);
      const [left] = (await list(`targetType=member&targetId=${member.id}`)).entries;
      expect(left.targetLabel).toBe('탈퇴한 회원');
    });

    it('names posts and comments, also removed by staff, but neither anonymous ones nor what authors removed [AUDIT-56]', async () => {
      const author = await t.signIn('STUDENT');
      const open = await createPost(t, author, { title: '중고책 나눔' });
      const secret = await createPost(t, author, { title: '비밀 이야기', boardType: 'SECRET' });
      const removed = await createPost(t, author, { title: '지운 글' });
      const banned = await createPost(t, author, { title: '광고 글' });
      const said = await writeComment(t, author, open, { content: '아직 있나요?' });
      const whispered = await writeComment(t, author, secret, { content: '조용히' });
      await t.call('DELETE', `/api/post/${removed}`, { as: author });
      await t.call('DELETE', `/api/post/${banned}?reason=x`, { as: await t.signIn('MANAGER') });
      for (const targetId of [open, secret, removed, banned])
        await write({ action: 'post.pin', targetId });
      for (const { id } of [said, whispered])
        await write({ action: 'comment.restore', targetId: id });
      const { entries } = await list(`actor=${encodeURIComponent(admin.nickname)}`);
      const labels = entries.map(({ targetLabel }: AuditEntry) => targetLabel).reverse();
      expect(labels).toEqual(['중고책 나눔', '', '', '광고 글', '아직 있나요?', '']);
    });

    it('records what a save of banners and settings changed [AUDIT-57]', async () => {
      const banner = { bannerType: 'NORMAL', title: '학술제', content: '3시' };
      const film = { bannerType: 'MEDIA', title: '소개', targetUrl: 'https://youtu.be/x' };
      await write({
        action: 'banner.replace',
        detail: {
          types: ['NORMAL'],
          before: [banner, film],
          after: [film, { ...banner, content: '4시' }],
        },
      });
      const links = JSON.stringify([{ label: '도서관', url: 'https://a.test/' }]);
      await write({
        action: 'setting.update',
        detail: { setting: 'quickLinks', before: '[]', after: links },
      });
      const { entries } = await list('size=2');
      expect(entries[1].changes).toEqual([
        { path: ['NORMAL\n학술제', 'content'], before: '3시', after: '4시' },
      ]);
      expect(entries[0].changes).toEqual([
        { path: ['\n도서관', 'title'], before: null, after: '도서관' },
        { path: ['\n도서관', 'url'], before: null, after: 'https://a.test/' },
      ]);
      expect(entries[0].detail).toEqual([{ name: 'setting', value: 'quickLinks' }]);
    });

    it('filters by action, target and inclusive days in Korea', async () => {
      t.clock.set(new Date('2030-03-01T14:59:59.000Z'));
      admin = await t.signIn('ADMIN');
      await write({ targetId: 1 });
      t.clock.advance(1);
      await write({ targetId: 2, action: 'banner.replace' });
      t.clock.advance(DAY);
      admin = await t.signIn('ADMIN');
      await write({ targetId: 3 });
      expect(kstDay(t.clock.now())).toBe('2030-03-03');
      const idsOf = async (query: string) =>
        (await list(query)).entries.map(({ targetId }: { targetId: number }) => targetId);
      expect(await idsOf('from=2030-03-01&to=2030-03-01')).toEqual([1]);
      expect(await idsOf('from=2030-03-02&to=2030-03-02')).toEqual([2]);
      expect(await idsOf('from=2030-03-02')).toEqual([3, 2]);
      expect(await idsOf('from=2030-03-01&action=banner.delete')).toEqual([3, 1]);
      expect(await idsOf('from=2030-03-03&to=2030-03-01')).toEqual([]);
      for (const bad of [
        'action=x',
        'targetType=x',
        'from=2030-02-30',
        'to=0000-01-01',
        'size=51',
      ]) {
        expect((await t.call('GET', `/api/admin/audit?${bad}`, { as: admin })).status, bad).toBe(
          400,
        );
      }
    });
  });

  describe('GET /admin/audit/export', () => {
    it('is CSV in Korean that runs no formula, and is recorded [AUDIT-58]', async () => {
      const nickname = encodeURIComponent(admin.nickname);
      await write({ action: 'setting.update', reason: '=HYPERLINK("http://evil.test")' });
      await write({ action: 'role.grant', detail: { role: 'STUDENT' }, reason: '둘째 "줄",' });
      for (const sign of ['＝', '＠', '\u200b=']) {
        await write({ action: 'setting.update', reason: `${sign}SUM(1)` });
      }
      const path = `/api/admin/audit/export?actor=${nickname}`;
      const { status, headers, text } = await t.call('GET', path, { as: admin });
      expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
      expect(headers['content-disposition']).toContain('attachment');
      expect(text.startsWith('\ufeff"번호","시각"')).toBe(true);
      const rows: string[][] = parse(text.slice(1));
      expect(rows.map((row) => [row[3], row[7], row[8]])).toEqual([
        ['작업', '사유', '내용'],
        ['감사 기록 내려받기', '', `처리한 사람: ${admin.nickname}`],
        ['설정 변경', "'\u200b=SUM(1)", ''],
        ['설정 변경', "'＠SUM(1)", ''],
        ['설정 변경', "'＝SUM(1)", ''],
        ['권한 부여', '둘째 "줄",', '권한: 학생'],
        ['설정 변경', '\'=HYPERLINK("http://evil.test")', ''],
      ]);
      // Spreadsheets read this as a time; ISO 8601 with an offset would be text.
      for (const row of rows.slice(1)) expect(row[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      const council = await t.signIn('MANAGER');
      expect((await t.call('GET', path, { as: council })).status).toBe(403);
    });

    it('reads more entries than one batch holds [AUDIT-58]', async () => {
      await t.db.execute(sql`insert into audit_entries (actor_id, action, target_type, target_id)
      select ${admin.id}, 'banner.delete', 'banner', 1 from generate_series(1, 1001)`);
      const path = '/api/admin/audit/export?action=banner.delete&targetType=banner&targetId=1';
      const { text } = await t.call('GET', path, { as: admin });
      const numbers = parse(text.slice(1))
        .slice(1)
        .map((row: string[]) => Number(row[0]));
      expect(numbers.length).toBeGreaterThan(1000);
      expect(new Set(numbers).size).toBe(numbers.length);
    });
  });
});

describe('the audit log', () => {
  let admin: SignedIn;
  beforeAll(async () => {
    admin = await t.signIn('ADMIN');
  });

  const write = (targetId: number, reason = '시험') =>
    t.db.transaction((tx) =>
      t.services.audit.record(
        tx,
        { memberId: admin.id },
        { action: 'banner.delete', targetId, reason, detail: { before: '가', after: null } },
      ),
    );
  async function rows() {
    const { rows } = await t.db.execute<{ id: number; target_id: number; reason: string }>(
      sql`select id, target_id, reason from audit_entries order by id`,
    );
    return rows;
  }

  // First, while the log is small.
  it('reads the newest entry alone for a new one, also with a plan from when the log was small', async () => {
    const entry = { action: 'banner.delete', targetId: 1 } as const;
    await t.db.execute(sql`analyze audit_entries`);
    const read = await t.db.transaction(async (tx) => {
      await t.services.audit.recordAll(tx, { memberId: admin.id }, Array(200).fill(entry));
      const { rows } = await tx.execute<{ read: number }>(sql`
        select seq_tup_read as read from pg_stat_xact_user_tables where relname = 'audit_entries'`);
      return rows[0]?.read;
    });
    // While the log fits on one page a scan of it may be chosen once; one for each new entry would read over 20,000.
    expect(read).toBeLessThan(200);
  });

  it("rejects updates, deletes and truncation by the server's role [AUDIT-01, PRIV-09]", async () => {
    await write(1);
    const before = await rows();
    const attempts = [
      `update audit_entries set reason = 'anders'`,
      'update audit_entries set reason = reason where false',
      'delete from audit_entries',
      'delete from audit_entries where false',
      'truncate audit_entries',
      `insert into audit_entries (id, actor_id, action, target_type, target_id) overriding system value
        select id, 1, 'x', 'x', 1 from audit_entries on conflict (id) do update set reason = 'x'`,
      `merge into audit_entries a using (values (1)) v (id) on a.target_id = v.id
        when matched then delete`,
      `with gone as (delete from audit_entries returning 1) select count(*) from gone`,
    ];
    for (const attempt of attempts) {
      const failure = await t.db.execute(sql.raw(attempt)).then(
        () => 'went through',
        (error: Error) => String(error.cause),
      );
      expect(failure, attempt).toContain('append-only');
    }
    expect(await rows()).toEqual(before);
  });

  it('rejects them also with session_replication_role replica [AUDIT-01]', async () => {
    await write(2);
    const attempt = t.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`delete from audit_entries`);
    });
    await expect(attempt).rejects.toMatchObject({
      cause: expect.objectContaining({ code: '42501' }),
    });
  });

  it('numbers entries without gaps among parallel and failing writers', async () => {
    const first = (await rows()).at(-1)?.id ?? 0;
    await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        t.db.transaction(async (tx) => {
          const entry = { action: 'setting.update', targetId: index } as const;
          await t.services.audit.record(tx, { memberId: admin.id }, entry);
          if (index % 4 === 0) throw new Error('rolled back');
        }),
      ),
    );
    const ids = (await rows()).map(({ id }) => id).filter((id) => id > first);
    expect(ids).toEqual(Array.from({ length: 30 }, (_, index) => first + 1 + index));
    expect(await t.services.audit.findBroken()).toBeNull();
  });

  it('detects an entry that the database owner changed with triggers off [PRIV-08]', async () => {
    await write(77);
    const [{ id = 0 } = {}] = (await rows()).filter((row) => row.target_id === 77);
    await write(78);
    const forge = (reason: string, line = id) =>
      t.db.transaction(async (tx) => {
        await tx.execute(sql`alter table audit_entries disable trigger user`);
        await tx.execute(sql`update audit_entries set reason = ${reason} where id = ${line}`);
        await tx.execute(sql`alter table audit_entries enable always trigger audit_entries_chain`);
        for (const name of ['audit_entries_append_only', 'audit_entries_append_only_rows']) {
          await tx.execute(sql.raw(`alter table audit_entries enable always trigger ${name}`));
        }
      });
    await forge('gefälscht');
    expect(await t.services.audit.findBroken()).toBe(id);
    await forge('gefälscht', id + 1);
    expect(await t.services.audit.findBroken()).toBe(id);
    await expect(t.services.jobs.audit.run()).rejects.toThrow(`line ${id} of the audit log`);
    await forge('시험');
    expect(await t.services.audit.findBroken()).toBe(id + 1);
    await forge('시험', id + 1);
    expect(await t.services.jobs.audit.run()).toEqual({ brokenLines: 0 });
  });
});
