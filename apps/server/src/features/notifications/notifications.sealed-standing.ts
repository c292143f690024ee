import { setImmediate } from 'node:timers/promises';
import type { Tx } from '../../db/client.ts';
import type { PostCause } from '../../domain/notifications/notifications.ts';
import type { Facts } from '../../domain/notifications/texts.ts';
import type { DomainTools } from '../../domain/tools.ts';
import { truncateToMinute } from '../../platform/clock.ts';
import { createFollowers } from './notifications.followers.ts';
import {
  findSealedPost,
  listAliasBlocks,
  listSealedComments,
  listVoters,
  lockSealed,
  updateSealed,
} from './notifications.sealed.repo.ts';
import {
  openNotificationText,
  type SealedText,
  sealNotificationText,
} from './notifications.sealed.ts';
import { countLikes } from './notifications.sources.repo.ts';
import type { Followed } from './notifications.standing.repo.ts';

/** Seals opened before yielding to the event loop. */
const YIELD_EVERY = 20;

type Post = NonNullable<Awaited<ReturnType<typeof findSealedPost>>>;
type Comment = Awaited<ReturnType<typeof listSealedComments>>[number];

/** An anonymous thread as it is now. */
interface Thread {
  post: Post;
  comments: ReadonlyMap<number, Comment>;
  voters: ReadonlySet<string>;
  /** Names that members block in it. */
  blocks: ReadonlyMap<string, ReadonlySet<number>>;
}

type Cause = number | string;

/** What of an anonymous thread changed: the post itself, comments below it, or likes of one item. */
export interface SealedChange {
  postId: number;
  part: 'post' | 'comments' | 'likes';
  /** Whose likes, if not those of the post. */
  commentId?: number | null;
}

type Row = Awaited<ReturnType<typeof lockSealed>>[number];

const isLeft = (living: number, known: number, count: number) =>
  known === 0 || living > 0 || count > known;

/** Compares the sealed notifications about an anonymous post with it, as `followCauses` does others. */
export function createSealedStanding({ clock, seal }: Pick<DomainTools, 'clock' | 'seal'>) {
  const followers = createFollowers({ seal });

  return async (tx: Tx, change: SealedChange): Promise<Followed[]> => {
    const rows = await lockRows(tx, change);
    // Read once the rows are locked, so that it is newer than what another change made of them.
    const thread = rows.length === 0 ? null : await loadThread(tx, change.postId);
    return thread === null ? [] : followAll(tx, rows, thread);
  };

  async function lockRows(tx: Tx, change: SealedChange): Promise<Row[]> {
    const post = await findSealedPost(tx, change.postId);
    if (post === null) return [];
    return lockSealed(tx, {
      memberIds: await membersOf(tx, post, change),
      boardType: change.part === 'post' ? post.boardType : null,
      since: truncateToMinute(post.createdAt),
    });
  }

  async function followAll(tx: Tx, rows: readonly Row[], thread: Thread): Promise<Followed[]> {
    const followed: Followed[] = [];
    for (const [index, row] of rows.entries()) {
      if (index % YIELD_EVERY === 0) await setImmediate();
      const next = await followOne(tx, row, thread);
      if (next === null) continue;
      const { id, memberId } = row;
      followed.push({ id, memberId, isUnread: row.readAt === null || next.readAt === null });
    }
    return followed;
  }

  async function loadThread(tx: Tx, postId: number): Promise<Thread | null> {
    const post = await findSealedPost(tx, postId);
    if (post === null) return null;
    const comments = await listSealedComments(tx, postId);
    return {
      post,
      comments: new Map(comments.map((one) => [one.id, one])),
      voters: await listVoters(tx, postId),
      blocks: await listAliasBlocks(tx, postId),
    };
  }

  /** What changed of the row; null if nothing did. */
  async function followOne(tx: Tx, row: Row, thread: Thread) {
    const text = openNotificationText(seal, row.targetSeal);
    if (text === null || !isAbout(text, thread.post.id)) return null;
    const next = await compare(tx, row, text, thread);
    if (next !== null) await updateSealed(tx, row.id, next);
    return next;
  }

  function blockedBy(memberId: number, { blocks }: Thread): ReadonlySet<number> {
    if (blocks.size === 0) return new Set();
    return blocks.get(seal.seal(memberId).toString('hex')) ?? new Set();
  }

  /** Who may have a notification about what changed. */
  async function membersOf(
    tx: Tx,
    post: Post,
    { part, commentId }: SealedChange,
  ): Promise<number[]> {
    const comments = await listSealedComments(tx, post.id);
    if (part === 'likes') {
      const liked = commentId == null ? post : comments.find(({ id }) => id === commentId);
      return open(liked === undefined ? [] : [liked]);
    }
    const ids = [post.professorId, ...(await followers.all(tx, post.id))];
    return [...open([post, ...comments]), ...ids.filter((id) => id !== null)];
  }

  function open(items: readonly { authorSeal: Buffer | null }[]): number[] {
    const seals = new Map(
      items.flatMap(({ authorSeal }) =>
        authorSeal === null ? [] : [[authorSeal.toString('hex'), authorSeal] as const],
      ),
    );
    return [...seals.values()].map((one) => seal.open(one)).filter((id) => id !== null);
  }

  /** The row as it must be now; null when it is so already. */
  async function compare(
    tx: Tx,
    row: Row,
    text: SealedText,
    thread: Thread,
  ): Promise<{ targetSeal: Buffer; readAt: Date | null } | null> {
    const { living, lost } = causesNow(text, thread, blockedBy(row.memberId, thread));
    const known = living.length + lost.length;
    const isGone = !(isLeft(living.length, known, row.count) && standsIn(thread, text));
    const isSame =
      isGone === (text.goneAt !== undefined) && String(lost) === String(text.lost ?? []);
    if (isSame) return null;
    const { goneAt: _, wasUnread, ...rest } = text;
    const next: SealedText = {
      ...rest,
      ...(known > 0 && { causes: living, lost }),
      cause: await causeNow(tx, text, living, row.memberId),
    };
    return isGone ? hidden(row, next, wasUnread) : shown(row, next, wasUnread);
  }

  function shown({ memberId, readAt }: Row, text: SealedText, wasUnread = false) {
    const targetSeal = sealNotificationText(seal, memberId, text);
    return { targetSeal, readAt: wasUnread ? null : readAt };
  }

  /** Its row looks like one that was read. */
  function hidden({ memberId, readAt }: Row, text: SealedText, wasUnread = readAt === null) {
    const now = truncateToMinute(clock.now());
    const gone = { ...text, goneAt: now.getTime(), wasUnread };
    return { targetSeal: sealNotificationText(seal, memberId, gone), readAt: readAt ?? now };
  }

  async function causeNow(
    tx: Tx,
    { cause }: SealedText,
    living: readonly Cause[],
    memberId: number,
  ): Promise<PostCause | null> {
    const newest = living.at(-1);
    if (cause === null || newest === undefined) return cause;
    const facts = cause.facts as Facts['comment'] & Facts['commentLiked'];
    if (cause.kind === 'postLiked' || cause.kind === 'commentLiked') {
      const [list, id] =
        cause.kind === 'postLiked'
          ? (['like', facts.post.id] as const)
          : (['comment like', facts.commentId] as const);
      const owner = { memberId, markKey: seal.markKey(memberId) };
      return {
        ...cause,
        facts: { ...facts, likes: await countLikes(tx, list, id, owner) } as PostCause['facts'],
      };
    }
    if (cause.kind === 'followedBoardPosted') {
      return { ...cause, facts: { ...facts, post: { ...facts.post, id: Number(newest) } } };
    }
    return { ...cause, facts: { ...facts, commentId: Number(newest) } as PostCause['facts'] };
  }
}

