import { setImmediate } from 'node:timers/promises';
import type { Tx } from '../../db/client.ts';
import { AppError } from '../../platform/errors.ts';
import type { ArticleResult, ArticleSource, SourceArticle } from './article.ts';
import { createArticlePins } from './article-pins.ts';
import {
  createArticleStoring,
  hasSameText,
  listDateOf,
  type Ready,
  type StoringTools,
} from './article-storing.ts';
import { requireSourceBoard } from './articles.policy.ts';
import { findCopy, findImported, type Imported } from './articles.repo.ts';
import { type Copies, type CopyKeys, NO_COPIES } from './copies.ts';
import {
  formerHashOfArticle,
  formerHashOfText,
  hashOfArticle,
  hashOfText,
  unknownHash,
} from './hashes.ts';
import { faultOfId, type ReadArticle, readArticle } from './read-article.ts';

export type { ArticleResult, ArticleSource } from './article.ts';
export { listImportedIds } from './articles.repo.ts';

/** Runs in the transaction that stores an article, or in one of its own when nothing is stored. */
type RecordResult = (tx: Tx, result: ArticleResult) => Promise<void>;

/**
 * Imports articles of one source into a board, each once by the source's key and `sourceId`; the results are
 * in the order of the articles. An article that fails does not stop the others: the first unexpected error
 * is thrown at the end. Throws BOARD_NOT_WRITABLE for a board without a source.
 */
export type ImportArticles = (
  source: ArticleSource,
  articles: readonly SourceArticle[],
  record?: RecordResult,
) => Promise<ArticleResult[]>;

/** The reasons why a change is not imported. */
const OTHERS = '다른 출처가 먼저 올린 글이라 바뀐 내용을 옮기지 않았습니다.';
/** More new articles at once mean that the ids of a list changed or an archive appeared: notifies nobody. */
const NEW_MAX = 20;
/** Failures after which the rest is skipped: an unreachable database is not asked for hundreds of articles. */
const FAILURES_MAX = 3;

/** Imports the articles of sources, whoever reads them. */
export function createArticleImport<Emit>(tools: StoringTools<Emit>): ImportArticles {
  const { db, clock, live, events } = tools;
  const { store } = createArticleStoring(tools);
  const pinAsAtSource = createArticlePins(tools);

  return async (given, articles, record) => {
    requireSourceBoard(given.boardType);
    const own = firstOfEach(articles);
    const known = await findImported(db, given.key, [...own.keys()]);
    const source = quietened(given, own.size - known.size);
    const ordered = oldestFirst([...own.values()], clock.now());
    const results = new Map<string, ArticleResult>();
    const failures: unknown[] = [];
    const attempt = async (run: () => Promise<void>) => {
      if (failures.length >= FAILURES_MAX) return;
      await run().catch((error: unknown) => failures.push(error));
    };
    for (const article of ordered) {
      const { sourceId } = article;
      await attempt(async () => {
        results.set(sourceId, await importOne(source, article, known.get(sourceId), record));
      });
    }
    // The newest articles get the pins that a board has.
    for (const article of ordered.toReversed()) {
      const result = results.get(article.sourceId);
      if (result === undefined || result.postId === null) continue;
      await attempt(async () => {
        const isChanged = await pinAsAtSource(source, article, known.get(article.sourceId));
        if (isChanged && result.outcome === 'unchanged') result.outcome = 'updated';
      });
    }
    if ([...results.values()].some(({ outcome }) => outcome === 'created')) {
      events.emit('board-posted', { boardType: source.boardType });
    }
    if (failures.length > 0) throw failures[0];
    return articles.map((article) => {
      const isFirst = own.get(article.sourceId) === article;
      return resultOf(article, results, isFirst);
    });
  };

  async function importOne(
    source: ArticleSource,
    article: SourceArticle,
    before: Imported | undefined,
    record: RecordResult | undefined,
  ): Promise<ArticleResult> {
    const { sourceId } = article;
    await setImmediate();
    const readHash = hashOfArticle(article, source.copyFiles !== undefined);
    const postId = before?.postId ?? null;
    const formerly = { ...article, ...article.former };
    const formerHash = formerHashOfArticle(formerly, source.copyFiles !== undefined);
    const left = before && reasonToLeave(before, readHash, formerHash);
    if (left) return note({ sourceId, outcome: 'unchanged', postId, ...left }, record);
    let read: ReadArticle;
    try {
      read = await readArticle(article);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return note({ ...refused(sourceId, error.message), postId }, record);
    }
    const formerTextHash = before && (await formerTextOf(article, read));
    const given = { article, readHash, read, formerTextHash };
    const ready = await withCopies(source, given, before);
    return live.transaction(async (tx, emit) => {
      const stored = await store(tx, emit, source, ready);
      const result = { sourceId, reason: ready.read.note, ...stored };
      await record?.(tx, result);
      return result;
    });
  }

  /** Runs outside of the transaction, because it waits for other servers. */
  async function withCopies(
    source: ArticleSource,
    given: Omit<Ready, 'textHash' | 'copies'>,
    before: Imported | undefined,
  ): Promise<Ready> {
    const { article, read } = given;
    const plain = { ...given, textHash: hashOfText(read), copies: { pictures: [], files: [] } };
    const { copyFiles } = source;
    const { pictures, files } = read;
    if (copyFiles === undefined || pictures.length + files.length === 0) return plain;
    if (!(await mayCopy(source, plain, before))) return plain;
    const { isWhole, ...copies } = await copyFiles({
      article,
      post: postOf(before),
      pictures,
      files,
    });
    const shown = await readWith(article, copies);
    return {
      ...plain,
      ...(!isWhole && { readHash: unknownHash() }),
      ...(shown !== null && { read: shown, copies: keysOf(shown, copies) }),
    };
  }

  /** False for a post of another source, one that a person has edited since, and one that is not shown now. */
  async function mayCopy(
    { key: sourceKey, boardType }: ArticleSource,
    ready: Ready,
    before: Imported | undefined,
  ): Promise<boolean> {
    const { targetUrl, title } = ready.read;
    if (before === undefined) {
      return (await findCopy(db, { boardType, targetUrl, title, sourceKey })) === null;
    }
    return !before.isBlinded && !(before.isEdited && hasSameText(before, ready));
  }

  async function note(result: ArticleResult, record: RecordResult | undefined) {
    if (record) await db.transaction((tx) => record(tx, result));
    return result;
  }
}

