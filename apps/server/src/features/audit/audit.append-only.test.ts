import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  admin = await t.signIn('ADMIN');
});
afterAll(() => t.close());

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

describe('the audit log', () => {
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
    expect(read).toBe(0);
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
