import { BOARDS, isNoticeBoard } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import { labelledTitle, sortYears, yearsOfTitle } from '@naru/contract/notice-audience';
import type { PostInput } from '@naru/contract/posts';
import { hasAtMostGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { addDays, addSeconds, DAY_MS, kstDay } from '../../../platform/clock.ts';
import { fieldError } from '../../../platform/errors.ts';

/** Audience and time of a notice; a field that is undefined stays as stored. */
export interface NoticeValues {
  /** Null: all years. */
  audienceYears?: number[] | null;
  expiresAt?: Date | null;
  mustRead?: boolean;
}

/** Adds the label of the years to a new title on a board that has labels. Throws VALIDATION_FAILED. */
export function newTitle(input: PostInput, { audienceYears }: NoticeValues): string {
  const hasLabel = BOARDS[input.boardType].titlePrefix !== null;
  const title = hasLabel ? labelledTitle(input.title, audienceYears ?? []) : input.title;
  if (!hasAtMostGraphemes(title, LIMITS.titleMax)) throw fieldError('title', TEXTS.titleLength);
  return title;
}

/**
 * The values of a notice that appears at `from`, or null for one that was published: it may also end at
 * once. Without `years` those that the label of the title names are used. Throws VALIDATION_FAILED when
 * both differ, for an end before `from` and on other boards.
 */
export function noticeValues(input: PostInput, from: Date | null, now: Date): NoticeValues {
  const { boardType, title, years, expiresAt, mustRead } = input;
  if (!isNoticeBoard(boardType)) {
    if (years?.length || expiresAt) throw fieldError('years', TEXTS.yearsNoticeOnly);
    if (mustRead) throw fieldError('mustRead', TEXTS.mustReadNoticeOnly);
    return {};
  }
  if (mustRead?.dueOn) checkDue(mustRead.dueOn, from, now);
  const audienceYears = audienceOf(yearsOfTitle(title), years && sortYears(years));
  return {
    ...(audienceYears !== undefined && { audienceYears }),
    ...(expiresAt !== undefined && { expiresAt: expiryOf(expiresAt, from, now) }),
    ...(mustRead !== undefined && { mustRead: mustRead !== null }),
  };
}

/** Undefined when neither the title nor the field says anything. */
function audienceOf(
  named: number[] | null,
  chosen: number[] | null | undefined,
): number[] | null | undefined {
  const isChosen = chosen !== null && chosen !== undefined;
  if (named !== null && isChosen && named.join() !== chosen.join()) {
    throw fieldError('years', TEXTS.yearsConflict);
  }
  const years = isChosen ? chosen : named;
  if (years === null) return chosen;
  return years.length === 0 ? null : years;
}

function expiryOf(expiresAt: string | null, from: Date | null, now: Date): Date | null {
  if (expiresAt === null) return null;
  const end = new Date(expiresAt);
  if (from !== null && end <= from) throw fieldError('expiresAt', TEXTS.expiryPast);
  const latest = addSeconds(now, (LIMITS.noticeDays * DAY_MS) / 1000);
  if (end > latest) throw fieldError('expiresAt', TEXTS.expiryRange);
  return end;
}

/** An edit may keep a day that is over. */
function checkDue(dueOn: string, from: Date | null, now: Date): void {
  if (from !== null && dueOn < kstDay(from)) {
    throw fieldError('mustRead.dueOn', TEXTS.mustReadDuePast);
  }
  if (dueOn > addDays(kstDay(from ?? now), LIMITS.mustReadDays)) {
    throw fieldError('mustRead.dueOn', TEXTS.mustReadDueRange);
  }
}
