import type { Role } from '@naru/contract/roles';
import { describe, expect, it } from 'vitest';
import { actorOf, refusalOf } from '../../testing/refusal.ts';
import {
  authoriseAnswer,
  authoriseClosing,
  authoriseRedaction,
  authoriseWithdrawal,
  petitionRights,
  requireSignable,
} from './petitions.policy.ts';

type Row = Parameters<typeof petitionRights>[0];

const TODAY = '2026-11-20';
const AUTHOR = 7;
const OTHER = 8;
const at = new Date('2026-11-19T00:00:00Z');
const open: Row = {
  id: 1,
  addressee: 'COUNCIL',
  threshold: 10,
  answerDays: 14,
  endsOn: TODAY,
  signatureCount: 4,
  reachedAt: null,
  owedOn: null,
  answeredAt: null,
  endedAt: null,
  endedAs: null,
  closeReason: null,
  authorId: AUTHOR,
  isBlinded: false,
};
const owed: Row = { ...open, signatureCount: 10, reachedAt: at, owedOn: TODAY };
const STATES = {
  open,
  'half signed': { ...open, signatureCount: 5 },
  failed: { ...open, endsOn: '2026-11-19' },
  waiting: owed,
  overdue: { ...owed, owedOn: '2026-11-19' },
  answered: { ...owed, answeredAt: at },
  closed: { ...owed, endedAt: at, endedAs: 'CLOSED' },
  withdrawn: { ...open, endedAt: at, endedAs: 'WITHDRAWN' },
} satisfies Record<string, Row>;
type State = keyof typeof STATES;

const rightsOf = (row: Row, memberId: number, roles: Role[], isSigned = false) => {
  const rights = petitionRights(row, actorOf(memberId, ...roles), { today: TODAY, isSigned });
  return Object.entries(rights).flatMap(([name, has]) => (has ? [name] : []));
};

describe('petitionRights', () => {
  it.each<[State, number, Role[], string[]]>([
    ['open', AUTHOR, ['STUDENT'], ['canSign', 'canWithdraw']],
    ['open', OTHER, ['STUDENT'], ['canSign']],
    ['open', OTHER, ['USER'], []],
    ['open', OTHER, ['MANAGER'], ['canSign', 'canClose']],
    ['half signed', AUTHOR, ['STUDENT'], ['canSign']],
    ['failed', AUTHOR, ['ADMIN'], []],
    ['waiting', AUTHOR, ['STUDENT'], []],
    ['waiting', OTHER, ['STUDENT_COUNCIL'], ['canAnswer']],
    ['waiting', OTHER, ['MANAGER'], []],
    ['waiting', OTHER, ['ADMIN'], ['canClose', 'canAnswer']],
    ['overdue', OTHER, ['STUDENT_COUNCIL'], ['canAnswer']],
    ['overdue', OTHER, ['ADMIN'], ['canClose', 'canAnswer']],
    ['answered', OTHER, ['STUDENT_COUNCIL'], ['canAnswer']],
    ['answered', OTHER, ['ADMIN'], ['canAnswer']],
    ['closed', AUTHOR, ['ADMIN'], []],
    ['withdrawn', AUTHOR, ['ADMIN'], []],
  ])('of one that is %s, for member %d with %j: %j [PETI-08, PETI-11]', (state, ...rest) => {
    const [memberId, roles, rights] = rest;
    expect(rightsOf(STATES[state], memberId, roles)).toEqual(rights);
    expect(rightsOf({ ...STATES[state], isBlinded: true }, memberId, roles)).toEqual([]);
  });

  it.each<[Row['addressee'], Role]>([
    ['COUNCIL', 'STUDENT_COUNCIL'],
    ['OFFICE', 'MANAGER'],
    ['FACULTY', 'PROFESSOR'],
  ])('let for %s only %s and ADMIN answer [PETI-08]', (addressee, role) => {
    const roles: Role[] = ['USER', 'STUDENT', 'STUDENT_COUNCIL', 'PROFESSOR', 'MANAGER', 'ADMIN'];
    const row = { ...owed, addressee };
    const isRefused = (one: Role) =>
      refusalOf(() => authoriseAnswer(row, actorOf(OTHER, one), TODAY)) === 'PERMISSION_DENIED';
    const answering = roles.filter((one) => rightsOf(row, OTHER, [one]).includes('canAnswer'));
    expect(answering).toEqual([role, 'ADMIN']);
    expect(roles.filter((one) => !isRefused(one))).toEqual([role, 'ADMIN']);
  });

  it('leave who is no STUDENT any more the way back of a signature [PETI-03]', () => {
    expect(rightsOf(open, OTHER, ['USER'], true)).toEqual(['canSign']);
    expect(rightsOf(owed, OTHER, ['USER'], true)).toEqual([]);
  });
});

