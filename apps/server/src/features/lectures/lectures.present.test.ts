import { describe, expect, it } from 'vitest';
import { actorOf } from '../../testing/refusal.ts';
import { presentLecture, toSchedule, toSlot } from './lectures.present.ts';

type Row = Parameters<typeof presentLecture>[0];

const now = new Date('2026-11-20T00:00:00Z');
const row = {
  slots: [{ dow: 2, from: 540, to: 660 }],
  createdAt: new Date(0),
  professorId: 7,
  creatorId: 8,
  professorName: null,
  professorNickname: '윤슬',
  credit: null,
  entryCode: '열쇠',
  membersOnly: true,
  isMarked: false,
} as unknown as Row;
const view = (values: Partial<Row>, actor = actorOf(9, 'STUDENT')) =>
  presentLecture({ ...row, ...values }, actor, now);

describe('presentLecture', () => {
  it.each([
    [{ professorName: '김윤슬' }, '김윤슬', 7],
    [{}, '윤슬', 7],
    [{ professorNickname: null }, '', null],
    [{ professorName: '김윤슬', professorNickname: null }, '김윤슬', null],
  ])('names the professor: %j', (values, professorName, professorId) => {
    expect(view(values)).toMatchObject({ professorName, professorId });
  });

  it('counts hours as credits where none are written', () => {
    expect([view({}).credits, view({ credit: 3 }).credits]).toEqual([2, 3]);
  });

  it('shows the code to who may edit or manage', () => {
    const fresh = { createdAt: now };
    expect(view({}).entryCode).toBeNull();
    expect(view({}, actorOf(8, 'STUDENT')).entryCode).toBeNull();
    expect(view(fresh, actorOf(8, 'STUDENT')).entryCode).toBe('열쇠');
    expect(view({}, actorOf(9, 'MANAGER'))).toMatchObject({
      entryCode: '열쇠',
      canEdit: false,
      canManage: true,
    });
    expect(view({}, actorOf(7, 'PROFESSOR'))).toMatchObject({ entryCode: '열쇠', isOwner: true });
  });
});

it('slots count days from MONDAY', () => {
  for (const dow of [1, 2, 7]) {
    const slot = { dow, from: 550, to: 625 };
    expect(toSlot(toSchedule(slot))).toEqual(slot);
  }
  expect(toSchedule({ dow: 2, from: 540, to: 600 }).dow).toBe('TUESDAY');
});
