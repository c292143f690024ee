/** Plain values without schemas: safe to import in the browser's initial bundle. */
export const SITE_DOCUMENTS = ['terms', 'privacy'] as const;
export type SiteDocument = (typeof SITE_DOCUMENTS)[number];

export const DOCUMENT_TITLES: Record<SiteDocument, string> = {
  terms: '이용약관',
  privacy: '개인정보 처리방침',
};

/** Version of the text that the program brings, until an ADMIN publishes one. */
export const BUILT_IN_VERSION = '2026-11-01';

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
