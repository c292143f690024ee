import { LIMITS } from '@naru/contract/limits';
import type { HandledItem } from '@naru/contract/objections';
import { cutGraphemes } from '@naru/contract/text';
import { presentStaffAction } from '../../domain/moderation/staff-actions.ts';
import { addSeconds, toKst } from '../../platform/clock.ts';
import type { HandledRow } from './objections.repo.ts';

/** Graphemes. */
const EXCERPT = 200;
export const RETAINED_SECONDS = LIMITS.removedDays * 24 * 60 * 60;

export function presentHandled(row: HandledRow): HandledItem {
  const isRemoved = row.action === 'REMOVED';
  return {
    type: row.type,
    id: row.id,
    boardType: row.boardType,
    postId: row.postId,
    lectureId: row.lectureId,
    title: row.title,
    excerpt: cutGraphemes(row.text.replace(/\s+/gu, ' ').trim(), EXCERPT),
    anonymous: row.isAnonymous,
    createdDate: toKst(row.writtenAt),
    ...presentStaffAction(row),
    purgedAt: isRemoved ? toKst(addSeconds(row.createdAt, RETAINED_SECONDS)) : null,
    objectionId: row.objectionId,
  };
}
