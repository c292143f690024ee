import { BOARDS } from '@naru/contract/boards';
import type { PostInput } from '@naru/contract/posts';
import { TEXTS } from '@naru/contract/texts';
import { fieldError } from '../../../platform/errors.ts';

/** Returns the column to write; none leaves it as stored. Throws VALIDATION_FAILED on other boards. */
export function lectureTagValues({ boardType, lectureTagId }: PostInput) {
  if (lectureTagId === undefined) return {};
  if (lectureTagId !== null && !BOARDS[boardType].tagsLecture) {
    throw fieldError('lectureTagId', TEXTS.lectureTagBoard);
  }
  return { lectureTagId };
}
