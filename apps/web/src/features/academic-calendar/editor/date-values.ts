import type { EditedDate } from '@naru/contract/academic-calendar';
import { ACADEMIC_KIND_NAMES, type AcademicKind } from '@naru/contract/academic-kinds';
import type { Difference } from '../../../ui/edit-conflict.tsx';

/** The fields of the form, in the order of the screen. */
export type DateValues = {
  title: string;
  kind: AcademicKind;
  startsOn: string;
  endsOn: string;
  note: string;
  targetUrl: string;
};

const LABELS: Record<keyof DateValues, string> = {
  title: '일정 이름',
  kind: '종류',
  startsOn: '시작일',
  endsOn: '종료일',
  note: '설명',
  targetUrl: '링크',
};

/** A new date is on `firstDay`, until another day is chosen. */
export function valuesOf(date: EditedDate | undefined, firstDay: string): DateValues {
  if (date === undefined) {
    return {
      title: '',
      kind: 'CLASSES',
      startsOn: firstDay,
      endsOn: firstDay,
      note: '',
      targetUrl: '',
    };
  }
  const { title, kind, startsOn, endsOn, note, targetUrl } = date;
  return { title, kind, startsOn, endsOn, note, targetUrl: targetUrl ?? '' };
}

/** The fields that differ between what is stored and what is in the form, as text. */
export function differencesOf(stored: EditedDate, mine: DateValues): Difference[] {
  const theirs = valuesOf(stored, '');
  const textOf = (values: DateValues, key: keyof DateValues) =>
    key === 'kind' ? ACADEMIC_KIND_NAMES[values.kind] : values[key].trim();
  return (Object.keys(LABELS) as (keyof DateValues)[])
    .map((key) => ({ label: LABELS[key], theirs: textOf(theirs, key), mine: textOf(mine, key) }))
    .filter((one) => one.theirs !== one.mine);
}
