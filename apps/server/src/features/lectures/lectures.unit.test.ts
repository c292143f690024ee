import type { Role } from '@naru/contract/roles';
import { describe, expect, it } from 'vitest';
import { actorOf, refusalOf } from '../../testing/refusal.ts';
import {
  authoriseEdit,
  authoriseImport,
  canEdit,
  canRead,
  checkEntry,
  dailyMax,
} from './lectures.policy.ts';
import { presentLecture, toSchedule, toSlot } from './lectures.present.ts';

describe('who edits and reads', () => {
  const created = new Date('2026-11-20T00:00:00Z');
  const later = (hours: number) => new Date(created.getTime() + hours * 60 * 60 * 1000);
  const actor = actorOf;
  const lecture = { professorId: 7, creatorId: 8, createdAt: created };

  describe('authoriseEdit', () => {
    it.each([
      ['its professor, for good', actor(7, 'PROFESSOR'), 9999, true],
      ['its professor, promoted', actor(7, 'STUDENT_COUNCIL'), 9999, true],
      ['its professor, demoted to STUDENT', actor(7, 'STUDENT'), 1, false],
      ['its creator within a day', actor(8, 'STUDENT'), 23, true],
      ['its creator after a day', actor(8, 'STUDENT'), 24, false],
      ['its creator, demoted to USER', actor(8, 'USER'), 1, false],
      ['an ADMIN', actor(9, 'ADMIN'), 9999, true],
      ['a MANAGER', actor(9, 'MANAGER'), 1, false],
    ])('decides for %s: %#', (_name, member, hours, expected) => {
      expect(canEdit(lecture, member, later(hours))).toBe(expected);
    });

    it('throws LECTURE_NOT_FOUND for a missing lecture', () => {
      const admin = actor(9, 'ADMIN');
      expect(authoriseEdit(lecture, admin, created)).toBe(lecture);
      expect(() => authoriseEdit(undefined, admin, created)).toThrow(
        expect.objectContaining({ code: 'LECTURE_NOT_FOUND' }),
      );
      expect(() => authoriseEdit(lecture, actor(9, 'USER'), created)).toThrow(
        expect.objectContaining({ code: 'PERMISSION_DENIED' }),
      );
    });
  });

  describe('canRead of a members-only room', () => {
    const closed = { professorId: 7, membersOnly: true, isMarked: false };

    it('allows members who marked it, its professor and staff', () => {
      expect(canRead({ ...closed, isMarked: true }, actor(9, 'USER'))).toBe(true);
      expect(canRead(closed, actor(7, 'PROFESSOR'))).toBe(true);
      expect(canRead(closed, actor(9, 'MANAGER'))).toBe(true);
      expect(canRead(closed, actor(9, 'STUDENT_COUNCIL'))).toBe(false);
      expect(canRead({ ...closed, membersOnly: false }, actor(9, 'USER'))).toBe(true);
    });
  });

  describe('authoriseImport', () => {
    it.each([
      [actorOf(7, 'PROFESSOR'), 'PERMISSION_DENIED'],
      [actorOf(9, 'STUDENT_COUNCIL'), 'PERMISSION_DENIED'],
      [actorOf(9, 'MANAGER'), null],
    ])('of %j: %s', (member, code) => {
      expect(refusalOf(() => authoriseImport(lecture, member))).toBe(code);
    });
  });

  describe('checkEntry', () => {
    const room = {
      id: 1,
      title: '항해',
      professorId: 7,
      creatorId: 8,
      membersOnly: true,
      entryCode: '열쇠',
    };
    const student = actorOf(9, 'STUDENT');
    it.each([
      ['an open lecture', { ...room, membersOnly: false }, student, undefined, null],
      ['its creator', room, actorOf(8, 'STUDENT'), undefined, null],
      ['its professor', room, actorOf(7, 'PROFESSOR'), undefined, null],
      ['staff', room, actorOf(9, 'MANAGER'), undefined, null],
      ['no code', room, student, undefined, 'LECTURE_CODE_REQUIRED'],
      ['a wrong code', room, student, '열쇠 ', 'LECTURE_CODE_WRONG'],
      ['the code', room, student, '열쇠', null],
      [
        'a lecture without code',
        { ...room, entryCode: null },
        student,
        '열쇠',
        'LECTURE_CODE_WRONG',
      ],
    ])('with %s', (_name, one, member, code, expected) => {
      const enter = () => checkEntry(one, member, code);
      expect(refusalOf(enter)).toBe(expected);
      if (expected === null) return;
      expect(enter).toThrow(expect.objectContaining({ conflicts: [{ id: 1, title: '항해' }] }));
    });
  });

  describe('dailyMax', () => {
    it.each<[Role[], number]>([
      [['STUDENT'], 5],
      [['STUDENT_COUNCIL'], 5],
      [['USER', 'PROFESSOR'], 200],
      [['MANAGER'], 200],
    ])('of %j is %i', (roles, max) => {
      expect(dailyMax(roles)).toBe(max);
    });
  });
});

describe('presentation', () => {
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
});