function isAbout({ postId, cause, causes, lost }: SealedText, id: number): boolean {
  if (postId === id || cause?.facts.post.id === id) return true;
  return (
    cause?.kind === 'followedBoardPosted' && ((causes?.includes(id) || lost?.includes(id)) ?? false)
  );
}

/** What the notification counts, divided by whether it is there for its reader. */
function causesNow(
  { causes = [], lost = [], cause }: SealedText,
  { post, comments, voters }: Thread,
  blocked: ReadonlySet<number>,
): { living: Cause[]; lost: Cause[] } {
  const lives = (one: Cause): boolean => {
    if (typeof one === 'string') return voters.has(one);
    if (cause?.kind !== 'followedBoardPosted') {
      const comment = comments.get(one);
      return isShown(comment) && !(comment?.alias != null && blocked.has(comment.alias));
    }
    return one === post.id ? post.isListed : causes.includes(one);
  };
  const places = new Map([...comments.keys()].map((id, place) => [id, place]));
  const placeOf = (one: Cause) => places.get(Number(one)) ?? 0;
  const all = [...causes, ...lost].toSorted((a, b) => placeOf(a) - placeOf(b));
  return { living: all.filter(lives), lost: all.filter((one) => !lives(one)) };
}

const isShown = (comment: Comment | undefined) =>
  comment !== undefined && !comment.isDeleted && !comment.isBlinded;

/** Whether what the notification leads to is there, whatever it counts. */
function standsIn({ post, comments }: Thread, { cause }: SealedText): boolean {
  if (cause === null) return true;
  const { kind } = cause;
  const facts = cause.facts as Facts['commentLiked'] & Facts['contentHandled'];
  const comment = comments.get(facts.commentId ?? (facts.type === 'COMMENT' ? facts.id : 0));
  switch (kind) {
    case 'followedBoardPosted':
      return true;
    case 'postBlinded':
      return post.isBlinded && !post.isDeleted;
    case 'commentBlinded':
      return comment?.isBlinded === true && !comment.isDeleted;
    case 'contentHandled':
      return (
        (facts.action === 'RESTORED') === isThere(post, facts.type === 'POST' ? null : comment)
      );
    case 'answerAccepted':
      return isThere(post, comment) && post.acceptedCommentId === facts.commentId;
    case 'questionAnswered':
      return post.isListed && post.hasAnswer;
    case 'commentLiked':
    case 'commentUnblinded':
      return isThere(post, comment);
    default:
      return post.isListed;
  }
}

/** `comment` is null for the post itself. */
const isThere = ({ isListed }: Post, comment: Comment | null | undefined) =>
  isListed && (comment === null || isShown(comment));
