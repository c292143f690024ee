import type { ScheduledNotice } from '@naru/contract/scheduled-notices';
import { memberName } from '../../domain/authorship/writer.ts';
import { versionOf } from '../../domain/edits/versions.ts';
import { toKst } from '../../platform/clock.ts';
import type { ListedRow, ScheduledRow } from './scheduled-notices.repo.ts';

/** What several people edit, for `versionOf`. */
export function editedPart({ body, publishAt, pinUntil }: ScheduledRow) {
  return { body, publishAt, pinUntil };
}

export function presentScheduled(row: ListedRow): ScheduledNotice {
  const { title, years, groups, expiresAt } = row.body;
  return {
    id: row.id,
    boardType: row.boardType,
    title,
    publishAt: toKst(row.publishAt),
    expiresAt: expiresAt ? toKst(new Date(expiresAt)) : null,
    years: years ?? [],
    ...(groups?.length && { groups }),
    pinUntil: row.pinUntil,
    authorNickname: memberName(row.nickname, row.withdrawnAt),
    failure: row.failure,
  };
}

export function presentForEditing(row: ListedRow) {
  const { imageUrls, pictures, ...post } = row.body;
  const [first = null, ...others] = [imageUrls ?? [], pictures ?? []].flat(2);
  return {
    ...presentScheduled(row),
    post: { ...post, imageUrls: first, pictures: others },
    version: versionOf(editedPart(row)),
  };
}
