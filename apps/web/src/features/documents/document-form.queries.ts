import type { SiteDocument } from '@naru/contract/document-names';
import type { SiteDocumentPage } from '@naru/contract/documents';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { pendingConsentsQuery } from '../../entities/documents/documents.ts';
import { settingsKeys } from '../../entities/keys.ts';
import { siteConfigQuery } from '../../entities/settings/site-config.ts';
import { editorKeys } from '../../entities/staff-keys.ts';
import { api } from '../../lib/api/api.ts';
import type { RequestOf } from '../../lib/api/endpoints.ts';
import { MANUAL_QUERY } from '../../lib/api/query-client.ts';

/** The version that holds, and the text that is edited: that of the announced version, if there is one. */
export type EditedDocument = { page: SiteDocumentPage; content: string };

export async function loadEdited(
  document: SiteDocument,
  signal?: AbortSignal,
): Promise<EditedDocument> {
  const load = (version?: string) =>
    api('GET /api/documents/:document', {
      params: { document },
      query: { version },
      ...(signal && { signal }),
    });
  const page = await load();
  const { content } = page.upcoming ? await load(page.upcoming.version) : page;
  return { page, content };
}

export const editedDocumentQuery = (document: SiteDocument) =>
  queryOptions({
    queryKey: editorKeys.document(document),
    queryFn: ({ signal }) => loadEdited(document, signal),
    staleTime: 0,
    // A refetch must not change the text while it is edited.
    ...MANUAL_QUERY,
  });

/** Stores what was edited; `onSaved` runs before the form is replaced by that of the new revision. */
export function useAnnouncements(document: SiteDocument, onSaved: () => void) {
  const client = useQueryClient();
  const params = { document };
  /** It is stored: a failure to read something again must not look like one to store it. */
  const onStored = (edited: EditedDocument) => {
    onSaved();
    client.setQueryData(editorKeys.document(document), edited);
    for (const queryKey of [
      settingsKeys.documents(document),
      siteConfigQuery.queryKey,
      pendingConsentsQuery.queryKey,
    ]) {
      void client.invalidateQueries({ queryKey });
    }
  };
  return {
    publish: useMutation({
      mutationFn: (body: RequestOf<'POST /api/admin/documents/:document'>['body']) =>
        api('POST /api/admin/documents/:document', { params, body }),
      onSuccess: (page, { content }) =>
        onStored({ page, content: page.upcoming ? content : page.content }),
    }),
    withdraw: useMutation({
      mutationFn: (basedOn: string) =>
        api('DELETE /api/admin/documents/:document/upcoming', { params, query: { basedOn } }),
      onSuccess: (page) => onStored({ page, content: page.content }),
    }),
    /** Shows what another ADMIN has stored. */
    show: (edited: EditedDocument) => client.setQueryData(editorKeys.document(document), edited),
  };
}
