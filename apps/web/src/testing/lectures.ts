import type { LectureTag } from '@naru/contract/lecture-tags';
import type { MarkedLecture } from '@naru/contract/lectures';
import type { Schedule } from '@naru/contract/timetable';

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
