import type { BoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import type { Db, Tx } from '../../db/client.ts';
import { addSeconds, type Clock, DAY_MS, kstDay } from '../../platform/clock.ts';
import { insertPost, updatePost } from '../posts/store.repo.ts';
import type { ArticleResult, ArticleSource, SourceArticle } from './article.ts';
import { authoriseImported } from './articles.policy.ts';
import {
  dropAlerts,
  findCopy,
  findImported,
  type Imported,
  insertImported,
  lockCopies,
  lockOpenPost,
  updateImported,
} from './articles.repo.ts';
import type { CopyKeys, SetCopies } from './copies.ts';
import type { ReadArticle } from './read-article.ts';

export interface StoringTools<Emit> {
  db: Db;
  clock: Clock;
  live: { transaction<T>(work: (tx: Tx, emit: Emit) => Promise<T>): Promise<T> };
  events: { emit(name: 'board-posted', event: { boardType: BoardType }): void };
  notifications: {
    noticePosted(tx: Tx, post: { postId: number; actorId: null }): Promise<void>;
    threadChanged(
      tx: Tx,
      emit: Emit,
      post: { postId: number; actorId: number; part: 'text' },
    ): Promise<void>;
  };
  uploads: { copies: { setOfPost: SetCopies } };
}

/** An article as it is to be stored. */
export interface Ready {
  article: SourceArticle;
  readHash: Buffer;
  textHash: Buffer;
  /** As releases up to 0.5 would have stored it; absent for a new article. */
  formerTextHash: Buffer | undefined;
  /** With its copies. */
  read: ReadArticle;
  copies: CopyKeys;
}

type Stored = Pick<ArticleResult, 'outcome' | 'postId'>;

/** Earlier times are mistakes of a source. */
const EARLIEST = new Date('2000-01-01T00:00:00Z');
/** No member has this id: everybody's open page shows the change. */
const NOBODY = 0;

/**
 * The date by which lists sort an article: when it was published. An article of today gets the present time:
 * many sources give only the day, and members who were here today would not see it as new.
 */
export function listDateOf(
  { publishedAt }: Pick<SourceArticle, 'publishedAt'>,
  now: Date,
  isFirst: boolean,
): Date {
  if (publishedAt === null || !(publishedAt >= EARLIEST) || publishedAt > now) return now;
  return !isFirst && kstDay(publishedAt) === kstDay(now) ? now : publishedAt;
}

export function createArticleStoring<Emit>({ clock, notifications, uploads }: StoringTools<Emit>) {
  const { setOfPost } = uploads.copies;

  return {
    /** Inserts the post of an article or changes it; what staff removed or blinded stays as it is. */
    async store(tx: Tx, emit: Emit, source: ArticleSource, ready: Ready): Promise<Stored> {
      const { sourceId } = ready.article;
      await lockCopies(tx);
      const stored = (await findImported(tx, source.key, [sourceId])).get(sourceId);
      return stored === undefined
        ? create(tx, source, ready)
        : change(tx, emit, { ...stored, sourceKey: source.key }, ready);
    },
  };

  async function create(tx: Tx, source: ArticleSource, ready: Ready): Promise<Stored> {
    const { boardType, key: sourceKey } = source;
    const { article, readHash, textHash } = ready;
    const { title, targetUrl } = ready.read;
    const copy = await findCopy(tx, { boardType, targetUrl, title, sourceKey });
    const postId = copy ?? (await insert(tx, source, ready));
    const now = clock.now();
    await insertImported(tx, {
      ...{ sourceKey, sourceId: article.sourceId, postId, readHash, textHash },
      publishedAt: timeOf(article),
      createdAt: now,
      // A post that another source or a person wrote stays theirs until the original changes.
      updatedAt: copy === null ? now : EARLIEST,
    });
    return { outcome: copy === null ? 'created' : 'unchanged', postId };
  }

  async function insert(tx: Tx, source: ArticleSource, ready: Ready): Promise<number> {
    const { article, copies } = ready;
    const now = clock.now();
    const postId = await insertPost(tx, {
      ...{ boardType: source.boardType, ...columnsOf(ready), authorId: null, authorSeal: null },
      createdAt: listDateOf(article, now, source.isFirst),
    });
    if (postId === null) throw new Error('the sequence returned an id that is taken');
    if (hasAny(copies)) await setOfPost(tx, postId, copies);
    if (source.isFirst || !isRecent(article, now)) await dropAlerts(tx, postId);
    else await notifications.noticePosted(tx, { postId, actorId: null });
    return postId;
  }

  async function change(
    tx: Tx,
    emit: Emit,
    stored: Imported & { sourceKey: string },
    ready: Ready,
  ): Promise<Stored> {
    const { postId } = stored;
    const same: Stored = { outcome: 'unchanged', postId };
    if (postId === null || isLeft(stored, ready)) return same;
    const { isSameText, isMended, hasCopies, times } = changesOf(stored, ready, clock.now());
    const areOthers = hasCopies && (await changeCopies(tx, postId, ready));
    if (areOthers === null) return same;
    const values = { readHash: ready.readHash, textHash: ready.textHash, ...times };
    const imported = { ...values, publishedAt: timeOf(ready.article) };
    if (isSameText && !isMended && !areOthers) {
      await updateImported(tx, stored, imported);
      return same;
    }
    const { imageUrls, ...text } = columnsOf(ready);
    const columns = { ...text, ...(hasCopies && { imageUrls }), ...times };
    if (!(await updatePost(tx, authoriseImported(postId), columns))) return same;
    await updateImported(tx, stored, imported);
    await notifications.threadChanged(tx, emit, { postId, actorId: NOBODY, part: 'text' });
    return { outcome: 'updated', postId };
  }

  /** Whether the post has other copies now; null once it is removed or blinded. */
  async function changeCopies(tx: Tx, postId: number, { copies }: Ready): Promise<boolean | null> {
    return (await lockOpenPost(tx, postId)) ? setOfPost(tx, postId, copies) : null;
  }
}

function isLeft(stored: Imported, { readHash }: Ready): boolean {
  const { isGone, isOthers, isBlinded } = stored;
  return isGone || isOthers || isBlinded || stored.readHash.equals(readHash);
}

/** `times` is empty if only copies change, or what was read of the notice: it is no change of it. */
function changesOf(stored: Imported, ready: Ready, now: Date) {
  const isSameText = hasSameText(stored, ready);
  // What a person wrote stays until the original says something else.
  const isPersons = isSameText && stored.isEdited;
  const hasCopies = !isPersons && (stored.hasCopies || hasAny(ready.copies));
  const isFormer = isSameText && !stored.textHash.equals(ready.textHash);
  const isMended = isFormer && !isPersons && ready.article.former !== undefined;
  return { isSameText, isMended, hasCopies, times: isSameText ? {} : { updatedAt: now } };
}

/** Whether the original still says what was stored, also by the hash of an earlier release. */
export function hasSameText(
  { textHash }: Pick<Imported, 'textHash'>,
  ready: Pick<Ready, 'textHash' | 'formerTextHash'>,
): boolean {
  const { formerTextHash = ready.textHash } = ready;
  return textHash.equals(ready.textHash) || textHash.equals(formerTextHash);
}

function columnsOf({ read: { title, targetUrl, content } }: Ready) {
  const { html, text, imageUrls } = content;
  return { title, targetUrl, content: html, contentText: text, imageUrls };
}

const hasAny = ({ pictures, files }: CopyKeys) => pictures.length + files.length > 0;

/** Null for a time that PostgreSQL cannot store. */
function timeOf({ publishedAt }: SourceArticle): Date | null {
  return publishedAt !== null && publishedAt >= EARLIEST ? publishedAt : null;
}

/** False for an article that was published so long ago that it is new to this site only. */
function isRecent({ publishedAt }: SourceArticle, now: Date): boolean {
  const since = addSeconds(now, (-LIMITS.newPostDays * DAY_MS) / 1000);
  return publishedAt === null || !(publishedAt < since);
}
