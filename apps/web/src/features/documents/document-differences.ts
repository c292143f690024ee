import { type DocumentChange, NOTICE_DAYS } from '@naru/contract/document-names';
import { changedSections } from '../../entities/documents/changed-sections.ts';
import { koreanDayAfter } from '../../lib/format/dates.ts';
import type { Difference } from '../../ui/edit-conflict.tsx';
import type { EditedDocument } from './document-form.queries.ts';

export const CHANGES: Record<DocumentChange, string> = {
  NORMAL: '일반 변경 · 7일 전에 공지',
  ADVERSE: '회원에게 불리한 변경 · 30일 전에 공지하고 다시 동의 받기',
  MINOR: '경미한 수정(오탈자) · 바로 시행',
  FIRST: '처음 정하는 내용(회원이 없을 때) · 바로 시행',
};

/** What the form of a document starts with. */
export function valuesOf({ page, content }: EditedDocument) {
  const { upcoming, revision } = page;
  return {
    content,
    note: upcoming?.note ?? '',
    change: upcoming?.change ?? 'NORMAL',
    effectiveOn: upcoming?.effectiveOn ?? koreanDayAfter(NOTICE_DAYS.NORMAL),
    asksConsent: upcoming?.asksConsent ?? false,
    basedOn: revision,
  };
}

export type Edited = ReturnType<typeof valuesOf>;

/** What else two ADMINs may have set in different ways. */
const FIELDS = {
  note: ['바뀐 점', ({ note }: Edited) => note],
  change: ['변경의 종류', ({ change }: Edited) => CHANGES[change as DocumentChange]],
  effectiveOn: ['시행일', ({ effectiveOn }: Edited) => effectiveOn ?? '바로 시행'],
  asksConsent: ['다시 동의', ({ asksConsent }: Edited) => (asksConsent ? '받음' : '받지 않음')],
} as const;

/** What differs, of the content the sections: a document is too long to be compared whole. */
export function compare(theirs: EditedDocument, mine: Edited): Difference[] {
  const sections = changedSections(theirs.content, mine.content).map(
    ({ title, removed, added }) => ({
      label: title === '' ? '소개' : title,
      theirs: removed.join('\n'),
      mine: added.join('\n'),
    }),
  );
  // What was published at once leaves nothing to compare with.
  if (!theirs.page.upcoming) return sections;
  const stored = valuesOf(theirs);
  const fields = Object.values(FIELDS).map(([label, textOf]) => ({
    label,
    theirs: textOf(stored),
    mine: textOf(mine),
  }));
  return [...sections, ...fields.filter((one) => one.theirs !== one.mine)];
}
