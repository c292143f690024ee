/** Plain values without schemas: safe to import in the browser's initial bundle. */
export const SITE_DOCUMENTS = ['terms', 'privacy'] as const;
export type SiteDocument = (typeof SITE_DOCUMENTS)[number];

export const DOCUMENT_TITLES: Record<SiteDocument, string> = {
  terms: '이용약관',
  privacy: '개인정보 처리방침',
};

/** Version of the text that the program brings, until an ADMIN publishes one. */
export const BUILT_IN_VERSION = '2026-11-01';

/** How much a new version changes. */
export const DOCUMENT_CHANGES = ['MINOR', 'NORMAL', 'ADVERSE', 'FIRST'] as const;
export type DocumentChange = (typeof DOCUMENT_CHANGES)[number];

/**
 * Days of notice before a version may hold: the texts promise them. None for corrections of typing errors and
 * for the first text of a site without members, which hold at once.
 */
export const NOTICE_DAYS: Record<DocumentChange, number> = {
  MINOR: 0,
  NORMAL: 7,
  ADVERSE: 30,
  FIRST: 0,
};
/** How far ahead a version may be announced. */
export const NOTICE_DAYS_MAX = 365;

/** What the law asks a privacy policy to cover; each must occur in a heading. */
const PRIVACY_HEADINGS = [
  '목적',
  '항목',
  '보유',
  '제3자',
  '위탁',
  '파기',
  '권리',
  '안전',
  '보호책임자',
  '구제',
] as const;

/** Returns the required headings that a privacy policy lacks. A heading is a line that starts with `##`. */
export function findMissingHeadings(content: string): string[] {
  const headings = content.split('\n').filter((line) => line.startsWith('##'));
  return PRIVACY_HEADINGS.filter((word) => !headings.some((line) => line.includes(word)));
}
