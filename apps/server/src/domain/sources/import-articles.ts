import type { BoardType } from '@naru/contract/boards';
import type { SourceArticle } from './article.ts';

export interface ArticleResult {
  sourceId: string;
  outcome: 'created' | 'updated' | 'unchanged' | 'refused';
  /** Null for a refused article, and for one whose post was removed and erased. */
  postId: number | null;
  /** Why it was refused, or what is missing in the post; in Korean. */
  reason: string | null;
}

export interface ArticleSource {
  /** Of the source, at most 60 characters: `source:name` for configured ones, `key:id` for service keys. */
  key: string;
  boardType: BoardType;
  /** Nobody is told. */
  isFirst: boolean;
}

/** Imports articles of one source into a board, each once by the source's key and `sourceId`. */
export type ImportArticles = (
  source: ArticleSource,
  articles: readonly SourceArticle[],
) => Promise<ArticleResult[]>;
