import type { AcademicDate, EditedDate } from '@naru/contract/academic-calendar';
import type { AcademicDateRow } from '../../domain/academic-calendar/academic-dates.repo.ts';
import { versionOf } from '../../domain/edits/versions.ts';
import { FILE_SOURCE } from './academic-calendar.file.ts';

/** What staff write of a date. */
export type DateWords = Omit<AcademicDate, 'id'>;

export function wordsOf(row: DateWords): DateWords {
  const { title, kind, startsOn, endsOn, note, targetUrl } = row;
  return { title, kind, startsOn, endsOn, note, targetUrl };
}

export function presentDate(row: AcademicDateRow): AcademicDate {
  return { id: row.id, ...wordsOf(row) };
}

export function presentEdited(row: AcademicDateRow): EditedDate {
  const words = wordsOf(row);
  const { id, isEdited } = row;
  return { id, ...words, origin: originOf(row), isEdited, version: versionOf(words) };
}

function originOf({ sourceKey }: AcademicDateRow): EditedDate['origin'] {
  if (sourceKey === null) return 'STAFF';
  return sourceKey === FILE_SOURCE ? 'FILE' : 'SOURCE';
}
