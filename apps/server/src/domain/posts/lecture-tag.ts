import type { LectureTag } from '@naru/contract/lecture-tags';
import type { LectureTagRow } from './lecture-tag.sql.ts';

export function presentLectureTag(row: LectureTagRow | null): { lectureTag?: LectureTag } {
  if (row === null) return {};
  const { access, ...lecture } = row;
  return { lectureTag: { ...lecture, canRead: access === 'open' } };
}
