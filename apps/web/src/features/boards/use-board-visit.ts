import type { Board, BoardType } from '@naru/contract/boards';
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isOwnPostIgnored, newOnBoardsQuery } from '../../entities/boards/new-on-boards.ts';
import { boardKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';
import { useLiveEvent } from '../../lib/live/live.ts';

/** A board that was out of sight for so long is visited again. */
const VISIT_MS = 30 * 60_000;

/** The beginning of the visit that goes on in this tab: since when posts count as new. */
const visitQuery = (type: BoardType) =>
  queryOptions<string>({ queryKey: boardKeys.visit(type), queryFn: skipToken, gcTime: VISIT_MS });

/**
 * Returns the time since which posts of the board count as new, and reports the visit to the server once.
 * `isSeen`: the newest posts of the board are on the screen.
 */
export function useBoardVisit({ type, writeRole }: Board, isSeen: boolean): string | undefined {
  const client = useQueryClient();
  const isVisited = isSeen && writeRole !== null;
  const { data: boards } = useQuery({ ...newOnBoardsQuery, enabled: isVisited });
  const { data: since } = useQuery(visitQuery(type));
  const known = boards?.find(({ boardType }) => boardType === type);
  const isDue = isVisited && known !== undefined && (since === undefined || known.newCount > 0);
  useEffect(() => {
    if (!isDue || known === undefined) return;
    if (since === undefined) client.setQueryData(visitQuery(type).queryKey, known.since);
    // The count ends at once; a call that fails leaves the posts new for the next visit.
    client.setQueryData(newOnBoardsQuery.queryKey, (all) =>
      all?.map((one) => (one.boardType === type ? { ...one, newCount: 0 } : one)),
    );
    void api('PUT /api/board/visit', { body: { boardType: type } }).catch(() => undefined);
  }, [client, isDue, known, since, type]);
  return since ?? known?.since;
}

/**
 * Counts the posts written on the board since the list was loaded (`loadedAt`, in ms), without those
 * of this page.
 */
export function useNewPosts(type: BoardType, loadedAt: number): number {
  const [state, setState] = useState({ count: 0, loadedAt });
  if (state.loadedAt !== loadedAt) setState({ count: 0, loadedAt });
  useLiveEvent('board', ({ boardType }) => {
    if (boardType !== type || isOwnPostIgnored()) return;
    setState((now) => ({ ...now, count: now.count + 1 }));
  });
  return state.count;
}
