import type { SourceConfig } from '@naru/contract/source-config';
import type { Source } from '@naru/contract/sources';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { sourceKeys } from '../../entities/staff-keys.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf, TRY_LATER } from '../../lib/api/api-error.ts';
import { MANUAL_QUERY } from '../../lib/api/query-client.ts';
import { serverNow } from '../../lib/clock.ts';
import { toast } from '../../ui/toast.ts';

/** While something is being read, its result should show soon. */
const RUNNING_MS = 2_000;
const IDLE_MS = 60_000;

/** Being read, or due: a source that was just added waits for its first run. */
function isAwaited({ isRunning, isEnabled, nextRunAt }: Source): boolean {
  return isRunning || (isEnabled && Date.parse(nextRunAt) <= serverNow());
}

export const sourcesQuery = queryOptions({
  queryKey: sourceKeys.list,
  queryFn: async ({ signal }) => (await api('GET /api/admin/sources', { signal })).sources,
  refetchInterval: ({ state }) => (state.data?.some(isAwaited) ? RUNNING_MS : IDLE_MS),
});

export function sourceQuery(id: number) {
  return queryOptions({
    queryKey: sourceKeys.detail(id),
    queryFn: async ({ signal }) =>
      (await api('GET /api/admin/sources/:id', { params: { id }, signal })).source,
    refetchInterval: ({ state }) => (state.data && isAwaited(state.data) ? RUNNING_MS : IDLE_MS),
  });
}

/** For the form, which must not change while it is edited. */
export function editedSourceQuery(id: number) {
  return queryOptions({
    queryKey: sourceKeys.edited(id),
    queryFn: async ({ signal }) =>
      (await api('GET /api/admin/sources/:id', { params: { id }, signal })).source,
    staleTime: 0,
    ...MANUAL_QUERY,
  });
}

/** Shows what the page has; stores nothing. */
export function useDryRun() {
  return useMutation({
    mutationFn: async (config: SourceConfig) =>
      (await api('POST /api/admin/sources/dry-run', { body: config })).preview,
  });
}

/** Finds out how an address is read; `articleUrl` is needed where scripts hide it. */
export function useRecognise() {
  return useMutation({
    mutationFn: async (body: { url: string; articleUrl?: string | undefined }) =>
      (await api('POST /api/admin/sources/recognise', { body })).recognised,
  });
}

/** `source`: the one that is changed, null for a new one. */
export function useSaveSource(source: { id: number; version: string } | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SourceConfig) =>
      source === null
        ? api('POST /api/admin/sources', { body })
        : api('PUT /api/admin/sources/:id', {
            params: { id: source.id },
            query: { version: source.version },
            body,
          }),
    onSuccess: () => client.invalidateQueries({ queryKey: sourceKeys.all }),
  });
}

/** Stores menus that have moved to other days, or leaves what is stored. */
export function useMoveDecision(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { hash: string; store: boolean }) =>
      api('PUT /api/admin/sources/:id/menu-move', { params: { id }, body }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error, TRY_LATER)),
    onSettled: () => client.invalidateQueries({ queryKey: sourceKeys.all }),
  });
}

type Action = 'run' | 'pause' | 'resume' | 'remove';

function act(id: number, action: Action) {
  const params = { id };
  if (action === 'run') return api('POST /api/admin/sources/:id/run', { params });
  if (action === 'remove') return api('DELETE /api/admin/sources/:id', { params });
  const body = { enabled: action === 'resume' };
  return api('PUT /api/admin/sources/:id/enabled', { params, body });
}

export function useSourceAction(id: number, action: Action) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => act(id, action),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error, TRY_LATER)),
    onSettled: () => {
      // The page of a deleted source is about to close, and reading the source again would fail.
      const queryKey = action === 'remove' ? sourceKeys.list : sourceKeys.all;
      return client.invalidateQueries({ queryKey });
    },
  });
}
