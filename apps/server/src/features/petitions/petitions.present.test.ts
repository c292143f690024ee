import type { Role } from '@naru/contract/roles';
import { describe, expect, it } from 'vitest';
import { actorOf } from '../../testing/refusal.ts';
import { presentListed, presentPetition } from './petitions.present.ts';

type Row = Parameters<typeof presentPetition>[0];
type Listed = Parameters<typeof presentListed>[0];
type Answers = Parameters<typeof presentPetition>[1]['answers'];

const TODAY = '2026-11-20';
const began = new Date('2026-11-01T03:00:00Z');
const reached = new Date('2026-11-05T03:00:00Z');
const later = new Date('2026-11-19T03:00:00Z');
const open: Row = {
  id: 1,
  addressee: 'OFFICE',
  threshold: 10,
  answerDays: 14,
  endsOn: '2026-11-30',
  signatureCount: 4,
  reachedAt: null,
  owedOn: null,
  answeredAt: null,
  endedAt: null,
  endedAs: null,
  closeReason: null,
  authorId: 7,
  createdAt: began,
  isBlinded: false,
};
const owed: Row = { ...open, signatureCount: 10, reachedAt: reached, owedOn: '2026-11-19' };
const closed: Row = { ...open, endedAt: later, endedAs: 'CLOSED', closeReason: '겹칩니다.' };
const answers = [{ id: 3, text: '하겠습니다.', createdAt: later }] as unknown as Answers;

const seenBy = (...roles: Role[]) => ({ actor: actorOf(8, ...roles), today: TODAY });
const present = (row: Row, role: Role = 'STUDENT') =>
  presentPetition(row, { ...seenBy(role), isSigned: true, answers });
const historyOf = (row: Row) => present(row).history.map(({ state, date }) => [state, date]);

describe('presentPetition', () => {
  const BEGAN = ['COLLECTING', '2026-11-01T12:00:00+09:00'];
  const REACHED = ['WAITING', '2026-11-05T12:00:00+09:00'];
  const LATE = ['OVERDUE', '2026-11-20T00:00:00+09:00'];

  it.each<[string, Row, string[][]]>([
    ['collects', open, [BEGAN]],
    ['failed', { ...open, endsOn: '2026-11-19' }, [BEGAN, ['FAILED', LATE[1] as string]]],
    ['waits until today', { ...owed, owedOn: TODAY }, [BEGAN, REACHED]],
    ['is overdue', owed, [BEGAN, REACHED, LATE]],
    [
      'was answered on its last day',
      { ...owed, answeredAt: later },
      [BEGAN, REACHED, ['ANSWERED', '2026-11-19T12:00:00+09:00']],
    ],
    [
      'was answered late',
      { ...owed, owedOn: '2026-11-10', answeredAt: later },
      [
        BEGAN,
        REACHED,
        ['OVERDUE', '2026-11-11T00:00:00+09:00'],
        ['ANSWERED', '2026-11-19T12:00:00+09:00'],
      ],
    ],
    ['was closed', closed, [BEGAN, ['CLOSED', '2026-11-19T12:00:00+09:00']]],
    [
      'was withdrawn',
      { ...closed, endedAs: 'WITHDRAWN' },
      [BEGAN, ['WITHDRAWN', '2026-11-19T12:00:00+09:00']],
    ],
  ])('has the history of one that %s [PETI-07]', (_, row, history) => {
    expect(historyOf(row)).toEqual(history);
  });

  it('shows its number, whether the reader signed, and nobody else [PETI-04]', () => {
    const page = present(open);
    expect(page).toMatchObject({ signatureCount: 4, threshold: 10, isSigned: true });
    expect(Object.keys(page)).not.toContain('authorId');
  });

  it('hides answers and the reason of a hidden one from members alone [PETI-18]', () => {
    const shown = (role: Role, isBlinded: boolean) => {
      const { answers: given, closeReason } = present({ ...closed, isBlinded }, role);
      return [given, closeReason];
    };
    const whole = [
      [{ id: 3, text: '하겠습니다.', date: '2026-11-19T12:00:00+09:00' }],
      '겹칩니다.',
    ];
    expect(shown('STUDENT', false)).toEqual(whole);
    expect(shown('STUDENT', true)).toEqual([[], null]);
    expect(shown('MANAGER', true)).toEqual(whole);
  });
});

describe('presentListed', () => {
  const listed = {
    ...closed,
    boardType: 'PETITION',
    title: '열람실 시간',
    isAnonymous: false,
    nickname: '등대',
    withdrawnAt: null,
    commentCount: 2,
  } as unknown as Listed;

  it('names the author, and hides the reason of what is hidden [PETI-18]', () => {
    const seen = { ...seenBy('STUDENT'), isSigned: false };
    expect(presentListed(listed, seen)).toMatchObject({
      title: '열람실 시간',
      writerNickname: '등대',
      state: 'CLOSED',
      closeReason: '겹칩니다.',
      createdDate: '2026-11-01T12:00:00+09:00',
      commentCount: 2,
    });
    expect(presentListed({ ...listed, isBlinded: true }, seen).closeReason).toBeNull();
  });

  it('says nothing of what an author wrote whom the reader blocks', () => {
    const seen = { ...seenBy('STUDENT'), isSigned: false };
    const blocked = presentListed({ ...listed, isBlocked: true }, seen);
    expect(blocked).toMatchObject({ blocked: true, signatureCount: 4 });
    expect(JSON.stringify(blocked)).not.toMatch(/열람실|등대/);
  });
});
