export const SITE_DOCUMENTS = ['terms', 'privacy'] as const;
export type SiteDocument = (typeof SITE_DOCUMENTS)[number];