function postOf(before: Imported | undefined) {
  const { postId = null, createdAt } = before ?? {};
  return postId === null || createdAt === undefined ? null : { id: postId, importedAt: createdAt };
}

/** Null for a text that is too long with the pictures. */
async function readWith(article: SourceArticle, copies: Copies): Promise<ReadArticle | null> {
  try {
    return await readArticle(article, copies);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** The keys of copied pictures that the text shows, and of all copied files. */
function keysOf({ content, files }: ReadArticle, copies: Copies): CopyKeys {
  const shown = new Set(content.imageUrls);
  const pictures = [...copies.pictures.values()].filter(({ url }) => shown.has(url));
  const keys = files.map(({ url }) => copies.files.get(url)).filter((key) => key !== undefined);
  return { pictures: pictures.map(({ key }) => key), files: [...new Set(keys)] };
}

/** Null for an article whose post is to be changed. */
function reasonToLeave(
  before: Imported,
  readHash: Buffer,
  formerHash: Buffer,
): Pick<ArticleResult, 'reason'> | null {
  if (before.isGone || before.readHash.equals(readHash)) return { reason: null };
  if (!before.isOthers) return null;
  return { reason: before.readHash.equals(formerHash) ? null : OTHERS };
}

/** The hash that releases up to 0.5 stored of the text as they read it. */
async function formerTextOf(
  article: SourceArticle,
  read: ReadArticle,
): Promise<Buffer | undefined> {
  const { former } = article;
  const formerly = former && (await readWith({ ...article, ...former }, NO_COPIES));
  return formerly === null ? undefined : formerHashOfText(formerly ?? read);
}

function quietened(source: ArticleSource, newArticles: number): ArticleSource {
  return { ...source, isFirst: source.isFirst || newArticles > NEW_MAX };
}

/** The first article of each valid id: lists show a pinned article twice, first at the top. */
function firstOfEach(articles: readonly SourceArticle[]): Map<string, SourceArticle> {
  const first = new Map<string, SourceArticle>();
  for (const article of articles) {
    const { sourceId } = article;
    if (!first.has(sourceId) && faultOfId(sourceId) === null) first.set(sourceId, article);
  }
  return first;
}

/** Sources list new articles first; among posts of one time this site lists the higher id first. */
function oldestFirst(articles: readonly SourceArticle[], now: Date): SourceArticle[] {
  const timeOf = (article: SourceArticle) => listDateOf(article, now, true).getTime();
  return articles.toReversed().toSorted((a, b) => timeOf(a) - timeOf(b));
}

/** Repeated articles add nothing. */
function resultOf(
  { sourceId }: SourceArticle,
  results: Map<string, ArticleResult>,
  isFirst: boolean,
): ArticleResult {
  const result = results.get(sourceId) ?? refused(sourceId, faultOfId(sourceId) ?? '');
  const isRepeated = !isFirst && result.outcome !== 'refused';
  return isRepeated ? { ...result, outcome: 'unchanged' } : result;
}

function refused(sourceId: string, reason: string): ArticleResult {
  return { sourceId, outcome: 'refused', postId: null, reason };
}
