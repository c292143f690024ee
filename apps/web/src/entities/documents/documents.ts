import type { SiteDocument } from '@naru/contract/document-names';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { settingsKeys } from '../keys.ts';

/** Terms or privacy policy; without `version` the current one. */
export const documentQuery = (document: SiteDocument, version?: string) =>
  queryOptions({
    queryKey: settingsKeys.document(document, version),
    queryFn: ({ signal }) =>
      api('GET /api/documents/:document', {
        params: { document },
        query: { version },
        signal,
        anonymous: true,
      }),
  });

/** Documents that the member has to agree to again. */
export const pendingConsentsQuery = queryOptions({
  queryKey: settingsKeys.consents,
  queryFn: ({ signal }) => api('GET /api/member/consents', { signal }),
  staleTime: 10 * 60_000,
});
