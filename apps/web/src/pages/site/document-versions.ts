import type { CONSENT_VERSIONS } from '@naru/contract/auth';

/** Versions a new member consents to; the compiler keeps them equal to the contract's. */
export const DOCUMENT_VERSIONS: typeof CONSENT_VERSIONS = {
  terms: '2026-11-01',
  privacy: '2026-11-01',
};
