import { TEXTS } from '@naru/contract/texts';
import { describe, expect, it } from 'vitest';
import { lectureFixture } from '../../../testing/lectures.ts';
import { checkDraft, draftOf, fieldOf, newDraft } from './lecture-draft.ts';
import { FIRST_SLOT } from './slot-edit.ts';

const good = { ...newDraft({ year: 2026, semester: 2 }), title: '선형대수', grade: 2 };

describe('checkDraft', () => {
  it('sends the hours as lectureTimes and the colour in full', () => {
    const { values } = checkDraft({ ...good, themeColor: '0B5' });
    expect(values).toMatchObject({
      themeColor: '#00bb55',
      lectureTimes: [{ day: 'MONDAY', start: 9, end: 10 }],
    });
  });

  it.each([
    ['title', { title: ' ' }, TEXTS.lectureTitleRequired],
    ['title', { title: '가'.repeat(101) }, TEXTS.lectureTitleLength],
    ['grade', { grade: null }, TEXTS.lectureGradeRequired],
    ['themeColor', { themeColor: 'sea' }, TEXTS.lectureColorFormat],
    ['intro', { intro: '가'.repeat(201) }, TEXTS.lectureIntroLength],
    ['lectureTimes', { slots: [FIRST_SLOT, FIRST_SLOT] }, TEXTS.lectureTimesOverlap],
  ] as const)('PY-16 complains about %s %#', (field, wrong, message) => {
    const slots = 'slots' in wrong ? [...wrong.slots] : good.slots;
    expect(checkDraft({ ...good, ...wrong, slots }).errors).toEqual({ [field]: message });
  });

  it('accepts a lecture without a time', () => {
    expect(checkDraft({ ...good, slots: [] }).errors).toBeNull();
  });
});

describe('draftOf', () => {
  const own = { professorId: 5, professorNickname: '등대지기' };

  it('keeps the professor, whose nickname is no given name', () => {
    const draft = draftOf(lectureFixture(1, 'ㄱ', [], { ...own, professorName: '등대지기' }));
    expect([draft.professorName, draft.professor]).toEqual(['', { id: 5, nickname: '등대지기' }]);
    expect(checkDraft(draft).values?.professorId).toBe(5);
  });

  it('keeps a name that was given', () => {
    const draft = draftOf(lectureFixture(1, 'ㄱ', [], { ...own, professorName: '한바다' }));
    expect(draft.professorName).toBe('한바다');
  });
});

describe('fieldOf', () => {
  it('finds the field of a complaint inside a list', () => {
    expect(fieldOf('lectureTimes.1.end')).toBe('lectureTimes');
    expect(fieldOf('password')).toBeNull();
  });
});
