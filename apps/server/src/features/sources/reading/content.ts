import type { SourceConfig, SourceDetail } from '@naru/contract/source-config';
import type { SourcePreset } from '@naru/contract/source-presets';
import type { DatedPart } from '../../../domain/cafeteria/meal-file.ts';
import type { SourceArticle } from '../../../domain/sources/article.ts';

/** A Korean sentence about one article, row or day that was left out, and where it is. */
export interface SourceFault {
  place: string;
  message: string;
}

/** What one cafeteria serves on one day, as the file import takes it. */
export type MenuDay = DatedPart;

export interface SourceDate {
  sourceId: string;
  title: string;
  /** yyyy-mm-dd, both inclusive. */
  startDate: string;
  endDate: string;
}

export type SourceContent =
  | { kind: 'articles'; articles: SourceArticle[] }
  | { kind: 'menus'; days: MenuDay[] }
  | { kind: 'dates'; dates: SourceDate[] };

export interface Found<T extends SourceContent = SourceContent> {
  content: T;
  faults: SourceFault[];
}

export type Articles = Extract<SourceContent, { kind: 'articles' }>;
export type Menus = Extract<SourceContent, { kind: 'menus' }>;
export type Dates = Extract<SourceContent, { kind: 'dates' }>;

/** A page in memory with its address. */
export interface PageText {
  text: string;
  url: string;
}

/** What the page of an article says; null and empty leave what the list says. */
export interface Detail {
  content: string;
  titled: Pick<SourceArticle, 'title' | 'former'> | null;
  publishedAt: Date | null;
  /** Of the date. */
  faults: SourceFault[];
  attachments: SourceArticle['attachments'];
}

export type SourceOf<T extends SourceConfig['type']> = Extract<SourceConfig, { type: T }>;

type HtmlSource = SourceOf<'html'>;
/** A list whose parts are found by selectors. */
export type SelectorSource = HtmlSource & {
  list: NonNullable<HtmlSource['list']> & { row: string; title: string };
};
export type SelectorDetail = SourceDetail & { body: string };

/** Where the page of an article has its parts: a preset finds what `detail` leaves out. */
export interface DetailRule {
  preset?: SourcePreset | undefined;
  detail?: SourceDetail | undefined;
}

/** A page to be parsed elsewhere than in the server's own thread. */
export interface PageJob {
  body: Uint8Array;
  contentType: string | null;
  url: string;
  now: Date;
  charset: SourceConfig['charset'];
  as:
    | { page: 'source'; config: SourceConfig }
    | { page: 'detail'; rule: DetailRule }
    | { page: 'unknown' };
}

export const READING_LIMITS = {
  /** Articles of one list. */
  articles: 300,
  dates: 1000,
  /** Bytes of pages by kind: HTML becomes many small objects in memory. */
  htmlBytes: 4_194_304,
  dataBytes: 10_485_760,
  /** Code units of the body of one article. */
  content: 1_000_000,
  sourceId: 200,
  title: 300,
  attachments: 30,
  attachmentName: 200,
  faults: 50,
} as const;