describe('requireSignable', () => {
  it.each<[State, Role, boolean, string | null]>([
    ['open', 'STUDENT', true, null],
    ['open', 'USER', false, null],
    ['open', 'USER', true, 'PERMISSION_DENIED'],
    ['failed', 'STUDENT', true, 'PETITION_ENDED'],
    ['waiting', 'STUDENT', true, 'PETITION_ENDED'],
    ['withdrawn', 'STUDENT', false, 'PETITION_ENDED'],
  ])('of one that is %s, by %s, signed afterwards %j: %s [PETI-03]', (...row) => {
    const [state, role, isSigned, code] = row;
    const parts = { today: TODAY, isSigned };
    expect(refusalOf(() => requireSignable(STATES[state], actorOf(OTHER, role), parts))).toBe(code);
  });
});

describe('changes', () => {
  const closing = (state: State, role: Role) =>
    refusalOf(() => authoriseClosing(STATES[state], actorOf(OTHER, role), TODAY));

  it.each<[State, number, string | null]>([
    ['open', AUTHOR, null],
    ['open', OTHER, 'PERMISSION_DENIED'],
    ['half signed', AUTHOR, 'PETITION_HALF_SIGNED'],
    ['waiting', AUTHOR, 'PETITION_ENDED'],
    ['failed', AUTHOR, 'PETITION_ENDED'],
  ])('withdraw one that is %s as member %d: %s [PETI-11]', (state, memberId, code) => {
    const actor = actorOf(memberId, 'ADMIN');
    expect(refusalOf(() => authoriseWithdrawal(STATES[state], actor, TODAY))).toBe(code);
  });

  it.each<[State, Role, string | null]>([
    ['open', 'STUDENT', 'PERMISSION_DENIED'],
    ['open', 'MANAGER', null],
    ['waiting', 'MANAGER', 'PERMISSION_DENIED'],
    ['overdue', 'ADMIN', null],
    ['answered', 'ADMIN', 'PETITION_ENDED'],
    ['failed', 'ADMIN', 'PETITION_ENDED'],
    ['closed', 'STUDENT', 'PETITION_ENDED'],
  ])('close one that is %s as %s: %s [PETI-11]', (state, role, code) => {
    expect(closing(state, role)).toBe(code);
  });

  it('say why only ADMIN closes what is owed [PETI-11]', () => {
    const close = () => authoriseClosing(owed, actorOf(OTHER, 'MANAGER'), TODAY);
    expect(close).toThrow('목표 서명을 채운 청원은 관리자만 닫을 수 있습니다.');
  });

  it('answer what is owed or answered [PETI-08]', () => {
    const answer = (state: State) =>
      refusalOf(() => authoriseAnswer(STATES[state], actorOf(OTHER, 'STUDENT_COUNCIL'), TODAY));
    const states = Object.keys(STATES) as State[];
    expect(states.filter((state) => answer(state) === null)).toEqual([
      'waiting',
      'overdue',
      'answered',
    ]);
    expect(answer('open')).toBe('PETITION_NOT_OWED');
  });

  it('redact for ADMIN alone, also what is hidden [PETI-18]', () => {
    const redact = (role: Role) =>
      refusalOf(() => authoriseRedaction({ ...owed, isBlinded: true }, actorOf(OTHER, role)));
    expect([redact('ADMIN'), redact('MANAGER')]).toEqual([null, 'PERMISSION_DENIED']);
  });
});
