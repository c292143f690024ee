/** Kinds of academic dates, without schemas: pages that only show them need no more. */

export const ACADEMIC_KINDS = ['CLASSES', 'EXAM', 'REGISTRATION', 'HOLIDAY', 'EVENT'] as const;
export type AcademicKind = (typeof ACADEMIC_KINDS)[number];

export const ACADEMIC_KIND_NAMES: Record<AcademicKind, string> = {
  CLASSES: '수업',
  EXAM: '시험',
  REGISTRATION: '등록',
  HOLIDAY: '휴일',
  EVENT: '행사',
};
