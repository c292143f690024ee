/** Kinds of academic dates and their names, without schemas: the dashboard needs only these. */

export const ACADEMIC_KINDS = ['CLASSES', 'EXAM', 'REGISTRATION', 'HOLIDAY', 'EVENT'] as const;
export type AcademicKind = (typeof ACADEMIC_KINDS)[number];
