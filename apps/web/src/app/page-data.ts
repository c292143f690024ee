import { findBoard } from '@naru/contract/boards';
import type { QueryClient } from '@tanstack/react-query';
import { pendingConsentsQuery } from '../entities/documents/documents.ts';
import { meQuery } from '../entities/member/me.ts';
import { listOf } from '../entities/posts/post-list.ts';
import { postDetailQuery, postListQuery } from '../features/posts/posts.queries.ts';
import { hasFirstData } from '../lib/api/first-data.ts';
import type { ListSearch } from '../lib/search-parameters.ts';
import { startDashboard } from '../pages/home/first-queries.ts';

type Opening<Params> = { context: { queryClient: QueryClient }; params: Params };

const ID = /^[1-9]\d{0,15}$/;

/** Takes what came with the page before the first render, which then shows it at once. */
export async function takeFirstData(client: QueryClient, load: Promise<unknown>): Promise<void> {
  if (hasFirstData()) {
    const taken = [client.prefetchQuery(meQuery), client.prefetchQuery(pendingConsentsQuery)];
    // What did not come with the page is not waited for.
    await Promise.race([Promise.all(taken), new Promise((resolve) => setTimeout(resolve, 0))]);
  }
  await load;
}

/** The same for the dashboard, whose calls else start when it is shown. */
export async function startHome({ context }: Opening<object>): Promise<void> {
  if (!hasFirstData()) return;
  const all = startDashboard(context.queryClient);
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 0))]);
}

/** Starts the call of a list while its code loads, and when a reader reaches for a link to it. */
export function startBoard(opening: Opening<{ boardType: string }> & { deps: ListSearch }): void {
  const { context, params, deps } = opening;
  const board = findBoard(params.boardType);
  if (!board) return;
  void context.queryClient.prefetchQuery(postListQuery(listOf(board.type, deps)));
}

/** Starts the call of a post that is opened; not before, because it counts a view. */
export function startPost(
  opening: Opening<{ boardType: string; postId: string }> & { preload: boolean },
): void {
  const { context, params, preload } = opening;
  if (preload || !findBoard(params.boardType) || !ID.test(params.postId)) return;
  void context.queryClient.prefetchQuery(postDetailQuery(Number(params.postId)));
}

/** Whether the reader has asked the browser to load nothing in advance. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
