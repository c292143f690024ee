import type { QueryClient } from '@tanstack/react-query';
import { lectureKeys } from '../lectures/lecture-keys.ts';
import { lecturePostKeys } from './lecture-post-keys.ts';

/** After a post came, went or changed: every list of the rooms and every count is stale. */
export async function refreshRooms(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({
      queryKey: lecturePostKeys.all,
      predicate: ({ queryKey }) => queryKey[1] !== 'detail',
    }),
    client.invalidateQueries({ queryKey: lectureKeys.weeks }),
  ]);
}
