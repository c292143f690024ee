import { BOARDS, type BoardType } from '@naru/contract/boards';
import { isHeadBoard } from '@naru/contract/heads';
import { LIMITS } from '@naru/contract/limits';
import type { PollInput } from '@naru/contract/polls';
import type { PostInput } from '@naru/contract/posts';
import { TEXTS } from '@naru/contract/texts';
import type { Tx } from '../../../db/client.ts';
import { pollVersion } from '../../../domain/polls/polls.ts';
import type { MarketRow } from '../../../domain/posts/post.sql.ts';
import { addSeconds, DAY_MS } from '../../../platform/clock.ts';
import { AppError, fieldError } from '../../../platform/errors.ts';
import {
  deletePoll,
  findGroups,
  type HeadHolder,
  isHeadRequired,
  lockHead,
  lockLists,
  lockPoll,
  type NewPoll,
  putPoll,
  requireLecture,
} from './store.repo.ts';

export type MarketValues = Partial<MarketRow>;

/**
 * Returns the columns to write; none for a post on another board. A change without a price or a trade status
 * keeps the stored one. Throws VALIDATION_FAILED for a new item without a price.
 */
export function marketValues(input: PostInput, { isNew }: { isNew: boolean }): MarketValues {
  if (BOARDS[input.boardType].form !== 'item') return {};
  const { price, tradeStatus } = input;
  if (isNew && price == null) throw fieldError('price', TEXTS.marketRequired);
  return {
    price: price ?? undefined,
    tradeStatus: tradeStatus ?? (isNew ? 'ON_SALE' : undefined),
  };
}

/** Returns the column to write; none leaves it as stored. Throws VALIDATION_FAILED on other boards. */
export function lectureTagValues({ boardType, lectureTagId }: PostInput) {
  if (lectureTagId === undefined) return {};
  if (lectureTagId !== null && !BOARDS[boardType].tagsLecture) {
    throw fieldError('lectureTagId', TEXTS.lectureTagBoard);
  }
  return { lectureTagId };
}

/** The head that a writer chooses; undefined leaves it as stored, or a new post without one. */
export interface HeadChoice {
  boardType: BoardType;
  headId: number | null | undefined;
}

/** Throws VALIDATION_FAILED on boards without heads. */
export function headChoice({ boardType, headId }: PostInput): HeadChoice {
  if (headId != null && !isHeadBoard(boardType)) {
    throw fieldError('headId', TEXTS.headBoard);
  }
  return { boardType, headId };
}

/**
 * `holder` is the post or scheduled notice that changes, null for a new one. Throws
 * VALIDATION_FAILED for a head that is retired or of another board, and without the one that the board
 * requires.
 */
export async function checkHead(
  tx: Tx,
  { boardType, headId }: HeadChoice,
  holder: HeadHolder | null,
): Promise<void> {
  if (!isHeadBoard(boardType)) return;
  if (headId != null) {
    if (!(await lockHead(tx, { boardType, headId, holder }))) {
      throw fieldError('headId', TEXTS.headGone);
    }
    return;
  }
  const isUnchanged = headId === undefined && holder !== null && 'postId' in holder;
  if (!isUnchanged && (await isHeadRequired(tx, boardType))) {
    throw fieldError('headId', TEXTS.headChoose);
  }
}

const LIST = 'LIST:';
const LIST_GONE = '고른 명단이 없습니다. 받는 사람을 다시 골라 주세요.';

/** What may keep a list of members that is gone: a notice, or one that is scheduled for these groups. */
type GroupHolder = { postId: number } | Pick<PostInput, 'groups'>;

/**
 * Keeps the lists among the groups of a notice from being deleted until the transaction ends; `holder` as for
 * `checkHead`. Throws VALIDATION_FAILED for a list that is gone.
 */
export async function checkGroups(
  tx: Tx,
  groups: readonly string[] | null | undefined,
  holder: GroupHolder | null,
): Promise<void> {
  const lists = (groups ?? []).filter((group) => group.startsWith(LIST));
  if (lists.length === 0) return;
  const idOf = (list: string) => Number(list.slice(LIST.length));
  const known = await lockLists(tx, lists.map(idOf));
  const gone = lists.filter((list) => !known.includes(idOf(list)));
  if (gone.length === 0) return;
  const stored = await groupsOf(tx, holder);
  if (!gone.every((list) => stored.includes(list))) throw fieldError('groups', LIST_GONE);
}

async function groupsOf(tx: Tx, holder: GroupHolder | null): Promise<readonly string[]> {
  if (holder === null) return [];
  return ('postId' in holder ? await findGroups(tx, holder.postId) : holder.groups) ?? [];
}

/**
 * Checks the poll of a post that appears at `from`; null for one that was published, which may keep an
 * end that is over. Throws VALIDATION_FAILED for a market item, an open poll in an anonymous post and a
 * wrong end.
 */
export function checkPoll(
  { boardType, poll }: PostInput,
  { isAnonymous, from, now }: { isAnonymous: boolean; from: Date | null; now: Date },
): void {
  if (poll == null) return;
  if (BOARDS[boardType].form !== 'article') throw fieldError('poll', TEXTS.pollNotHere);
  if (isAnonymous && !poll.isAnonymous)
    throw fieldError('poll.isAnonymous', TEXTS.pollAnonymousOnly);
  if (poll.maxChoices > poll.options.length) throw fieldError('poll.maxChoices', TEXTS.pollChoices);
  checkEnd(poll, from, now);
}

function checkEnd({ endsAt }: PollInput, from: Date | null, now: Date): void {
  if (endsAt == null) return;
  const end = new Date(endsAt);
  if (from !== null && end <= from) throw fieldError('poll.endsAt', TEXTS.pollEndPast);
  const latest = addSeconds(from ?? now, (LIMITS.pollDays * DAY_MS) / 1000);
  if (end > latest) throw fieldError('poll.endsAt', TEXTS.pollEndRange);
}

function rowOf(postId: number, poll: PollInput): NewPoll {
  const { options, maxChoices, isAnonymous, endsAt } = poll;
  return {
    postId,
    options: [...options],
    optionCount: options.length,
    maxChoices,
    isAnonymous,
    endsAt: endsAt == null ? null : new Date(endsAt),
    counts: options.map(() => 0),
  };
}

/**
 * Stores the poll of a post, in the transaction that writes it. Throws POLL_STARTED when somebody has
 * voted in the one that it changes.
 */
export async function storePoll(
  tx: Tx,
  postId: number,
  poll: PollInput | null | undefined,
): Promise<void> {
  if (poll === undefined) return;
  const stored = await lockPoll(tx, postId);
  const next = poll === null ? null : rowOf(postId, poll);
  if (stored === null && next === null) return;
  if (stored !== null && next !== null && pollVersion(stored) === pollVersion(next)) return;
  if (stored !== null && stored.voterCount > 0) throw new AppError('POLL_STARTED');
  if (next === null) await deletePoll(tx, postId);
  else await putPoll(tx, next);
}

/** Throws VALIDATION_FAILED when the lecture that the post is about is missing. */
export async function checkTag(
  tx: Tx,
  { tag }: { tag?: { lectureTagId?: number | null } | undefined },
): Promise<void> {
  if (typeof tag?.lectureTagId === 'number') await requireLecture(tx, tag.lectureTagId);
}
