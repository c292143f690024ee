/** An article as a source shows it, before it is cleaned. */
export interface SourceArticle {
  /** The article's id at its source (number, guid or address), at most 200 characters. */
  sourceId: string;
  title: string;
  /** HTML of the body as found; relative addresses are resolved against `targetUrl`. */
  content: string;
  /** Address of the original, http or https. */
  targetUrl: string;
  /** Null when the source tells none. */
  publishedAt: Date | null;
  isPinned: boolean;
  attachments: { name: string; url: string }[];
}
