import type { LectureTag } from '@naru/contract/lecture-tags';
import type { MarkedLecture } from '@naru/contract/lectures';
import type { PrivateEntry } from '@naru/contract/private-entries';
import type { Schedule } from '@naru/contract/timetable';
import { scheduleAt } from '@naru/contract/timetable';

/** A lecture; `other` overrides its defaults. */
export function lectureFixture(
  id: number,
  title: string,
  schedules: Schedule[],
  other: Partial<MarkedLecture> = {},
): MarkedLecture {
  return {
    id,
    title,
    grade: 2,
    semester: 2,
    year: 2026,
    intro: '',
    themeColor: '#cfe2ff',
    professorName: '윤슬',
    professorNickname: null,
    professorId: null,
    professorThumbnail: null,
    room: '공1-305',
    credit: null,
    credits: 3,
    schedules,
    markedCount: 1,
    isMarked: true,
    membersOnly: false,
    entryCode: null,
    canRead: true,
    canEdit: false,
    canManage: false,
    isOwner: false,
    createdDate: '2026-11-20T12:00:00+09:00',
    unreadCount: 0,
    ...other,
  };
}

/** The lecture of a review. */
export function lectureTagFixture(
  id: number,
  title: string,
  other: Partial<LectureTag> = {},
): LectureTag {
  return { id, title, professorName: '윤슬', year: 2026, semester: 2, canRead: true, ...other };
}

export const LEARNING = lectureFixture(1, '기계학습', [
  { dow: 'MONDAY', startTime: 9, endTime: 11 },
]);
export const SYSTEMS = lectureFixture(
  2,
  '운영체제',
  [{ dow: 'TUESDAY', startTime: 13, endTime: 15 }],
  {
    unreadCount: 3,
  },
);
export const VISION = lectureFixture(
  3,
  '컴퓨터비전',
  [{ dow: 'MONDAY', startTime: 10, endTime: 12 }],
  {
    isMarked: false,
  },
);
export const WEEKEND = lectureFixture(
  4,
  '주말 특강',
  [{ dow: 'SATURDAY', startTime: 7, endTime: 9 }],
  {
    isMarked: false,
  },
);

export const JOB: PrivateEntry = {
  id: 1,
  title: '카페 알바',
  place: '남포동',
  themeColor: '#ffd9e3',
  year: 2026,
  semester: 2,
  schedules: [scheduleAt('SATURDAY', 450, 510)],
};
