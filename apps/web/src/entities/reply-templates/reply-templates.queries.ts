import type { ReplyTemplate, TemplateKind } from '@naru/contract/reply-templates';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { auditKeys, deskKeys } from '../staff-keys.ts';

export function templatesQuery(kind: TemplateKind) {
  return queryOptions({
    queryKey: deskKeys.templates,
    queryFn: ({ signal }) => api('GET /api/admin/reply-templates', { signal }),
    select: ({ templates }) => templates.filter((one) => one.kind === kind),
  });
}

function useTemplateMutation<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: auditKeys.all });
      return client.invalidateQueries({ queryKey: deskKeys.templates });
    },
  });
}

type Saved = { kind: TemplateKind; title: string; content: string };

/** Without `of` a new one. */
export function useSaveTemplate() {
  return useTemplateMutation(
    ({ of, ...body }: Saved & { of?: Pick<ReplyTemplate, 'id' | 'version'> | undefined }) =>
      of === undefined
        ? api('POST /api/admin/reply-templates', { body })
        : api('PUT /api/admin/reply-templates/:id', {
            params: { id: of.id },
            body: { ...body, version: of.version },
          }),
  );
}

export function useRemoveTemplate() {
  return useTemplateMutation(({ id, version }: Pick<ReplyTemplate, 'id' | 'version'>) =>
    api('DELETE /api/admin/reply-templates/:id', { params: { id }, query: { version } }),
  );
}
