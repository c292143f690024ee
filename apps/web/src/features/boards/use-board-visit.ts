import type { Board, BoardType } from '@naru/contract/boards';
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type NewSince, newOnBoardsQuery, newPostOn } from '../../entities/boards/new-on-boards.ts';
import { boardKeys } from '../../entities/keys.ts';
import { meQuery } from '../../entities/member/me.ts';
import { api } from '../../lib/api/api.ts';

/** A board that was out of sight for so long is visited again. */
const VISIT_MS = 30 * 60_000;

/** The beginning of the visit that goes on in this tab: since when posts count as new, and own ones until then. */
const visitQuery = (type: BoardType) =>
  queryOptions<Omit<NewSince, 'me'>>({
    queryKey: boardKeys.visit(type),
    queryFn: skipToken,
    gcTime: VISIT_MS,
  });

/**
 * Returns what separates the new posts of the board, and reports the visit to the server once.
 * `isSeen`: the newest posts of the board are on the screen.
 */
export function useBoardVisit({ type, writeRole }: Board, isSeen: boolean): NewSince | undefined {
  const client = useQueryClient();
  const isVisited = isSeen && writeRole !== null;
  const { data: boards } = useQuery({ ...newOnBoardsQuery, enabled: isVisited });
  const { data: visit } = useQuery(visitQuery(type));
  const known = boards?.find(({ boardType }) => boardType === type);
  const isDue = isVisited && known !== undefined && (visit === undefined || known.newCount > 0);
  useEffect(() => {
    if (!isDue || known === undefined) return;
    if (visit === undefined) client.setQueryData(visitQuery(type).queryKey, known);
    // The count ends at once; a call that fails leaves the posts new for the next visit.
    client.setQueryData(newOnBoardsQuery.queryKey, (all) =>
      all?.map((one) => (one.boardType === type ? { ...one, newCount: 0 } : one)),
    );
    void api('PUT /api/board/visit', { body: { boardType: type } }).catch(() => undefined);
  }, [client, isDue, known, visit, type]);
  const { data: me } = useQuery(meQuery);
  const from = visit ?? known;
  const ownIds = [...(visit?.ownIds ?? []), ...(known?.ownIds ?? [])];
  return from && { since: from.since, ownIds, me: me?.id };
}

/** Counts the posts that others wrote on the board since the list was loaded (`loadedAt`, in ms). */
export function useNewPosts(type: BoardType, loadedAt: number): number {
  const [state, setState] = useState({ count: 0, loadedAt });
  if (state.loadedAt !== loadedAt) setState({ count: 0, loadedAt });
  useEffect(
    () =>
      newPostOn.subscribe(() => {
        if (newPostOn.get()?.boardType !== type) return;
        setState((now) => ({ ...now, count: now.count + 1 }));
      }),
    [type],
  );
  return state.count;
}
