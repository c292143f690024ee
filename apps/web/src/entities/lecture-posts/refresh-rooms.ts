import type { QueryClient } from '@tanstack/react-query';
import { lectureKeys, lecturePostKeys } from '../keys.ts';

/** After a post was added, changed or removed: invalidates every room list and count. */
export async function refreshRooms(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({
      queryKey: lecturePostKeys.all,
      predicate: ({ queryKey }) => queryKey[1] !== 'detail',
    }),
    client.invalidateQueries({ queryKey: lectureKeys.weeks }),
  ]);
}
