import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kstDay } from '../../platform/clock.ts';
import { createInquiry } from '../../testing/factories/inquiries.ts';
import { createMember } from '../../testing/factories/members.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import type { AuditService } from './audit.service.ts';

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
          { name: 'before', value: '{"a":1}' },
          { name: 'roles', value: 'USER, ADMIN' },
          { name: 'after', value: '열림' },
          { name: 'none', value: 'null' },
        ]),
      }),
      expect.objectContaining({ action: 'inquiry.read', targetLabel: '내 문의', detail: [] }),
    ]);
    const [suspension] = (await list(`targetType=member&targetId=${member.id}`)).entries;
    expect(suspension.targetLabel).toBe(member.nickname);
    await t.db.execute(`update members set withdrawn_at = now() where id = ${member.id}`);
    const [left] = (await list(`targetType=member&targetId=${member.id}`)).entries;
    expect(left.targetLabel).toBe('탈퇴한 회원');
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
    for (const bad of ['action=x', 'targetType=x', 'from=2030-02-30', 'to=0000-01-01', 'size=51']) {
      expect((await t.call('GET', `/api/admin/audit?${bad}`, { as: admin })).status, bad).toBe(400);
    }
  });
});
