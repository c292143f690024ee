import { describe, expect, it } from 'vitest';
import { findApprovalObstacle, findRequestObstacle } from './reveals.policy.ts';
import { canOpen, presentReveal } from './reveals.present.ts';

type Row = Parameters<typeof canOpen>[0];

const DAY_MS = 24 * 60 * 60 * 1000;
const now = new Date('2026-11-20T00:00:00Z');
const at = (days: number, ms = 0) => new Date(now.getTime() + days * DAY_MS + ms);
const admin = (id: number, days = -400, ms = 0) => ({ id, trustedAt: at(days, ms) });
const grant = (giverId: number, receiverId: number, days: number, ms = 0) => ({
  giverId,
  receiverId,
  at: at(days, ms),
});
const rules = (admins: ReturnType<typeof admin>[], grants: ReturnType<typeof grant>[] = []) => ({
  admins,
  grants,
  now,
});
const pair = { requesterId: 1, approverId: 2 };

describe('findRequestObstacle', () => {
  it.each([
    ['nobody of the ADMINs', rules([admin(2)]), { reason: 'SYSTEM', until: null }],
    ['an ADMIN of less than a week', rules([admin(1, -7, 1), admin(2)]), { reason: 'NEW' }],
    ['an ADMIN of a week', rules([admin(1, -7), admin(2)]), null],
    ['the only one', rules([admin(1)]), { reason: 'NO_APPROVER', until: null }],
    [
      'one with a new colleague',
      rules([admin(1), admin(2, -7, 1000)]),
      { reason: 'NO_APPROVER', until: '2026-11-20T09:00:01+09:00' },
    ],
    ['one with a new and an old colleague', rules([admin(1), admin(2, 0), admin(3)]), null],
    [
      'one whose colleagues are both bound',
      rules([admin(1), admin(2), admin(3)], [grant(1, 2, -29), grant(1, 3, -28)]),
      { reason: 'NO_APPROVER', until: '2026-11-21T09:00:00+09:00' },
    ],
    ['one whose bond is over', rules([admin(1), admin(2)], [grant(1, 2, -30)]), null],
    [
      'one whose colleague is new for longer than bound',
      rules([admin(1), admin(2, -2)], [grant(1, 2, -29)]),
      { reason: 'NO_APPROVER', until: '2026-11-25T09:00:00+09:00' },
    ],
  ])('of %s', (_name, facts, expected) => {
    const found = findRequestObstacle(facts, 1);
    if (expected === null) expect(found).toBeNull();
    else expect(found).toMatchObject(expected);
  });
});

describe('findApprovalObstacle', () => {
  const both = [admin(1), admin(2)];
  it.each([
    ['of two old ADMINs', rules(both), null],
    ['by nobody of them', rules([admin(1)]), { reason: 'SYSTEM', until: null }],
    [
      'by a new one',
      rules([admin(1), admin(2, -1)]),
      { reason: 'NEW', until: '2026-11-26T09:00:00+09:00' },
    ],
    ['for nobody of them', rules([admin(2)]), { reason: 'REQUESTER', until: null }],
    [
      'for a new one',
      rules([admin(1, -1), admin(2)]),
      { reason: 'REQUESTER', until: '2026-11-26T09:00:00+09:00' },
    ],
    [
      'for the own appointer',
      rules(both, [grant(1, 2, -29)]),
      { reason: 'LINKED', until: '2026-11-21T09:00:00+09:00' },
    ],
    ['for an appointer of long ago', rules(both, [grant(1, 2, -30)]), null],
    [
      'of one giver, until the older grant ends',
      rules(both, [grant(3, 2, -10), grant(3, 1, -29), grant(4, 5, -1), grant(1, 2, -29.5)]),
      { reason: 'LINKED', until: '2026-11-21T09:00:00+09:00' },
    ],
    [
      'along a chain of three',
      rules(both, [grant(1, 3, -5), grant(3, 4, -20), grant(4, 2, -10)]),
      { reason: 'LINKED', until: '2026-11-30T09:00:00+09:00' },
    ],
    ['of two who have nothing in common', rules(both, [grant(1, 3, -5), grant(2, 4, -5)]), null],
  ])('%s', (_name, facts, expected) => {
    expect(findApprovalObstacle(facts, pair)).toEqual(expected);
  });
});

