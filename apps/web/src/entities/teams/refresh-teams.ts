import type { QueryClient } from '@tanstack/react-query';
import { accountKeys, chatKeys, postKeys } from '../keys.ts';

/** Reads anew what shows teams, after a change or its refusal. */
export async function refreshTeams(client: QueryClient): Promise<void> {
  const stale = [postKeys.all, accountKeys.allActivity, chatKeys.rooms];
  await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
}
