import type { BoardType } from '@naru/contract/boards';
import type { PollInput } from '@naru/contract/polls';
import type { TradeStatus } from '@naru/contract/posts';
import type { TeamInput } from '@naru/contract/team-fields';
import { and, eq } from 'drizzle-orm';
import {
  auditEntries,
  boardCounters,
  boardFavorites,
  postLikes,
  postScraps,
  posts,
  postViews,
  sealedPostLikes,
  sealedPostViews,
} from '../../db/schema/index.ts';
import { pollVersion } from '../../domain/polls/polls.ts';
import { addDays, kstDay } from '../../platform/clock.ts';
import type { CallResult, SignedIn, TestApp } from '../test-app.ts';

interface PostValues {
  boardType?: BoardType;
  title?: string;
  /** HTML. */
  content?: string;
  imageUrls?: string[];
  /** Keys of uploaded files. */
  attachments?: string[];
  price?: number;
  tradeStatus?: TradeStatus;
  lectureTagId?: number;
  headId?: number;
  poll?: PollInput;
  /** By default what a post on TEAM needs. */
  team?: TeamInput;
  /** By choice; needs `allowAnonymous`. */
  anonymous?: boolean;
}

let counter = 0;

function teamOn(t: TestApp): TeamInput {
  const lastDay = addDays(kstDay(t.clock.now()), 7);
  return { kind: 'STUDY', places: 2, lastDay, roles: ['기획'] };
}

/** Writes a unique post as `author`, who needs the board's role; returns its id. */
export async function createPost(
  t: TestApp,
  author: SignedIn,
  values: PostValues = {},
): Promise<number> {
  counter += 1;
  const boardType = values.boardType ?? 'FREE';
  return t.services.posts.create(
    { memberId: author.id, sessionId: '', roles: author.roles },
    {
      boardType,
      title: values.title ?? `시험 글 ${counter}`,
      content: values.content ?? `<p>시험 내용 ${counter}</p>`,
      imageUrls: values.imageUrls ?? [],
      attachments: values.attachments ?? [],
      price: values.price ?? (boardType === 'MARKET' ? 12_000 : null),
      tradeStatus: values.tradeStatus,
      lectureTagId: values.lectureTagId,
      headId: values.headId,
      poll: values.poll,
      team: values.team ?? (boardType === 'TEAM' ? teamOn(t) : undefined),
      anonymous: values.anonymous,
    },
  );
}

export async function readPost(t: TestApp, id: number) {
  const [row] = await t.db.select().from(posts).where(eq(posts.id, id));
  if (row === undefined) throw new Error(`no post ${id}`);
  return row;
}

/** Sets columns that no call can set. */
export async function changePost(
  t: TestApp,
  id: number,
  values: Partial<typeof posts.$inferInsert>,
): Promise<void> {
  await t.db.update(posts).set(values).where(eq(posts.id, id));
}

/** Counts rows including soft-deleted ones, of one board or of all. */
export function countPosts(t: TestApp, boardType?: BoardType): Promise<number> {
  return t.db.$count(posts, boardType && eq(posts.boardType, boardType));
}

/** The stored count of visible posts. */
export async function readBoardCounter(t: TestApp, boardType: BoardType): Promise<number> {
  const [row] = await t.db
    .select()
    .from(boardCounters)
    .where(eq(boardCounters.boardType, boardType));
  return row?.postCount ?? 0;
}

/** Rows behind a post's likes, scraps and views; without the scraps of anonymous posts. */
export async function countReactions(t: TestApp, postId: number) {
  return {
    likes:
      (await t.db.$count(postLikes, eq(postLikes.postId, postId))) +
      (await t.db.$count(sealedPostLikes, eq(sealedPostLikes.postId, postId))),
    scraps: await t.db.$count(postScraps, eq(postScraps.postId, postId)),
    views:
      (await t.db.$count(postViews, eq(postViews.postId, postId))) +
      (await t.db.$count(sealedPostViews, eq(sealedPostViews.postId, postId))),
  };
}

export function countFavorites(t: TestApp, member: { id: number }): Promise<number> {
  return t.db.$count(boardFavorites, eq(boardFavorites.memberId, member.id));
}

export function readPostAudit(t: TestApp, postId: number) {
  return t.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.targetType, 'post'), eq(auditEntries.targetId, postId)));
}

interface Draft {
  title?: string;
  html?: string;
  version?: string;
  base?: string | null;
}

/** Saves a draft like a device of the member; returns the response. */
export function saveDraft(
  t: TestApp,
  as: SignedIn,
  place: string,
  { title = '', html = '<p>여기까지</p>', version = 'version-1', base = null }: Draft = {},
): Promise<CallResult> {
  const content = { title, html, choices: '', files: [] };
  const body = { version, base, excerpt: '여기까지', content };
  return t.call('PUT', `/api/member/drafts/${place}`, { as, body });
}

/** The body of a vote for a poll as it was written. */
export function voteBody({ endsAt, ...poll }: PollInput, ...choices: number[]) {
  return {
    choices,
    version: pollVersion({ ...poll, options: [...poll.options], endsAt: endsAt ?? null }),
  };
}

/** Votes in the poll of a post as it stands. */
export async function vote(
  t: TestApp,
  as: SignedIn | undefined,
  postId: number,
  ...choices: number[]
): Promise<CallResult> {
  const { json } = await t.call('GET', `/api/post/${postId}/poll`, { as });
  const body = { choices, version: json.poll?.version ?? '' };
  return t.call('PUT', `/api/post/${postId}/poll/vote`, { as, body });
}
