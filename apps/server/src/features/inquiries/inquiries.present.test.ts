import { describe, expect, it } from 'vitest';
import {
  presentHistory,
  presentInquiry,
  presentInquiryDetail,
  presentReport,
} from './inquiries.present.ts';

type Row = Parameters<typeof presentInquiry>[0];

const at = new Date('2026-11-20T00:00:00Z');
const row = {
  id: 1,
  memberId: 7,
  nickname: '등대',
  withdrawnAt: null,
  createdAt: at,
  completedAt: at,
  responderNickname: '조교',
  responderWithdrawnAt: null,
  grantedAt: at,
  outside: null,
  objected: null,
} as unknown as Row;
const present = (values: Partial<Row>) => presentInquiry({ ...row, ...values });

describe('presentInquiry', () => {
  it('shows who asked, who answered and when', () => {
    expect(present({})).toMatchObject({
      userName: '등대',
      responderNickname: '조교',
      completeDateTime: '2026-11-20T09:00:00+09:00',
      granted: true,
    });
  });

  it('shows an open one of somebody hidden', () => {
    const open = { memberId: null, completedAt: null, responderNickname: null, grantedAt: null };
    expect(present(open as Partial<Row>)).toMatchObject({
      userName: '익명',
      responderNickname: null,
      completeDateTime: null,
      granted: false,
    });
  });

  it('names nobody who left', () => {
    const left = present({ withdrawnAt: at, responderWithdrawnAt: at });
    expect([left.userName, left.responderNickname]).toEqual(['탈퇴한 회원', '탈퇴한 회원']);
  });

  it('shows the action that is objected to', () => {
    const detail = (objected: unknown) =>
      presentInquiryDetail(
        { ...row, objected } as Row,
        { followUps: [], attachments: [] },
        {} as never,
      );
    expect(detail(null).objected).toBeNull();
    const action = { action: 'REMOVED', reason: '규칙', office: 'MANAGER', createdAt: at };
    expect(detail(action).objected).toEqual({
      action: 'REMOVED',
      reason: '규칙',
      office: 'MANAGER',
      actedAt: '2026-11-20T09:00:00+09:00',
    });
  });
});

describe('presentReport and presentHistory', () => {
  it('names the reporter to an ADMIN only', () => {
    const report = (isAdmin: boolean) =>
      presentReport(row, null, { openReports: 1, isAdmin, reported: null });
    expect(report(true)).toMatchObject({ reporterId: 7, reporterNickname: '등대' });
    expect(report(false)).toMatchObject({ reporterId: null, reporterNickname: null });
  });

  it('says to an ADMIN only that somebody without an account reports', () => {
    const guest = { ...row, memberId: null, nickname: null, outside: { email: 'a@example.org' } };
    const report = (of: unknown, isAdmin: boolean) =>
      presentReport(of as Row, null, { openReports: 1, isAdmin, reported: null });
    expect(report(guest, true)).toMatchObject({ outside: true, reporterNickname: '비회원' });
    expect(report(guest, false)).toMatchObject({ outside: false, reporterNickname: null });
    expect(report(row, true)).toMatchObject({ outside: false });
  });

  it('counts each kind', () => {
    const history = (counts: [string, number][]) =>
      presentHistory({ of: 'MEMBER', rows: [], counts: new Map(counts) } as never);
    expect(history([])).toMatchObject({ reports: 0, removals: 0, suspensions: 0 });
    const counted = history([
      ['REPORTED', 3],
      ['REMOVED', 2],
      ['SUSPENDED', 4],
    ]);
    expect(counted).toMatchObject({ reports: 3, removals: 2, suspensions: 4 });
  });
});