const row = {
  id: 5,
  targetType: 'POST',
  targetId: 6,
  reason: '협박',
  state: 'APPROVED',
  requesterId: 1,
  requesterNickname: '등대',
  requesterWithdrawnAt: null,
  approverId: 2,
  approverNickname: '부표',
  approverWithdrawnAt: null,
  createdAt: at(-2),
  decidedAt: at(-1),
  withheld: false,
  authorToldAt: at(0),
} as unknown as Row;
const fresh = { ...row, decidedAt: at(-1, 1) } as Row;

describe('canOpen', () => {
  it.each([
    ['the requester within a day', fresh, 1, true],
    ['the approver within a day', fresh, 2, true],
    ['somebody else', fresh, 3, false],
    ['the requester after a day', row, 1, false],
    ['the requester of a rejected one', { ...fresh, state: 'REJECTED' }, 1, false],
    ['the requester of one without a decision', { ...fresh, decidedAt: null }, 1, false],
  ])('%s: %#', (_name, one, memberId, expected) => {
    expect(canOpen(one as Row, memberId, now)).toBe(expected);
  });
});

describe('presentReveal', () => {
  const view = (one: Partial<Row>, memberId = 2, facts = rules([admin(1), admin(2)])) =>
    presentReveal({ ...fresh, ...one } as Row, undefined, { memberId, rules: facts });
  const pending = {
    state: 'PENDING',
    decidedAt: null,
    approverNickname: null,
    approverId: null,
  } as const;

  it('shows an approved one until it ends', () => {
    expect(view({})).toMatchObject({
      state: 'APPROVED',
      openUntil: '2026-11-20T09:00:00+09:00',
      approverNickname: '부표',
      decidedAt: '2026-11-19T09:00:00+09:00',
      authorToldAt: '2026-11-20T09:00:00+09:00',
      canDecide: false,
      obstacle: null,
      canOpen: true,
      boardType: null,
      postId: null,
      lectureId: null,
      title: '',
      excerpt: '',
    });
    expect(view({ decidedAt: at(-1) })).toMatchObject({ state: 'EXPIRED', canOpen: false });
  });

  it('shows where its target is', () => {
    const target = { boardType: 'SECRET', postId: 6, lectureId: 3, title: '글', excerpt: '말' };
    const viewer = { memberId: 2, rules: rules([]) };
    expect(presentReveal(row, target as never, viewer)).toMatchObject(target);
  });

  it('names nobody and no time that is not there, nor who left', () => {
    expect(view({ ...pending, authorToldAt: null })).toMatchObject({
      state: 'PENDING',
      approverNickname: null,
      decidedAt: null,
      openUntil: null,
      authorToldAt: null,
    });
    const left = { requesterWithdrawnAt: now, approverWithdrawnAt: now };
    expect(view(left)).toMatchObject({
      requesterNickname: '탈퇴한 회원',
      approverNickname: '탈퇴한 회원',
    });
  });

  it('lets another ADMIN decide, and says what stands in the way', () => {
    expect(view(pending)).toMatchObject({ canDecide: true, obstacle: null });
    expect(view(pending, 1)).toMatchObject({ canDecide: false, obstacle: null });
    const linked = rules([admin(1), admin(2)], [grant(1, 2, -1)]);
    expect(view(pending, 2, linked)).toMatchObject({
      canDecide: true,
      obstacle: { reason: 'LINKED' },
    });
    expect(view(pending, 9)).toMatchObject({ canDecide: false, obstacle: { reason: 'SYSTEM' } });
  });
});
