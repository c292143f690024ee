import { BOARDS, isNoticeBoard } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import type { MustReadInput } from '@naru/contract/must-reads';
import { sortYears, yearsOfTitle } from '@naru/contract/notice-audience';
import { labelledTitle } from '@naru/contract/notice-groups';
import type { PostInput } from '@naru/contract/posts';
import { hasAtMostGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import type { Tx } from '../../../db/client.ts';
import type { Actor } from '../../../platform/actor.ts';
import { addDays, addSeconds, DAY_MS, kstDay } from '../../../platform/clock.ts';
import { fieldError } from '../../../platform/errors.ts';
import type { AuditService } from '../../audit/audit.service.ts';
import type { Tools } from '../../tools.ts';
import { findMustRead, insertMustRead, type MustReadRow, updateMustRead } from './notices.repo.ts';

/** Audience and time of a notice; a field that is undefined stays as stored. */
export interface NoticeValues {
  /** Null: all years. */
  audienceYears?: number[] | null;
  /** Null: none. */
  audienceGroups?: string[] | null;
  expiresAt?: Date | null;
  mustRead?: boolean;
}

/** Adds the label of the years to a new title on a board that has labels. Throws VALIDATION_FAILED. */
export function newTitle(input: PostInput, notice: NoticeValues): string {
  const { audienceYears, audienceGroups } = notice;
  const hasLabel = BOARDS[input.boardType].titlePrefix !== null;
  const title = hasLabel
    ? labelledTitle(input.title, audienceYears ?? [], audienceGroups ?? [])
    : input.title;
  if (!hasAtMostGraphemes(title, LIMITS.titleMax)) throw fieldError('title', TEXTS.titleLength);
  return title;
}

/**
 * The values of a notice that appears at `from`, or null for one that was published: it may also end at
 * once. Without `years` those that the label of the title names are used. Throws VALIDATION_FAILED when
 * both differ, for an end before `from` and on other boards.
 */
export function noticeValues(input: PostInput, from: Date | null, now: Date): NoticeValues {
  const { boardType, title, years, groups, expiresAt, mustRead } = input;
  if (!isNoticeBoard(boardType)) {
    if (years?.length || groups?.length || expiresAt)
      throw fieldError('years', TEXTS.yearsNoticeOnly);
    if (mustRead) throw fieldError('mustRead', TEXTS.mustReadNoticeOnly);
    return {};
  }
  if (mustRead?.dueOn) checkDue(mustRead.dueOn, from, now);
  const audienceYears = audienceOf(yearsOfTitle(title), years && sortYears(years));
  return {
    ...(audienceYears !== undefined && { audienceYears }),
    ...(groups !== undefined && { audienceGroups: groupsOf(groups) }),
    ...(expiresAt !== undefined && { expiresAt: expiryOf(expiresAt, from, now) }),
    ...(mustRead !== undefined && { mustRead: mustRead !== null }),
  };
}

/** Each once; null for none. */
function groupsOf(groups: readonly string[] | null): string[] | null {
  return groups === null || groups.length === 0 ? null : [...new Set(groups)];
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

interface Deps extends Pick<Tools, 'clock'> {
  audit: Pick<AuditService, 'record'>;
}

/**
 * Marks notices as must-read, in the transaction that writes them and has locked their post. One that is for groups no
 * more (`isOpened`) is asked again: who confirmed it before would show who was in them.
 */
export function createMustReadMarks({ clock, audit }: Deps) {
  return async (
    tx: Tx,
    actor: Actor,
    postId: number,
    { mustRead: input, isOpened }: { mustRead: PostInput['mustRead']; isOpened: boolean },
  ): Promise<boolean> => {
    if (input === undefined && !isOpened) return false;
    const stored = await findMustRead(tx, postId);
    if (input === null) return endOpen(tx, actor, postId, stored);
    const asked = input ?? (stored?.isOpen ? { dueOn: stored.dueOn } : null);
    if (asked === null) return false;
    const again = { ...asked, ...(isOpened && { again: true }) };
    await mark(tx, actor, postId, changeOf(stored, again, clock.now()));
    return stored?.isOpen === false;
  };

  async function mark(
    tx: Tx,
    actor: Actor,
    postId: number,
    change: ReturnType<typeof changeOf>,
  ): Promise<void> {
    if (change === null) return;
    const { isNew, again, ...values } = change;
    if (isNew) await insertMustRead(tx, { postId, askedAt: clock.now(), ...values });
    else await updateMustRead(tx, postId, values);
    const { dueOn } = values;
    const detail = { ...(dueOn !== null && { dueOn }), ...(again && { again }) };
    await audit.record(tx, actor, { action: 'post.must-read', targetId: postId, detail });
  }

  async function endOpen(
    tx: Tx,
    actor: Actor,
    postId: number,
    stored: MustReadRow | null,
  ): Promise<boolean> {
    if (!stored?.isOpen) return false;
    await updateMustRead(tx, postId, { isOpen: false });
    await audit.record(tx, actor, { action: 'post.must-read-end', targetId: postId });
    return true;
  }
}

/** What to store; null when nothing changes. */
function changeOf(stored: MustReadRow | null, input: MustReadInput, askedAt: Date) {
  const dueOn = input.dueOn ?? null;
  if (stored === null) return { isNew: true, again: false, dueOn };
  const again = input.again === true || !stored.isOpen;
  if (!again && stored.dueOn === dueOn) return null;
  const round = again && { isOpen: true, round: stored.round + 1, askedAt };
  return { isNew: false, again, dueOn, ...round };
}
