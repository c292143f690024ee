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
  updateImported,
} from './articles.repo.ts';
import { hashOfText } from './hashes.ts';
import type { ReadArticle } from './read-article.ts';

export interface StoringTools<Emit> {
  db: Db;
  clock: Clock;
  live: { transaction<T>(work: (tx: Tx, emit: Emit) => Promise<T>): Promise<T> };
  events: { emit(name: 'board-posted', event: { boardType: BoardType }): void };
  notifications: {
    noticePosted(tx: Tx, post: { postId: number; actorId: null }): Promise<void>;
    threadChanged(tx: Tx, emit: Emit, post: { postId: number; actorId: number }): Promise<void>;
  };
}

interface Ready {
  article: SourceArticle;
  readHash: Buffer;
  read: ReadArticle;
}

type Stored = Pick<ArticleResult, 'outcome' | 'postId'>;

/** Earlier times are mistakes of a source. */
const EARLIEST = new Date('2000-01-01T00:00:00Z');
/** No member has this id: everybody's open page shows the change. */
const NOBODY = 0;

/**
 * The place of an article in lists: when it was published. One of today counts from now, because sources
 * often know only the day, and members who were here today would not see it as new.
 */
export function placeOf(
  { publishedAt }: Pick<SourceArticle, 'publishedAt'>,
  now: Date,
  isFirst: boolean,
): Date {
  if (publishedAt === null || !(publishedAt >= EARLIEST) || publishedAt > now) return now;
  return !isFirst && kstDay(publishedAt) === kstDay(now) ? now : publishedAt;
}

export function createArticleStoring<Emit>({ clock, notifications }: StoringTools<Emit>) {
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
    const { article, readHash, read } = ready;
    const { title, targetUrl } = read;
    const copy = await findCopy(tx, { boardType, targetUrl, title, sourceKey });
    const postId = copy ?? (await insert(tx, source, ready));
    const now = clock.now();
    await insertImported(tx, {
      ...{ sourceKey, sourceId: article.sourceId, postId, readHash },
      textHash: hashOfText(read),
      publishedAt: timeOf(article),
      createdAt: now,
      updatedAt: now,
    });
    return { outcome: copy === null ? 'created' : 'unchanged', postId };
  }

  async function insert(tx: Tx, source: ArticleSource, { article, read }: Ready): Promise<number> {
    const { content, title, targetUrl } = read;
    const now = clock.now();
    const postId = await insertPost(tx, {
      ...{ boardType: source.boardType, title, targetUrl, imageUrls: [] },
      ...{ authorId: null, authorSeal: null },
      content: content.html,
      contentText: content.text,
      createdAt: placeOf(article, now, source.isFirst),
    });
    if (postId === null) throw new Error('the sequence returned an id that is taken');
    if (source.isFirst || !isNews(article, now)) await dropAlerts(tx, postId);
    else await notifications.noticePosted(tx, { postId, actorId: null });
    return postId;
  }

  async function change(
    tx: Tx,
    emit: Emit,
    stored: Imported & { sourceKey: string },
    { article, readHash, read }: Ready,
  ): Promise<Stored> {
    const { postId } = stored;
    const same: Stored = { outcome: 'unchanged', postId };
    if (postId === null || stored.isGone || stored.isOthers) return same;
    if (stored.readHash.equals(readHash)) return same;
    const textHash = hashOfText(read);
    const now = clock.now();
    const values = { readHash, textHash, publishedAt: timeOf(article), updatedAt: now };
    if (stored.textHash.equals(textHash)) {
      await updateImported(tx, stored, values);
      return same;
    }
    const { title, targetUrl, content } = read;
    const text = { title, targetUrl, content: content.html, contentText: content.text };
    const isChanged = await updatePost(tx, authoriseImported(postId), { ...text, updatedAt: now });
    if (!isChanged) return same;
    await updateImported(tx, stored, values);
    await notifications.threadChanged(tx, emit, { postId, actorId: NOBODY });
    return { outcome: 'updated', postId };
  }
}

/** Null for a time that PostgreSQL cannot store. */
function timeOf({ publishedAt }: SourceArticle): Date | null {
  return publishedAt !== null && publishedAt >= EARLIEST ? publishedAt : null;
}

/** What was published longer ago is new to this site only. */
function isNews({ publishedAt }: SourceArticle, now: Date): boolean {
  const since = addSeconds(now, (-LIMITS.newPostDays * DAY_MS) / 1000);
  return publishedAt === null || !(publishedAt < since);
}
