import type { BoardType } from '@naru/contract/boards';
import type { CopyFiles } from './copies.ts';

/** An article as a source shows it, before it is cleaned. */
export interface SourceArticle {
  /** The article's id at its source (number, guid or address), at most 200 characters. */
  sourceId: string;
  title: string;
  /** HTML of the body as found; relative addresses are resolved against `targetUrl`. */
  content: string;
  /** Address of the original, http or https. */
  targetUrl: string;
  /** Null when the source names none. */
  publishedAt: Date | null;
  isPinned: boolean;
  attachments: { name: string; url: string }[];
  /** What releases up to 0.5 read in these places, where it differs: it is no change of the article. */
  former?: { title?: string; content?: string };
}

/** Where the articles come from and go to. */
export interface ArticleSource {
  /** Of the source: `source:name` for configured ones, `key:name` for service keys. */
  key: string;
  boardType: BoardType;
  /** Nobody is notified. */
  isFirst: boolean;
  /** Absent: pictures and files stay links. */
  copyFiles?: CopyFiles;
}

export interface ArticleResult {
  sourceId: string;
  outcome: 'created' | 'updated' | 'unchanged' | 'refused';
  /** Null for a refused article, and for one whose post was removed and erased. */
  postId: number | null;
  /** Why it was refused or left alone, or what readers of the post find only at the source; in Korean. */
  reason: string | null;
}
