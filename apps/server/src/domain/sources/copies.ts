import type { Tx } from '../../db/client.ts';

/** A picture of another site as this one serves it. */
export interface CopiedPicture {
  key: string;
  /** `/files/...` */
  url: string;
  /** Pixels. */
  width: number;
  height: number;
}

/** This site's copies of pictures and files of an article, by their addresses at the source. */
export interface Copies {
  pictures: ReadonlyMap<string, CopiedPicture>;
  /** Keys of attachments. */
  files: ReadonlyMap<string, string>;
}

export const NO_COPIES: Copies = { pictures: new Map(), files: new Map() };

/** What an article leads to, with absolute addresses. */
export interface Copyable {
  /** Each once. */
  pictures: string[];
  files: { name: string; url: string }[];
}

interface CopyRequest extends Copyable {
  article: { sourceId: string; title: string };
  /** The article's post and when it was imported; null for a new article. */
  post: { id: number; importedAt: Date } | null;
}

/** Copies what the post does not have yet; `isWhole` is false when a later run is to go on. */
export type CopyFiles = (request: CopyRequest) => Promise<Copies & { isWhole: boolean }>;

export interface CopyKeys {
  pictures: string[];
  files: string[];
}

/**
 * Makes these copies those of the post, in the transaction that stores it; the sweep removes its others.
 * Returns whether that changes anything.
 */
export type SetCopies = (tx: Tx, postId: number, keys: CopyKeys) => Promise<boolean>;
